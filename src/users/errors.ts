// The refusals of this module. Failed authentications and token requests are `OauthFailure`s (tokens/oauth-failure.ts).

import type { ErrorKind } from '../kernel/refusal.ts'
import { CLIENT_KEY_LENGTH_MAX, PARTNER_PRICE_DECIMALS_MAX, PARTNER_PRICE_MAX } from './model.ts'

/** The message is the one that client programs expect (Facts 1.3). */
export const EmailNotUnique: ErrorKind = {
  code: 'NOT_UNIQUE',
  status: 409,
  message: "You're already a member. Please login",
  path: 'email',
}
export const CodeNotUnique: ErrorKind = {
  code: 'NOT_UNIQUE',
  status: 409,
  message: 'Another user has this registration code. Send a new random code.',
  path: 'registrationCode',
}
/** Code and message are those that client programs expect (Facts 1.3). */
export const EmailInvalid: ErrorKind = {
  code: 'ERROR',
  status: 422,
  message: 'Please provide a valid email',
  path: 'email',
}

/** D6: in live mode an external login page authenticates people; this error means that no login page is configured. */
export const NoLogin: ErrorKind = {
  code: 'authorization.login.not-configured',
  status: 404,
  message: 'No login page is configured for this installation. Ask its operator to set one.',
}

/** D119: has the same code as the refusal of another application's grant, so that an application cannot learn who has grants. */
export const GrantNotFound: ErrorKind = {
  code: 'not.found',
  status: 404,
  message:
    'The user has no live grant for this application. Get the grants at GET /v1/user/grants.',
  path: 'clientKey',
}
export const TokenNotFound: ErrorKind = {
  code: 'token.not-found',
  status: 404,
  message: 'The user has no live token with this id. Send an id that `token list` shows.',
  path: 'token',
}
export const UserNotFound: ErrorKind = {
  code: 'user.not-found',
  status: 404,
  message: 'There is no user with this id. Send the id of an existing user.',
  path: 'user',
}

export const ClientKeyInvalid: ErrorKind = {
  code: 'application.client-key.invalid',
  status: 422,
  message: `Send a client key of 1 to ${CLIENT_KEY_LENGTH_MAX} letters, digits, dots, hyphens, underscores or tildes.`,
  path: 'clientKey',
}
export const ClientKeyTaken: ErrorKind = {
  code: 'application.client-key.taken',
  status: 409,
  message: 'An application has this client key already. Choose another client key.',
  path: 'clientKey',
}
export const ApplicationNotFound: ErrorKind = {
  code: 'application.not-found',
  status: 404,
  message:
    'There is no application with this client key. Send the client key of an existing application.',
  path: 'clientKey',
}
export const RedirectUriInvalid: ErrorKind = {
  code: 'application.redirect-uri.invalid',
  status: 422,
  message:
    "Send as redirect URI 'loopback', an http or https URL, or a URL with a private scheme that contains a dot, such as com.example.app:/back. It must have no user name, password or fragment.",
  path: 'redirectUris',
}
export const PartnerPriceInvalid: ErrorKind = {
  code: 'application.partner-price.invalid',
  status: 422,
  message: `Send a partner price from 0 to ${PARTNER_PRICE_MAX} with at most ${PARTNER_PRICE_DECIMALS_MAX} decimals, such as 0.005.`,
  path: 'partnerPrice',
}
