import { describe, expect, it } from 'vitest'
import {
  type Attempts,
  attemptsAfterFailure,
  canEndRemoval,
  challengesOf,
  clearableFrom,
  codeFrom,
  countKinds,
  type EnrolledFactor,
  FACE_MAP_LENGTH_MAX,
  type Factor,
  hasOpenChallengeFor,
  isLocked,
  isStrict,
  kindsNeeded,
  obfuscatePhoneNumber,
  type Risk,
  secondsUntil,
  trustedFactors,
} from '../model.ts'

const now = Temporal.Instant.from('2026-01-05T10:00:00Z')
const in15Minutes = now.add({ minutes: 15 })

describe('kindsNeeded', () => {
  it.each<[Risk, Factor[], number, string]>([
    ['high', ['PIN'], 1, 'the user has only one kind'],
    ['high', ['PIN', 'FACE_MAP'], 2, 'knowledge and inherence are two kinds'],
    ['high', ['PIN', 'FACE_MAP', 'SMS'], 2, 'two of three kinds are enough'],
    ['high', ['SMS', 'SIGNATURE'], 1, 'both factors are possession'],
    ['high', ['PIN', 'SMS', 'SIGNATURE'], 2, 'the user has possession and knowledge'],
    ['low', ['PIN', 'FACE_MAP', 'SMS'], 1, 'a low risk needs one kind'],
  ])('%s with %j is %i because %s', (risk, offered, needed) => {
    expect(kindsNeeded(risk, offered)).toBe(needed)
  })
})

describe('challengesOf', () => {
  it.each<[number, Factor[], Factor[], [Factor, Factor[]][], string]>([
    [1, ['PIN'], [], [['PIN', []]], 'the user has only a PIN'],
    [1, ['PIN'], ['PIN'], [], 'the PIN was passed'],
    [1, ['SMS', 'PIN'], [], [['PIN', ['SMS']]], 'the order is fixed'],
    [1, ['PIN', 'SMS'], ['SMS'], [], 'an alternative clears the challenge'],
    [
      2,
      ['PIN', 'FACE_MAP', 'SMS'],
      [],
      [
        ['PIN', ['SMS']],
        ['FACE_MAP', ['SMS']],
      ],
      'the third factor is an alternative to both challenges',
    ],
    [
      2,
      ['PIN', 'FACE_MAP', 'SMS'],
      ['SMS'],
      [['PIN', ['FACE_MAP']]],
      'one of two challenges is left',
    ],
    [2, ['PIN', 'SMS', 'SIGNATURE'], ['SMS'], [['PIN', []]], 'a signature adds nothing to SMS'],
    [2, ['PIN', 'SMS', 'SIGNATURE'], ['PIN', 'SMS'], [], 'two kinds were passed'],
    [
      2,
      ['SMS', 'SIGNATURE'],
      [],
      [['SMS', ['SIGNATURE']]],
      'two factors of one kind are one challenge',
    ],
  ])(
    'with %i kinds needed, %j offered and %j passed is %j because %s',
    (needed, offered, passed, expected) => {
      const challenges = challengesOf({ needed, offered, passed })
      expect(challenges.map(({ primary, alternatives }) => [primary, alternatives])).toEqual(
        expected,
      )
    },
  )
})

describe('D112: countKinds', () => {
  it.each<[Factor[], number, string]>([
    [[], 0, 'there is no factor'],
    [['SMS', 'SIGNATURE'], 1, 'both factors are possession'],
    [['PIN', 'FACE_MAP', 'SMS', 'SIGNATURE'], 3, 'there are three kinds'],
  ])('of %j is %i because %s', (offered, kinds) => {
    expect(countKinds(offered)).toBe(kinds)
  })
})

describe('D113: hasOpenChallengeFor', () => {
  const offered: Factor[] = ['PIN', 'FACE_MAP', 'SMS']
  it.each<[Factor, number, Factor[], boolean, string]>([
    ['PIN', 1, [], true, 'the PIN is the first challenge'],
    ['SMS', 1, [], true, 'SMS is an alternative to the PIN'],
    ['FACE_MAP', 2, [], true, 'the face map is the second challenge'],
    ['SIGNATURE', 2, [], false, 'the user has no signing key'],
    ['PIN', 2, ['PIN'], false, 'the PIN was passed'],
    ['SMS', 2, ['PIN'], true, 'SMS is an alternative to the face map'],
    ['SMS', 1, ['PIN'], false, 'no challenge is open'],
  ])(
    'for %s with %i kinds needed and %j passed is %s because %s',
    (factor, needed, passed, open) => {
      expect(hasOpenChallengeFor({ needed, offered, passed }, factor)).toBe(open)
    },
  )
})

describe('D112: isStrict', () => {
  it.each([
    ['live', false, true, 'live is always strict'],
    ['live', true, true, 'live is always strict'],
    ['sandbox', true, true, 'GODWIT_SCA=strict applies the rules of live mode'],
    ['sandbox', false, false, 'without GODWIT_SCA=strict the sandbox is permissive'],
  ] as const)('in %s with strictSca %s is %s, because %s', (mode, strictSca, strict, _) => {
    const settings = { strictSca } as Parameters<typeof isStrict>[0]['settings']
    expect(isStrict({ mode, settings })).toBe(strict)
  })
})

it('FACE_MAP_LENGTH_MAX is 1,048,576 characters', () => {
  expect(FACE_MAP_LENGTH_MAX).toBe(1_048_576)
})

