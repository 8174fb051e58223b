import { describe, expect, it } from 'vitest'
import {
  afterFailure,
  challengesOf,
  codeOf,
  type Factor,
  type Holder,
  isLocked,
  kindsNeeded,
  obfuscated,
  type Risk,
  secondsUntil,
} from '../model.ts'

const now = Temporal.Instant.from('2026-01-05T10:00:00Z')
const in15Minutes = now.add({ minutes: 15 })

describe('kindsNeeded', () => {
  it.each<[Risk, Factor[], number, string]>([
    ['high', ['PIN'], 1, 'nobody is asked for more than they have'],
    ['high', ['PIN', 'FACE_MAP'], 2, 'knowledge and inherence are two'],
    ['high', ['PIN', 'FACE_MAP', 'SMS'], 2, 'two of three are enough'],
    ['high', ['SMS', 'SIGNATURE'], 1, 'both show a thing that one has'],
    ['high', ['PIN', 'SMS', 'SIGNATURE'], 2, 'one of the two things, and the PIN'],
    ['low', ['PIN', 'FACE_MAP', 'SMS'], 1, 'any one is enough for a low risk'],
  ])('%s with %j is %i because %s', (risk, offered, needed) => {
    expect(kindsNeeded(risk, offered)).toBe(needed)
  })
})

describe('challengesOf', () => {
  it.each<[number, Factor[], Factor[], [Factor, Factor[]][], string]>([
    [1, ['PIN'], [], [['PIN', []]], 'there is one'],
    [1, ['PIN'], ['PIN'], [], 'it was shown'],
    [1, ['SMS', 'PIN'], [], [['PIN', ['SMS']]], 'the order is ours, not theirs'],
    [1, ['PIN', 'SMS'], ['SMS'], [], 'the alternative is as good'],
    [
      2,
      ['PIN', 'FACE_MAP', 'SMS'],
      [],
      [
        ['PIN', ['SMS']],
        ['FACE_MAP', ['SMS']],
      ],
      'the third stands in for either',
    ],
    [2, ['PIN', 'FACE_MAP', 'SMS'], ['SMS'], [['PIN', ['FACE_MAP']]], 'one of two is left'],
    [2, ['PIN', 'SMS', 'SIGNATURE'], ['SMS'], [['PIN', []]], 'a signature adds nothing to SMS'],
    [2, ['PIN', 'SMS', 'SIGNATURE'], ['PIN', 'SMS'], [], 'two kinds were shown'],
  ])('%i of %j with %j shown is %j because %s', (needed, offered, passed, shown) => {
    const challenges = challengesOf({ needed, offered, passed })
    expect(challenges.map(({ primary, alternatives }) => [primary, alternatives])).toEqual(shown)
  })
})

describe('afterFailure', () => {
  const holder = (failures: number, lockedUntil: Temporal.Instant | null = null): Holder => ({
    epoch: 7,
    failures,
    lockedUntil,
  })

  it.each<[Holder, Partial<Holder>, string]>([
    [holder(0), { failures: 1, lockedUntil: null, epoch: 7 }, 'one wrong answer is no harm'],
    [holder(3), { failures: 4, lockedUntil: null, epoch: 7 }, 'the fifth is the last'],
    [holder(4), { failures: 5, lockedUntil: in15Minutes, epoch: 8 }, 'it kills open tokens'],
    [holder(5, in15Minutes), { failures: 6, lockedUntil: in15Minutes, epoch: 8 - 1 }, 'it is late'],
    [holder(9, now), { failures: 1, lockedUntil: null, epoch: 7 }, 'the row begins anew'],
  ])('of %j is %j because %s', (before, after) => {
    expect(afterFailure(before, now)).toEqual(after)
  })

  it('is over at the very moment it says', () => {
    expect(isLocked(holder(5, in15Minutes), in15Minutes.subtract({ nanoseconds: 1 }))).toBe(true)
    expect(isLocked(holder(5, in15Minutes), in15Minutes)).toBe(false)
  })
})

it.each([
  [0, 0, 'it is now'],
  [1, 1, 'a part of a second is still to wait'],
  [1000, 1, 'a second is a second'],
  [1001, 2, 'a part of a second is still to wait'],
  [-5, 0, 'it is past'],
])('secondsUntil %i ms from now is %i because %s', (milliseconds, seconds) => {
  expect(secondsUntil(now.add({ milliseconds }), now)).toBe(seconds)
})

it('codes are six digits of chance in live, and always the same in the sandbox', () => {
  const codes = Array.from({ length: 200 }, (_, n) => codeOf('live', `secret ${n}`))
  expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true)
  expect(new Set(codes).size).toBeGreaterThan(190)
  expect(codeOf('sandbox', 'secret')).toBe('111111')
})

it.each([
  ['+447700908888', '*********8888'],
  ['+1234', '*1234'],
])('of %s one may see %s', (phoneNumber, shown) => {
  expect(obfuscated(phoneNumber)).toBe(shown)
})
