// The events that this module reports to the security log (D121). No field can contain a secret or a name.

import { securityEventKind } from '../kernel/security-event.ts'
import { HOUR, MINUTE } from '../kernel/timer.ts'
import { LOCK_OUT_FAILURES, LONG_LOCK_OUT_FAILURES } from './model.ts'
import { lockOut, longLockOut } from './timers.ts'

const reasons = ['unknown', 'inactive', 'locked', 'password', 'code', 'used-code'] as const
/** Why a log-in failed. The reply does not contain the reason. */
export type LogInRefusalReason = (typeof reasons)[number]

export const logInRefused = securityEventKind({
  name: 'operators.log-in-refused',
  summary: 'A log-in of an operator failed.',
  nature: 'failure',
  fields: { operatorId: 'integer', reason: reasons },
})

export const operatorLocked = securityEventKind({
  name: 'operators.locked',
  summary: `Failed log-ins locked an operator: failure ${LOCK_OUT_FAILURES} in a row for ${lockOut.seconds / MINUTE} minutes, failure ${LONG_LOCK_OUT_FAILURES} and each later one for ${longLockOut.seconds / HOUR} hours.`,
  nature: 'failure',
  fields: { operatorId: 'integer', failures: 'integer' },
})

export const loggedIn = securityEventKind({
  name: 'operators.logged-in',
  summary: 'An operator logged in with password and second factor.',
  nature: 'change',
  fields: { operatorId: 'integer', sessionId: 'integer' },
})

export const loggedOut = securityEventKind({
  name: 'operators.logged-out',
  summary: 'An operator logged out.',
  nature: 'change',
  fields: { operatorId: 'integer', sessionId: 'integer' },
})

export const accessChanged = securityEventKind({
  name: 'operators.access-changed',
  summary:
    'A command on the server changed how, or whether, an operator of the console logs in, or ended their sessions.',
  nature: 'change',
  fields: {
    operatorId: 'integer',
    change: [
      'created',
      'password',
      'second-factor',
      'unlocked',
      'logged-out',
      'deactivated',
      'reactivated',
    ],
  },
})
