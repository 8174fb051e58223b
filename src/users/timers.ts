// How long tokens, codes and cookies are valid, and how long their rows are stored.

import { DAY, HOUR, MINUTE, timer } from '../kernel/timer.ts'

export const accessToken = timer({
  name: 'users.access-token',
  seconds: 12 * HOUR,
  spec: 'D6',
  ends: 'An access token, of a user or an application, is refused.',
  realTime: true,
})

/** About twenty years. */
export const refreshToken = timer({
  name: 'users.refresh-token',
  seconds: 20 * 365 * DAY,
  spec: 'D6, gap 56',
  ends: 'A refresh token is refused.',
  realTime: true,
})

export const authorizationCode = timer({
  name: 'users.authorization-code',
  seconds: 10 * MINUTE,
  spec: 'D6',
  ends: 'An authorization code is refused.',
  realTime: true,
})

/** The longest validity that the login page may sign. */
export const loginAssertion = timer({
  name: 'users.login-assertion',
  seconds: 10 * MINUTE,
  spec: 'gap 254',
  ends: 'In live mode, the consent page refuses the assertion of the login page.',
  realTime: true,
})

export const consentCookie = timer({
  name: 'users.consent-cookie',
  seconds: HOUR,
  spec: 'gap 210',
  ends: 'A browser deletes the cookie that binds the consent form to this browser.',
  realTime: true,
})

/** A rotated refresh token that is sent again revokes its family (D108), so its row must still exist. */
export const revokedTokenRetention = timer({
  name: 'users.revoked-token-retention',
  seconds: 30 * DAY,
  spec: 'D117, gap 368',
  ends: 'A revoked token is deleted.',
  realTime: true,
})

/** Expired rows stay for a day, so that support can look at them. */
export const expiredTokenRetention = timer({
  name: 'users.expired-token-retention',
  seconds: DAY,
  spec: 'gap 60',
  ends: 'An expired token or authorization code is deleted.',
  realTime: true,
})