describe('D113: attemptsAfterFailure', () => {
  const attempts = (failures: number, lockedUntil: Temporal.Instant | null = null): Attempts => ({
    failures,
    lockedUntil,
  })

  it.each<[Attempts, Attempts, string]>([
    [attempts(0), attempts(1), 'one wrong answer does not lock'],
    [attempts(3), attempts(4), 'four wrong answers do not lock'],
    [attempts(4), attempts(5, in15Minutes), 'five wrong answers lock the factor'],
    [attempts(5, in15Minutes), attempts(6, in15Minutes), 'a lock is not extended'],
    [attempts(9, now), attempts(1), 'the count restarts after a lock'],
  ])('of %j is %j because %s', (before, after) => {
    expect(attemptsAfterFailure(before, now)).toEqual(after)
  })
})

it('D113: isLocked is true before lockedUntil, and false at lockedUntil', () => {
  const lockedUntil = in15Minutes
  expect(isLocked({ lockedUntil }, in15Minutes.subtract({ nanoseconds: 1 }))).toBe(true)
  expect(isLocked({ lockedUntil }, in15Minutes)).toBe(false)
})

const enrolled = (factor: Factor, lockedUntil: Temporal.Instant | null = null, epoch = 1) => ({
  factor,
  lockedUntil,
  epoch,
})
const in5Minutes = now.add({ minutes: 5 })

describe('D113: clearableFrom', () => {
  it.each<[number, EnrolledFactor[], Temporal.Instant, string]>([
    [1, [enrolled('PIN')], now, 'nothing is locked'],
    [1, [enrolled('PIN', in15Minutes)], in15Minutes, 'the only factor is locked'],
    [1, [enrolled('PIN', in15Minutes), enrolled('SMS')], now, 'the alternative is not locked'],
    [
      2,
      [enrolled('PIN', in15Minutes), enrolled('SMS')],
      in15Minutes,
      'a lock does not reduce the required kinds',
    ],
    [
      2,
      [enrolled('PIN', in15Minutes), enrolled('SMS', in5Minutes), enrolled('FACE_MAP')],
      in5Minutes,
      'two kinds are available when the first lock ends',
    ],
    [
      2,
      [enrolled('PIN', in15Minutes), enrolled('SIGNATURE')],
      now,
      'a signature clears all challenges',
    ],
    [1, [enrolled('PIN', now)], now, 'the lock has ended'],
  ])('for %i kinds of %j is %s because %s', (needed, offered, at) => {
    expect(String(clearableFrom(needed, offered, now))).toBe(String(at))
  })
})

describe('D112: trustedFactors', () => {
  const factors = [enrolled('PIN', null, 1), enrolled('SMS', null, 3)]
  it.each<[number | null, Factor[], string]>([
    [null, ['PIN', 'SMS'], 'no factor was removed without proof'],
    [3, ['PIN'], 'SMS was enrolled after the removal'],
    [4, ['PIN', 'SMS'], 'both factors were enrolled before the removal'],
    [1, [], 'no factor was enrolled before the removal'],
  ])('with removal epoch %s are %j because %s', (removalEpoch, trusted) => {
    const state = { epoch: 5, lockedUntil: null, removalEpoch, factors }
    expect(trustedFactors(state).map(({ factor }) => factor)).toEqual(trusted)
  })
})

describe('D112: canEndRemoval', () => {
  it.each<[Factor[], EnrolledFactor[], boolean, string]>([
    [['PIN'], [enrolled('PIN', null, 1)], true, 'the PIN was enrolled before the deletion'],
    [['PIN'], [enrolled('PIN', null, 3)], false, 'the PIN was enrolled after the deletion'],
    [['PIN'], [enrolled('PIN', null, 2)], false, 'the PIN has the epoch of the deletion'],
    [['PIN'], [enrolled('PIN'), enrolled('SMS')], false, 'all remaining kinds are needed'],
    [['PIN', 'SMS'], [enrolled('PIN'), enrolled('SMS')], true, 'all kinds were passed'],
    [['SMS'], [enrolled('SMS'), enrolled('SIGNATURE')], true, 'both factors are of one kind'],
    [
      ['PIN', 'SMS'],
      [enrolled('PIN', null, 3), enrolled('SMS')],
      true,
      'the kind enrolled before the deletion was passed',
    ],
    [[], [], false, 'the user has no factor left'],
  ])('with %j passed of %j is %s because %s', (passed, factors, expected) => {
    const state = { epoch: 5, lockedUntil: null, removalEpoch: 2, factors }
    expect(canEndRemoval(passed, state)).toBe(expected)
  })
})

it.each([
  [0, 0, 'the time is now'],
  [1, 1, 'parts of a second are rounded up'],
  [1000, 1, '1000 ms are a whole second'],
  [1001, 2, 'parts of a second are rounded up'],
  [-5, 0, 'the time is past'],
])('secondsUntil %i ms from now is %i because %s', (milliseconds, seconds) => {
  expect(secondsUntil(now.add({ milliseconds }), now)).toBe(seconds)
})

it('codes are six digits that depend on the secret in live mode, and always the same in the sandbox', () => {
  const codes = Array.from({ length: 200 }, (_, n) => codeFrom('live', `secret ${n}`))
  expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true)
  expect(new Set(codes).size).toBeGreaterThan(190)
  expect(['secret', 'another secret'].map((secret) => codeFrom('sandbox', secret))).toEqual([
    '111111',
    '111111',
  ])
})

it.each([
  ['+447700908888', '*********8888'],
  ['+1234', '*1234'],
])('obfuscatePhoneNumber(%s) is %s', (phoneNumber, shown) => {
  expect(obfuscatePhoneNumber(phoneNumber)).toBe(shown)
})
