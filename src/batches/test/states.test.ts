import { expect, it } from 'vitest'
import { type Machine, movesOf, next } from '../../kernel/states.ts'
import { batchGroupStates, paymentInitiationStates } from '../states.ts'

function walk<S extends string, M extends string>(machine: Machine<S, M>) {
  const moves = movesOf(machine).map(([move]) => move)
  return Object.fromEntries(
    machine.states.map((state) => [
      state,
      moves.filter((move) => next(machine, state, move) !== undefined).join(' '),
    ]),
  )
}

it('the moves of a batch group', () => {
  expect(walk(batchGroupStates)).toEqual({
    NEW: 'complete cancel lapse',
    COMPLETED: 'cancel lapse',
    MARKED_FOR_CANCELLATION: 'startCancelling',
    PROCESSING_CANCEL: 'finishCancelling',
    CANCELLED: '',
  })
})

it('the moves of a payment initiation', () => {
  expect(walk(paymentInitiationStates)).toEqual({
    NEW: 'start fail',
    PROCESSING: 'complete fail',
    COMPLETED: 'chargeBack',
    FAILED: '',
    CHARGED_BACK: '',
  })
})
