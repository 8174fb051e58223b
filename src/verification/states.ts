// The state machines of the additional verification of a customer and of the operator's decision on an identity document.

import { machine } from '../kernel/states.ts'

/**
 * D47: CDD is customer due diligence. Clients learn of VERIFIED and EVIDENCE_REQUIRED by an event. A profile without a
 * stored check is in NONE.
 */
export const checkStates = machine({
  name: 'cdd-check',
  states: ['NONE', 'REQUIRED', 'IN_REVIEW', 'EVIDENCE_REQUIRED', 'VERIFIED'],
  initial: 'NONE',
  moves: {
    require: {
      from: ['NONE'],
      to: 'REQUIRED',
      because: 'the first quote from a currency of the EEA requires the check (D46)',
    },
    submit: {
      from: ['NONE', 'REQUIRED', 'EVIDENCE_REQUIRED'],
      to: 'IN_REVIEW',
      because: 'the customer has sent all required evidence',
    },
    verify: {
      from: ['NONE', 'REQUIRED', 'IN_REVIEW', 'EVIDENCE_REQUIRED'],
      to: 'VERIFIED',
      because:
        'a review requires no more evidence, or an operator or the simulation decides so in any state',
    },
    requireEvidence: {
      from: ['NONE', 'REQUIRED', 'IN_REVIEW', 'EVIDENCE_REQUIRED', 'VERIFIED'],
      to: 'EVIDENCE_REQUIRED',
      because:
        'a review requires more evidence, also of customers who were verified earlier or registered before the check existed (B 4.4)',
    },
  },
})

export type CheckState = (typeof checkStates.states)[number]

/** D44, D86: an operator decides on a stored document. A document that replaces another waits for a new decision. */
export const documentStates = machine({
  name: 'identity-document',
  states: ['WAITING', 'ACCEPTED', 'REFUSED'],
  initial: 'WAITING',
  moves: {
    accept: {
      from: ['WAITING', 'ACCEPTED', 'REFUSED'],
      to: 'ACCEPTED',
      because: 'an operator may correct a decision; repeating it changes nothing',
    },
    refuse: {
      from: ['WAITING', 'ACCEPTED', 'REFUSED'],
      to: 'REFUSED',
      because: 'an operator may correct a decision; repeating it changes nothing',
    },
    replace: {
      from: ['WAITING', 'ACCEPTED', 'REFUSED'],
      to: 'WAITING',
      because: 'the customer sent another document of the type',
    },
  },
})

export type DocumentState = (typeof documentStates.states)[number]
