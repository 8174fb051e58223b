// Tests the rules of lock-outs, passwords and codes, without a database.

import { describe, expect, it } from 'vitest'
import { afterFailure, type Failures, isLocked, isPassword, noFailures } from '../model.ts'
import { totpSecretOf, totpStepOf } from '../secrets.ts'

const now = Temporal.Instant.from('2026-01-05T10:00:00Z')

describe('D129: failed log-ins in a row', () => {
  const afterFailures = (count: number) => afterFailure({ ...noFailures, failures: count - 1 }, now)

  it.each([
    [5, 15],
    [10, 24 * 60],
    [11, 24 * 60],
  ])('number %i locks the operator for %i minutes', (count, minutes) => {
    const { failures, lockedUntil } = afterFailures(count)
    expect(failures).toBe(count)
    expect(lockedUntil?.since(now).total('minutes')).toBe(minutes)
  })

  it.each([1, 4, 6, 9])('number %i does not lock the operator', (count) => {
    expect(afterFailures(count)).toEqual({ failures: count, lockedUntil: null })
  })

  it('a lock-out ends at its time', () => {
    const locked: Failures = { failures: 5, lockedUntil: now }
    expect(isLocked(locked, now.subtract({ milliseconds: 1 }))).toBe(true)
    expect(isLocked(locked, now)).toBe(false)
    expect(isLocked(noFailures, now)).toBe(false)
  })
})

describe('a password', () => {
  it.each<[string, boolean, string]>([
    ['correct horse', true, 'thirteen characters are enough'],
    ['hunter2 hunt', true, 'twelve characters are enough'],
    ['hunter2 hun', false, 'eleven characters are too few'],
    [`${'x1y2z'.repeat(25)}xyz`, true, '128 characters are allowed'],
    [`${'x1y2z'.repeat(25)}xyzz`, false, '129 characters are too many'],
    ['🐦🦆🦢🦉🦅🐧', false, 'six characters in twelve UTF-16 units are too few'],
    ['abcdeabcdeab', true, 'five different characters are enough'],
    ['abcdabcdabcd', false, 'four different characters are too few'],
    ['ann@operator.example', false, 'the e-mail address is not secret'],
    ['', false, 'a password has characters'],
  ])('"%s" is accepted: %s, because %s', (password, accepted) => {
    expect(isPassword(password, 'Ann@operator.example')).toBe(accepted)
  })
})

describe('a code of the second factor', () => {
  // RFC 6238, appendix B, at 59 s: the last six of eight digits.
  const secret = Buffer.from('12345678901234567890')
  const at = (seconds: number) => Temporal.Instant.fromEpochMilliseconds(seconds * 1000)

  it.each([0, 30, 59, 89])('of the time step from 30 s to 59 s is accepted at %i s', (seconds) => {
    expect(totpStepOf(secret, '287082', at(seconds))).toBe(1)
  })

  it.each([90, 119])('of the time step from 30 s to 59 s is not accepted at %i s', (seconds) => {
    expect(totpStepOf(secret, '287082', at(seconds))).toBeUndefined()
  })

  it.each(['', '28708', '2870820', '287083', 'abcdef', '28708２', '-28708'])(
    'the text "%s" is not accepted',
    (code) => {
      expect(totpStepOf(secret, code, at(59))).toBeUndefined()
    },
  )

  it('has a secret of 160 bits, the first 160 of the random text', () => {
    const random = Buffer.alloc(32, 7).toString('base64url')
    expect(totpSecretOf(random)).toEqual(Buffer.alloc(20, 7))
  })
})
