// How long sessions, lock-outs and entries of the security log last.

import { DAY, HOUR, MINUTE, timer } from '../kernel/timer.ts'

export const sessionIdle = timer({
  name: 'operators.session-idle',
  seconds: 15 * MINUTE,
  spec: 'D129',
  ends: 'A session of an operator that was not used is refused.',
})

/** Longer than a working day, so that an operator logs in once a day. */
export const sessionLength = timer({
  name: 'operators.session-length',
  seconds: 10 * HOUR,
  spec: 'gap 1041',
  ends: 'A session of an operator is refused, even if the operator has just used it.',
})

export const lockOut = timer({
  name: 'operators.lock-out',
  seconds: 15 * MINUTE,
  spec: 'D129, gap 1040',
  ends: 'An operator whom five failed log-ins in a row have locked can log in again.',
})

export const longLockOut = timer({
  name: 'operators.long-lock-out',
  seconds: DAY,
  spec: 'gap 1040',
  ends: 'An operator whom ten or more failed log-ins in a row have locked can log in again.',
})

export const failuresKept = timer({
  name: 'operators.failures-kept',
  seconds: 30 * DAY,
  spec: 'gap 1045',
  ends: 'A failure is deleted from the security log that the console of live mode shows.',
})

export const changesKept = timer({
  name: 'operators.changes-kept',
  seconds: 400 * DAY,
  spec: 'gap 1045',
  ends: 'A change is deleted from the security log that the console of live mode shows.',
})
