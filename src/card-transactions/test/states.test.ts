import { expect, it } from 'vitest'
import { movesOf, next } from '../../kernel/states.ts'
import { cardTransactionStates } from '../states.ts'

it('each state of a card transaction has exactly these moves', () => {
  const moves = cardTransactionStates.states.map((state) => [
    state,
    movesOf(cardTransactionStates)
      .map(([move]) => move)
      .filter((move) => next(cardTransactionStates, state, move) !== undefined)
      .join(' '),
  ])
  expect(Object.fromEntries(moves)).toEqual({
    IN_PROGRESS: 'decline capture reverse lapse',
    COMPLETED: '',
    CANCELLED: 'captureLate',
    DECLINED: '',
  })
})
