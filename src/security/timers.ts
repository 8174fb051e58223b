// How long tokens, codes, locks and counts last.

import { DAY, MINUTE, timer } from '../kernel/timer.ts'

export const oneTimeToken = timer({
  name: 'security.one-time-token',
  seconds: 10 * MINUTE,
  spec: 'D31',
  ends: 'The one-time token of a challenge is no longer accepted.',
})

export const lowRisk = timer({
  name: 'security.low-risk',
  seconds: 5 * MINUTE,
  spec: 'D30',
  ends: 'An approval of low risk, such as for a statement, is no longer valid for the bearer token that used it.',
})

export const lockOut = timer({
  name: 'security.lock-out',
  seconds: 15 * MINUTE,
  spec: 'D113',
  ends: 'A factor that was locked by five wrong answers can be used again.',
})

export const userLock = timer({
  name: 'security.user-lock',
  seconds: DAY,
  spec: 'D113',
  ends: 'A user who was locked by ten wrong answers within a day can clear challenges again.',
})

export const wrongAnswerCounts = timer({
  name: 'security.wrong-answer-counts',
  seconds: DAY,
  spec: 'D113',
  ends: 'A wrong answer no longer counts towards the daily limit of ten.',
})

export const sentCodes = timer({
  name: 'security.sent-codes',
  seconds: 10 * MINUTE,
  spec: 'D113, gap 470',
  ends: 'A code sent to clear a one-time token, or to a changed phone number, no longer counts towards its limit.',
})

export const smsCode = timer({
  name: 'security.sms-code',
  seconds: 10 * MINUTE,
  spec: 'D32, gap 210',
  ends: 'A code that was sent to a phone number no longer verifies it.',
})

export const phoneCreations = timer({
  name: 'security.phone-creations',
  seconds: 10 * MINUTE,
  spec: 'D31a',
  ends: 'The creation of a phone number no longer counts towards its limit.',
})

export const oneTimeTokenRetention = timer({
  name: 'security.one-time-token-retention',
  seconds: DAY,
  spec: 'gap 210',
  ends: 'An expired one-time token is deleted, at the latest an hour later.',
})
