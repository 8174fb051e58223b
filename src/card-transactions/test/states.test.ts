import { expect, it } from 'vitest'
import { movesOf, next } from '../../kernel/states.ts'
import { cardTransactionStates } from '../states.ts'

it('a card transaction can make exactly these moves from each state', () => {
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
