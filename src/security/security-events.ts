// The events that this module reports to the security log (D121). No field can contain a secret, a token or a name.

import { securityEventKind } from '../kernel/security-event.ts'
import { HOUR, MINUTE } from '../kernel/timer.ts'
import { WRONG_ANSWERS_DAILY_MAX, WRONG_ANSWERS_MAX } from './limits.ts'
import { factors } from './model.ts'
import { lockOut, userLock } from './timers.ts'

export const answerWrong = securityEventKind({
  name: 'security.answer-wrong',
  summary: 'An answer to a challenge, a code for a phone number or a signature was wrong.',
  nature: 'failure',
  fields: { userId: 'integer', factor: factors },
})

export const factorLocked = securityEventKind({
  name: 'security.factor-locked',
  summary: `A factor of a user was locked for ${lockOut.seconds / MINUTE} minutes by ${WRONG_ANSWERS_MAX} wrong answers.`,
  nature: 'failure',
  fields: { userId: 'integer', factor: factors },
})

export const userLocked = securityEventKind({
  name: 'security.user-locked',
  summary: `A user was locked for ${userLock.seconds / HOUR} hours by ${WRONG_ANSWERS_DAILY_MAX} wrong answers within a day.`,
  nature: 'failure',
  fields: { userId: 'integer' },
})

export const factorEnrolled = securityEventKind({
  name: 'security.factor-enrolled',
  summary: 'A user enrolled a factor: a PIN, a face map, a verified phone number or a signing key.',
  nature: 'change',
  fields: { userId: 'integer', factor: factors },
})

export const factorRemoved = securityEventKind({
  name: 'security.factor-removed',
  summary:
    'A factor of a user was deleted. The proof is challenge if a challenge must have been cleared first, otherwise none.',
  nature: 'change',
  fields: { userId: 'integer', factor: factors, proof: ['challenge', 'none'] },
})

const pageProblems = ['token', 'origin', 'csrf'] as const
/** The part of the request that is not valid, so that the approval page is refused. */
export type PageProblem = (typeof pageProblems)[number]

export const pageRefused = securityEventKind({
  name: 'security.page-refused',
  summary:
    'A form of the approval page was refused: its one-time token, origin or CSRF token is not valid.',
  nature: 'failure',
  fields: { reason: pageProblems },
})

export const verifiedAgain = securityEventKind({
  name: 'security.verified-again',
  summary: 'A user whose factor was deleted without a challenge has been verified again.',
  nature: 'change',
  fields: { userId: 'integer', by: ['factors', 'confirmation'] },
})
