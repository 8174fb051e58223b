import { describe, expect, it } from 'vitest'
import { movesByState } from '../../../test/support/moves-by-state.ts'
import { checkStates, documentStates } from '../states.ts'

const decisions = { verify: 'VERIFIED', requireEvidence: 'EVIDENCE_REQUIRED' }

describe('states of verification', () => {
  it('D47: evidence leads to a review, unless a review is under way or the customer is verified; an operator may require evidence in any state, and verify in any other than VERIFIED', () => {
    expect(movesByState(checkStates)).toEqual({
      NONE: { require: 'REQUIRED', submit: 'IN_REVIEW', ...decisions },
      REQUIRED: { submit: 'IN_REVIEW', ...decisions },
      IN_REVIEW: decisions,
      EVIDENCE_REQUIRED: { submit: 'IN_REVIEW', ...decisions },
      VERIFIED: { requireEvidence: 'EVIDENCE_REQUIRED' },
    })
    expect(checkStates.initial).toBe('NONE')
  })

  it('D86: an operator may correct the decision on a document, and a document that replaces it waits again', () => {
    const moves = { accept: 'ACCEPTED', refuse: 'REFUSED', replace: 'WAITING' }
    expect(movesByState(documentStates)).toEqual({
      WAITING: moves,
      ACCEPTED: moves,
      REFUSED: moves,
    })
    expect(documentStates.initial).toBe('WAITING')
  })
})
