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
  ends: 'A refresh token gives no more access tokens.',
  realTime: true,
})

export const authorizationCode = timer({
  name: 'users.authorization-code',
  seconds: 10 * MINUTE,
  spec: 'D6',
  ends: 'An authorization code gives no token.',
  realTime: true,
})

/** What the login page may give at most. */
export const loggedIn = timer({
  name: 'users.logged-in',
  seconds: 10 * MINUTE,
  spec: 'gap 254',
  ends: 'What the login page said of somebody in live lets nobody consent.',
  realTime: true,
})

export const consentCookie = timer({
  name: 'users.consent-cookie',
  seconds: HOUR,
  spec: 'gap 210',
  ends: 'A browser forgets the cookie that ties the consent form to it.',
  realTime: true,
})

/** Until then a rotated refresh token that is sent again is known, and revokes its family (D108). */
export const revokedKept = timer({
  name: 'users.revoked-kept',
  seconds: 30 * DAY,
  spec: 'D117, gap 368',
  ends: 'A revoked token is deleted.',
  realTime: true,
})

/** For whoever looks into a case. */
export const expiredKept = timer({
  name: 'users.expired-kept',
  seconds: DAY,
  spec: 'gap 60',
  ends: 'An expired access token or authorization code is deleted.',
  realTime: true,
})
