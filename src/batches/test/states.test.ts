import { expect, it } from 'vitest'
import { type Machine, movesOf, next } from '../../kernel/states.ts'
import { batchGroupStates, paymentInitiationStates } from '../states.ts'

/** The legal moves of each state. */
function movesByState<S extends string, M extends string>(machine: Machine<S, M>) {
  const moves = movesOf(machine).map(([move]) => move)
  return Object.fromEntries(
    machine.states.map((state) => [
      state,
      moves.filter((move) => next(machine, state, move) !== undefined).join(' '),
    ]),
  )
}

it('a batch group can make exactly these moves from each status', () => {
  expect(movesByState(batchGroupStates)).toEqual({
    NEW: 'complete cancel lapse',
    COMPLETED: 'cancel lapse',
    MARKED_FOR_CANCELLATION: 'startCancelling',
    PROCESSING_CANCEL: 'finishCancelling',
    CANCELLED: '',
  })
})

it('a payment initiation can make exactly these moves from each status', () => {
  expect(movesByState(paymentInitiationStates)).toEqual({
    NEW: 'start fail',
    PROCESSING: 'complete fail',
    COMPLETED: 'chargeBack',
    FAILED: '',
    CHARGED_BACK: '',
  })
})
