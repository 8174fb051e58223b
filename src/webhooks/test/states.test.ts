import { expect, it } from 'vitest'
import { movesOf, next } from '../../kernel/states.ts'
import { deliveryStates } from '../states.ts'

it('a delivery can make exactly the listed moves from each state', () => {
  const movesByState = deliveryStates.states.map((state) => [
    state,
    movesOf(deliveryStates)
      .map(([move]) => move)
      .filter((move) => next(deliveryStates, state, move) !== undefined)
      .join(' '),
  ])
  expect(Object.fromEntries(movesByState)).toEqual({
    QUEUED: 'deliver retry exhaust stop',
    RETRYING: 'deliver retry exhaust stop redeliver',
    DELIVERED: 'redeliver',
    FAILED: 'redeliver',
    STOPPED: '',
  })
})
