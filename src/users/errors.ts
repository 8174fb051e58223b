import type { ErrorKind } from '../kernel/refusal.ts'

/** Facts 1.3. */
export const EmailNotUnique: ErrorKind = {
  code: 'NOT_UNIQUE',
  status: 409,
  message: "You're already a member. Please login",
  path: 'email',
}
/** D100. */
export const CodeNotUnique: ErrorKind = {
  code: 'NOT_UNIQUE',
  status: 409,
  message: 'Another user has this registration code. Send a new random one.',
  path: 'registrationCode',
}
export const EmailInvalid: ErrorKind = {
  code: 'ERROR',
  status: 422,
  message: 'Please provide a valid email',
  path: 'email',
}

/** D6: in live somebody else authenticates the person, and nobody was named yet. */
export const NoLogin: ErrorKind = {
  code: 'authorization.login.not-configured',
  status: 404,
  message: 'This installation has no login page to authorize applications with.',
}

/** D119: the code of what is not the caller's, because a client cannot tell the two apart. */
export const GrantNotFound: ErrorKind = {
  code: 'not.found',
  status: 404,
  message: 'The user has granted nothing to this application.',
  path: 'clientKey',
}
export const TokenNotFound: ErrorKind = {
  code: 'token.not-found',
  status: 404,
  message: 'The user has no such live token.',
  path: 'token',
}
export const UserNotFound: ErrorKind = {
  code: 'user.not-found',
  status: 404,
  message: 'There is no such user.',
  path: 'user',
}

export const ClientKeyInvalid: ErrorKind = {
  code: 'application.client-key.invalid',
  status: 422,
  message: 'A client key has 1 to 100 letters, digits, points, dashes, underscores and tildes.',
  path: 'clientKey',
}
export const ClientKeyTaken: ErrorKind = {
  code: 'application.client-key.taken',
  status: 409,
  message: 'There is an application with this client key already.',
  path: 'clientKey',
}
export const ApplicationNotFound: ErrorKind = {
  code: 'application.not-found',
  status: 404,
  message: 'There is no such application.',
  path: 'clientKey',
}
export const RedirectUriInvalid: ErrorKind = {
  code: 'application.redirect-uri.invalid',
  status: 422,
  message: "A redirect URI is 'loopback', an http or https URL, or a URL of a private scheme.",
  path: 'redirectUris',
}
export const PartnerPriceInvalid: ErrorKind = {
  code: 'application.partner-price.invalid',
  status: 422,
  message: 'A partner price is a fraction from 0 to 0.5 with at most six decimals, such as 0.005.',
  path: 'partnerPrice',
}
