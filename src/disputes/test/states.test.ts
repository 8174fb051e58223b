import { describe, expect, it } from 'vitest'
import { movesOf, next } from '../../kernel/states.ts'
import { canWithdraw, disputeStates, statusMessages, statusOf, subStatusesOf } from '../states.ts'

describe('sub-statuses of a dispute', () => {
  it('D84: each sub-status has exactly these moves', () => {
    const moves = Object.fromEntries(
      disputeStates.states.map((state) => [
        state,
        movesOf(disputeStates).flatMap(([move]) => next(disputeStates, state, move) ?? []),
      ]),
    )
    expect(moves).toEqual({
      SUBMITTED: ['IN_REVIEW', 'WITHDRAWN'],
      IN_REVIEW: ['ACCEPTED', 'REJECTED', 'WITHDRAWN'],
      ACCEPTED: ['CHARGEBACK_SUBMITTED', 'REFUNDED'],
      CHARGEBACK_SUBMITTED: ['REJECTED', 'REFUNDED'],
      REFUNDED: [],
      REJECTED: [],
      WITHDRAWN: [],
    })
  })

  it('status is CLOSED for the final sub-statuses', () => {
    expect(subStatusesOf('CLOSED')).toEqual(['REFUNDED', 'REJECTED', 'WITHDRAWN'])
    expect(subStatusesOf('ACTIVE').map(statusOf)).toEqual(Array(4).fill('ACTIVE'))
  })

  it('canWithdraw is true until the review has ended', () => {
    expect(disputeStates.states.filter(canWithdraw)).toEqual(['SUBMITTED', 'IN_REVIEW'])
  })

  it('each sub-status has a message that no other has', () => {
    expect(new Set(Object.values(statusMessages)).size).toBe(disputeStates.states.length)
  })
})
