import { DAY, MINUTE, timer } from '../kernel/timer.ts'

export const oneTimeToken = timer({
  name: 'security.one-time-token',
  seconds: 10 * MINUTE,
  spec: 'D31',
  ends: 'The one-time token of a challenge opens nothing any more.',
})

export const lowRisk = timer({
  name: 'security.low-risk',
  seconds: 5 * MINUTE,
  spec: 'D30',
  ends: 'The approval of a low risk, such as a statement, holds no longer for the bearer token it was given to.',
})

export const lockOut = timer({
  name: 'security.lock-out',
  seconds: 15 * MINUTE,
  spec: 'D113',
  ends: 'A factor that was answered wrongly five times may be answered again.',
})

export const userLock = timer({
  name: 'security.user-lock',
  seconds: DAY,
  spec: 'D113',
  ends: 'A user who gave ten wrong answers within a day may clear challenges again.',
})

export const wrongAnswerCounts = timer({
  name: 'security.wrong-answer-counts',
  seconds: DAY,
  spec: 'D113',
  ends: 'A wrong answer no longer counts towards the ten of a day.',
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
  ends: 'The code that was sent to a phone number verifies it no longer.',
})

export const phoneCreations = timer({
  name: 'security.phone-creations',
  seconds: 10 * MINUTE,
  spec: 'D31a',
  ends: 'The creation of a phone number counts no longer against the limit.',
})

export const tokensKept = timer({
  name: 'security.tokens-kept',
  seconds: DAY,
  spec: 'gap 210',
  ends: 'An expired one-time token is deleted within the hour.',
})
