import { expect, it } from 'vitest'
import { movesOf, next } from '../../kernel/states.ts'
import { delivery } from '../states.ts'

it('a delivery can make exactly the listed moves from each state', () => {
  const movesByState = delivery.states.map((state) => [
    state,
    movesOf(delivery)
      .map(([move]) => move)
      .filter((move) => next(delivery, state, move) !== undefined)
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
