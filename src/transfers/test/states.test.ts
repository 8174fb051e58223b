import { expect, it } from 'vitest'
import { movesOf, next } from '../../kernel/states.ts'
import { transferStates } from '../states.ts'

it('a transfer can make exactly these moves from each status', () => {
  const moves = transferStates.states.map((state) => [
    state,
    movesOf(transferStates)
      .map(([move]) => move)
      .filter((move) => next(transferStates, state, move) !== undefined)
      .join(' '),
  ])
  expect(Object.fromEntries(moves)).toEqual({
    incoming_payment_waiting: 'fund cancel lapse',
    processing: 'convert cancel takeBack',
    funds_converted: 'send giveUp takeBack',
    outgoing_payment_sent: 'bounce',
    bounced_back: 'refund',
    funds_refunded: '',
    cancelled: '',
  })
})
