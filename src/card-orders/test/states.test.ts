import { describe, expect, it } from 'vitest'
import { isFinal, movesOf, next } from '../../kernel/states.ts'
import { type CardOrderMove, type CardOrderStatus, cardOrderStates } from '../states.ts'

const table: Record<CardOrderStatus, Partial<Record<CardOrderMove, CardOrderStatus>>> = {
  PLACED: { fulfil: 'REQUIREMENTS_FULFILLED', cancel: 'CANCELLED' },
  REQUIREMENTS_FULFILLED: { issue: 'CARD_DETAILS_CREATED', cancel: 'CANCELLED' },
  CARD_DETAILS_CREATED: { produce: 'PRODUCED', complete: 'COMPLETED', cancel: 'CANCELLED' },
  PRODUCED: { complete: 'COMPLETED', cancel: 'CANCELLED', return: 'RETURNED' },
  COMPLETED: {},
  CANCELLED: {},
  RETURNED: {},
}

describe('statuses of a card order', () => {
  const cells = cardOrderStates.states.flatMap((status) =>
    movesOf(cardOrderStates).map(([move]) => [status, move, table[status][move]] as const),
  )

  it.each(cells)('from %s the move %s leads to %s', (status, move, to) => {
    expect(next(cardOrderStates, status, move)).toBe(to)
  })

  it('an order starts PLACED, and COMPLETED, CANCELLED and RETURNED are final', () => {
    expect(cardOrderStates.initial).toBe('PLACED')
    const finals = cardOrderStates.states.filter((status) => isFinal(cardOrderStates, status))
    expect(finals).toEqual(['COMPLETED', 'CANCELLED', 'RETURNED'])
  })
})
