// Rules about operators that need no database: passwords, and how long failed log-ins lock an operator.

import { isAfter } from '../kernel/instant.ts'
import { endOf } from '../kernel/timer.ts'
import { lockOut, longLockOut } from './timers.ts'

/** The number of failed log-ins in a row that locks the operator for the time of `lockOut` (gap 1040). */
export const LOCK_OUT_FAILURES = 5
/** From this number of failed log-ins in a row on, each failure locks the operator for the time of `longLockOut` (gap 1040). */
export const LONG_LOCK_OUT_FAILURES = 10

export type Failures = {
  /** Failed log-ins since the last one that succeeded, or since the command `operator unlock`. */
  readonly failures: number
  readonly lockedUntil: Temporal.Instant | null
}

export const noFailures: Failures = { failures: 0, lockedUntil: null }

/**
 * The count after one more failure, and the lock-out that the failure begins. The end of a lock-out does not reset the count,
 * so that guessing becomes slower and not only paused.
 */
export function afterFailure({ failures }: Failures, now: Temporal.Instant): Failures {
  const count = failures + 1
  if (count >= LONG_LOCK_OUT_FAILURES)
    return { failures: count, lockedUntil: endOf(longLockOut, now) }
  return { failures: count, lockedUntil: count === LOCK_OUT_FAILURES ? endOf(lockOut, now) : null }
}

export function isLocked({ lockedUntil }: Failures, now: Temporal.Instant): boolean {
  return lockedUntil !== null && isAfter(lockedUntil, now)
}

// The limits of passwords are choices of this project (gap 1042).
export const PASSWORD_CHARACTERS_MIN = 12
export const PASSWORD_CHARACTERS_MAX = 128
export const DIFFERENT_CHARACTERS_MIN = 5
/** A choice of this project: long enough for names of people. */
export const NAME_CHARACTERS_MAX = 100

/** The length makes guessing slow. Rules about the kinds of characters do not (NIST SP 800-63B-4, 3.1.1.2). */
export function isPassword(password: string, email: string): boolean {
  const { length } = [...password]
  return (
    length >= PASSWORD_CHARACTERS_MIN &&
    length <= PASSWORD_CHARACTERS_MAX &&
    new Set(password).size >= DIFFERENT_CHARACTERS_MIN &&
    password.toLowerCase() !== email.toLowerCase()
  )
}
