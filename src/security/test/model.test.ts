import { describe, expect, it } from 'vitest'
import {
  type Attempts,
  afterFailure,
  challengesOf,
  clearableFrom,
  codeOf,
  type EnrolledFactor,
  type Factor,
  isLocked,
  kindsNeeded,
  obfuscated,
  provesAgain,
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

describe('D113: a factor after a wrong answer', () => {
  const attempts = (failures: number, lockedUntil: Temporal.Instant | null = null): Attempts => ({
    failures,
    lockedUntil,
  })

  it.each<[Attempts, Attempts, string]>([
    [attempts(0), attempts(1), 'one wrong answer is no harm'],
    [attempts(3), attempts(4), 'the fifth is the last'],
    [attempts(4), attempts(5, in15Minutes), 'five lock the factor'],
    [attempts(5, in15Minutes), attempts(6, in15Minutes), 'it was judged before the lock'],
    [attempts(9, now), attempts(1), 'the count begins anew when the lock is over'],
  ])('of %j is %j because %s', (before, after) => {
    expect(afterFailure(before, now)).toEqual(after)
  })

  it('is locked until the very moment that was named', () => {
    const lockedUntil = in15Minutes
    expect(isLocked({ lockedUntil }, in15Minutes.subtract({ nanoseconds: 1 }))).toBe(true)
    expect(isLocked({ lockedUntil }, in15Minutes)).toBe(false)
  })
})

const enrolled = (factor: Factor, lockedUntil: Temporal.Instant | null = null, epoch = 1) => ({
  factor,
  lockedUntil,
  epoch,
})
const in5Minutes = now.add({ minutes: 5 })

describe('D113: a token can be cleared', () => {
  it.each<[number, EnrolledFactor[], Temporal.Instant, string]>([
    [1, [enrolled('PIN')], now, 'nothing is locked'],
    [1, [enrolled('PIN', in15Minutes)], in15Minutes, 'the only factor is locked'],
    [1, [enrolled('PIN', in15Minutes), enrolled('SMS')], now, 'the alternative is not locked'],
    [2, [enrolled('PIN', in15Minutes), enrolled('SMS')], in15Minutes, 'a lock asks for no less'],
    [
      2,
      [enrolled('PIN', in15Minutes), enrolled('SMS', in5Minutes), enrolled('FACE_MAP')],
      in5Minutes,
      'two kinds are there as soon as one of the two locks ends',
    ],
    [
      2,
      [enrolled('PIN', in15Minutes), enrolled('SIGNATURE')],
      now,
      'a signature clears everything',
    ],
    [1, [enrolled('PIN', now)], now, 'a lock that is over is none'],
  ])('%i kinds of %j from %s on because %s', (needed, offered, at) => {
    expect(String(clearableFrom(needed, offered, now))).toBe(String(at))
  })
})

describe('D112: answers verify a user again', () => {
  it.each<[Factor[], EnrolledFactor[], boolean, string]>([
    [['PIN'], [enrolled('PIN', null, 1)], true, 'it was there before the deletion'],
    [['PIN'], [enrolled('PIN', null, 3)], false, 'it was enrolled after the deletion'],
    [['PIN'], [enrolled('PIN', null, 2)], false, 'it shares the epoch of the deletion'],
    [['PIN'], [enrolled('PIN'), enrolled('SMS')], false, 'all remaining kinds are needed'],
    [['PIN', 'SMS'], [enrolled('PIN'), enrolled('SMS')], true, 'all kinds were shown'],
    [['SMS'], [enrolled('SMS'), enrolled('SIGNATURE')], true, 'both are of one kind'],
    [['PIN', 'SMS'], [enrolled('PIN', null, 3), enrolled('SMS')], true, 'the old kind was shown'],
    [[], [], false, 'nothing is left to show'],
  ])('%j of %j: %s because %s', (passed, has, expected) => {
    const state = { epoch: 5, lockedUntil: null, removalEpoch: 2, factors: has }
    expect(provesAgain(passed, state)).toBe(expected)
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
