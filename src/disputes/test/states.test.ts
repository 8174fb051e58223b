import { describe, expect, it } from 'vitest'
import { movesByState } from '../../../test/support/moves-by-state.ts'
import { canWithdraw, disputeStates, statusMessages, statusOf, subStatusesOf } from '../states.ts'

describe('sub-statuses of a dispute', () => {
  it('D84: each sub-status has exactly these moves', () => {
    expect(movesByState(disputeStates)).toEqual({
      SUBMITTED: { review: 'IN_REVIEW', withdraw: 'WITHDRAWN' },
      IN_REVIEW: { accept: 'ACCEPTED', reject: 'REJECTED', withdraw: 'WITHDRAWN' },
      ACCEPTED: { requestChargeback: 'CHARGEBACK_SUBMITTED', refund: 'REFUNDED' },
      CHARGEBACK_SUBMITTED: { reject: 'REJECTED', refund: 'REFUNDED' },
      REFUNDED: {},
      REJECTED: {},
      WITHDRAWN: {},
    })
  })

  it('status is CLOSED for the final sub-statuses', () => {
    expect(subStatusesOf('CLOSED')).toEqual(['REFUNDED', 'REJECTED', 'WITHDRAWN'])
    expect(subStatusesOf('ACTIVE').map(statusOf)).toEqual(Array(4).fill('ACTIVE'))
  })

  it('canWithdraw is true until the review has ended', () => {
    expect(disputeStates.states.filter(canWithdraw)).toEqual(['SUBMITTED', 'IN_REVIEW'])
  })

  it('no two sub-statuses have the same message', () => {
    expect(new Set(Object.values(statusMessages)).size).toBe(disputeStates.states.length)
  })
})
