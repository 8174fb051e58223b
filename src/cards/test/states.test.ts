import { describe, expect, it } from 'vitest'
import { isFinal, next } from '../../kernel/states.ts'
import { type CardMove, type CardStatus, cardStates } from '../states.ts'

const moves = Object.keys(cardStates.moves) as CardMove[]
const movesFrom = (status: CardStatus) =>
  Object.fromEntries(
    moves.flatMap((move) => {
      const to = next(cardStates, status, move)
      return to === undefined ? [] : [[move, to]]
    }),
  )

describe('D60: the states of a card', () => {
  it('start with INACTIVE', () => expect(cardStates.initial).toBe('INACTIVE'))
  it.each<[CardStatus, object]>([
    [
      'INACTIVE',
      { activate: 'ACTIVE', block: 'BLOCKED', suspend: 'PARTNER_SUSPENDED', expire: 'EXPIRED' },
    ],
    [
      'ACTIVE',
      { freeze: 'FROZEN', block: 'BLOCKED', suspend: 'PARTNER_SUSPENDED', expire: 'EXPIRED' },
    ],
    [
      'FROZEN',
      { activate: 'ACTIVE', block: 'BLOCKED', suspend: 'PARTNER_SUSPENDED', expire: 'EXPIRED' },
    ],
    ['BLOCKED', { purge: 'PURGED' }],
    [
      'PARTNER_SUSPENDED',
      {
        block: 'BLOCKED',
        restoreInactive: 'INACTIVE',
        restoreActive: 'ACTIVE',
        restoreFrozen: 'FROZEN',
        expire: 'EXPIRED',
      },
    ],
    ['EXPIRED', { purge: 'PURGED' }],
    ['PURGED', {}],
  ])('have exactly the listed moves from %s', (status, expected) =>
    expect(movesFrom(status)).toEqual(expected),
  )
  it('end with PURGED', () => expect(isFinal(cardStates, 'PURGED')).toBe(true))
})
