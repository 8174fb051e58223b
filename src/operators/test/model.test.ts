import { describe, expect, it } from 'vitest'
import { afterFailure, type Failures, isLocked, isPassword, noFailures } from '../model.ts'
import { totpSecretOf, totpStepOf } from '../secrets.ts'

const now = Temporal.Instant.from('2026-01-05T10:00:00Z')

describe('D129: failed log-ins in a row', () => {
  it.each([
    [1, undefined],
    [4, undefined],
    [5, 15],
    [6, undefined],
    [9, undefined],
    [10, 24 * 60],
    [11, 24 * 60],
  ])('number %i locks for %s minutes', (count, minutes) => {
    const { failures, lockedUntil } = afterFailure({ ...noFailures, failures: count - 1 }, now)
    expect(failures).toBe(count)
    expect(lockedUntil?.since(now).total('minutes')).toBe(minutes)
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
    ['correct horse', true, 'it is long enough'],
    ['hunter2 hunt', true, 'it has twelve characters'],
    ['hunter2 hun', false, 'it has eleven characters'],
    ['x1y2z'.repeat(26), false, 'it has 130 characters'],
    ['aaaaaaaaaaaab', false, 'it has two different characters'],
    ['ann@operator.example', false, 'it is the e-mail address'],
    ['', false, 'it is empty'],
  ])('%s: accepted: %s, because %s', (password, accepted) => {
    expect(isPassword(password, 'Ann@operator.example')).toBe(accepted)
  })
})

describe('a code of the second factor', () => {
  // RFC 6238, appendix B, at 59 s: the last six of eight digits.
  const secret = Buffer.from('12345678901234567890')
  const at = (seconds: number) => Temporal.Instant.fromEpochMilliseconds(seconds * 1000)

  it.each([
    [59, 1],
    [30, 1],
    [0, 1],
    [89, 1],
    [90, undefined],
    [119, undefined],
  ])('at %i s the code of the second period belongs to period %s', (seconds, step) => {
    expect(totpStepOf(secret, '287082', at(seconds))).toBe(step)
  })

  it.each(['', '28708', '2870820', '287083', 'abcdef', '28708２', '-28708'])(
    'the text "%s" is no code',
    (code) => {
      expect(totpStepOf(secret, code, at(59))).toBeUndefined()
    },
  )

  it('its secret has 160 random bits', () => {
    const random = Buffer.alloc(32, 7).toString('base64url')
    expect(totpSecretOf(random)).toEqual(Buffer.alloc(20, 7))
  })
})
