// Request and reply shapes of users.

import Type, { type Static } from 'typebox'
import { idOut } from '../kernel/ids.ts'
import {
  described,
  input,
  nullable,
  nullableText,
  oneOf,
  optionalText,
  toSecond,
} from '../kernel/wire.ts'
import type { GrantRow } from './application-store.ts'
import { languages } from './model.ts'
import type { UserRow } from './store.ts'

export const TokenRequest = Type.Object(
  {
    grant_type: optionalText(
      'client_credentials, registration_code, authorization_code or refresh_token',
      'client_credentials',
    ),
    client_id: optionalText(
      'The client key of the application, unless Basic authentication contains it',
      'sandbox-app',
    ),
    client_secret: optionalText(
      'The secret of the application. Absent for an application without a secret, or when Basic authentication contains the secret.',
      'secret',
    ),
    email: optionalText('With registration_code: the user who was signed up', 'ann@example.com'),
    registration_code: optionalText('With registration_code: the code of the sign-up', 'secret'),
    code: optionalText('With authorization_code: the code from the redirect', 'code'),
    redirect_uri: optionalText(
      'With authorization_code: the URI that the code was sent to',
      'http://localhost:3000/callback',
    ),
    code_verifier: optionalText(
      'With authorization_code: the PKCE verifier, when the authorization had a code_challenge',
      'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    ),
    refresh_token: optionalText(
      'With refresh_token: the refresh token. A client without a secret gets a new one each time.',
      '984bd68c-cb65-4046-9649-48ddb8620da1',
    ),
  },
  {
    title: 'CreateTokenRequest',
    examples: [
      {
        grant_type: 'client_credentials',
        client_id: 'sandbox-app',
        client_secret: 'sandbox-app-secret',
      },
    ],
  },
)
export type TokenRequest = Static<typeof TokenRequest>

const accessToken = {
  access_token: Type.String({
    description: 'Send it as `Authorization: Bearer`',
    examples: ['7b2ea7cb-4f4f-4bd9-8f38-6113032ee2b3'],
  }),
  token_type: oneOf(['bearer'], 'Always bearer'),
}
const expiresIn = Type.Integer({
  description: 'Seconds until the access token expires',
  examples: [43199],
})
const scope = oneOf(['transfers'], 'Always transfers: there is one scope')
const expiresAt = Type.String({
  description: 'When the access token expires',
  examples: ['2026-11-20T20:43:59.521Z'],
})

// Client programs expect the fields in this order, and times with this precision (Facts 1.1).
const UserToken = Type.Object(
  {
    ...accessToken,
    refresh_token: Type.String({
      description: 'Send it with grant_type refresh_token to get further access tokens',
      examples: ['984bd68c-cb65-4046-9649-48ddb8620da1'],
    }),
    expires_in: expiresIn,
    scope,
    created_at: Type.String({
      description: 'When the access token was created, with nanoseconds',
      examples: ['2026-11-20T08:43:59.521339906Z'],
    }),
    expires_at: expiresAt,
    refresh_token_expires_in: Type.Integer({
      description: 'Seconds until the refresh token expires',
      examples: [625803591],
    }),
    refresh_token_expires_at: Type.String({
      description: 'When the refresh token expires',
      examples: ['2046-05-30T11:03:51.097Z'],
    }),
  },
  { title: 'UserToken' },
)

const ClientToken = Type.Object(
  {
    ...accessToken,
    expires_in: expiresIn,
    expires_at: expiresAt,
    scope,
  },
  { title: 'ClientToken' },
)

export const Token = Type.Union([UserToken, ClientToken], {
  title: 'Token',
  description: 'A token of a user; with client_credentials, a token of the application',
})
export type Token = Static<typeof Token>

const email = Type.String({
  description: 'The e-mail address of the user',
  examples: ['ann@example.com'],
})

/** In characters. Nobody can guess a random code of this length (A 5.4). */
const REGISTRATION_CODE_LENGTH_MIN = 32

export const SignUpBody = input(
  {
    email,
    registrationCode: Type.String({
      minLength: REGISTRATION_CODE_LENGTH_MIN,
      description:
        'A secret that the application generates, one for each user, and stores like a password',
      examples: ['e5a1cf3e6b2f4c0f9b4d1a7c2e8f6d30'],
    }),
    language: Type.Optional(
      oneOf(languages, 'The language of messages to the user; EN when absent'),
    ),
  },
  { title: 'SignUpUserRequest' },
)

export const EmailBody = input({ email }, { title: 'EmailRequest' })

export const ContactEmail = Type.Object({ email }, { title: 'ContactEmail' })

export const Exists = Type.Object(
  {
    exists: Type.Boolean({ description: 'Whether the e-mail address belongs to a user' }),
  },
  { title: 'UserExists', description: 'Whether the user exists' },
)

/** The details of a user (B 2.4). */
export const UserDetails = Type.Object(
  {
    firstName: Type.String({ description: 'First and middle names', examples: ['Ann'] }),
    lastName: Type.String({ description: 'Last name', examples: ['Sample'] }),
    phoneNumber: Type.String({
      description: 'Phone number with the country code',
      examples: ['+447700900123'],
    }),
    dateOfBirth: Type.String({
      description: 'Date of birth, YYYY-MM-DD',
      format: 'date',
      examples: ['1990-01-31'],
    }),
    occupation: nullableText('The occupation of the person', 'Engineer'),
    avatar: nullableText('Link to a picture', 'https://example.com/ann.png'),
    primaryAddress: nullable(idOut('address')),
    address: nullable(
      Type.Object(
        {
          countryCode: Type.String({ description: 'ISO 3166-1 alpha-2', examples: ['GB'] }),
          firstLine: Type.String({ description: 'Street and number', examples: ['1 High Street'] }),
          postCode: nullableText('Post code', 'SW1A 1AA'),
          city: Type.String({ description: 'City', examples: ['London'] }),
          state: nullableText('State code, where the country has states', 'CA'),
        },
        { description: 'The primary address; null when there is none' },
      ),
    ),
  },
  { title: 'UserDetails' },
)
export type UserDetails = Static<typeof UserDetails>

export const User = Type.Object(
  {
    id: idOut('user'),
    name: nullableText('Full name; null until the user has a personal profile', 'Ann Sample'),
    email: Type.String({
      description: 'E-mail address of the login',
      examples: ['ann@example.com'],
    }),
    active: Type.Boolean({ description: 'Whether the user can use the service' }),
    details: nullable(
      described(UserDetails, 'The details of the personal profile; null when there is none'),
    ),
  },
  { title: 'User' },
)
export type User = Static<typeof User>

/** `details`: from the user's personal profile; null for a user without one. */
export function showUser({ id, email, active }: UserRow, details: UserDetails | null): User {
  const name = details && `${details.firstName} ${details.lastName}`
  return { id, name, email, active, details }
}

const authorizationFields = {
  client_id: optionalText('The client key of the application that requests access', 'sandbox-app'),
  redirect_uri: optionalText(
    'A redirect URI that the application has registered',
    'http://localhost:3000/callback',
  ),
  state: optionalText('Returned unchanged in the redirect', 'xyz'),
  code_challenge: optionalText(
    'PKCE (RFC 7636): BASE64URL(SHA-256(code_verifier)). Required for a client without a secret.',
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  ),
  code_challenge_method: optionalText('Send S256 with every code_challenge', 'S256'),
  login: optionalText(
    'Live mode: the assertion of the login page, which contains the user who has logged in',
    '1.1795192490.5f2c',
  ),
}

export const AuthorizeQuery = Type.Object({
  ...authorizationFields,
  response_type: optionalText('Always code, which is also the default', 'code'),
  search: optionalText('Sandbox: shows the users whose e-mail address contains this text', 'ann'),
})

const Grant = Type.Object(
  {
    clientKey: Type.String({
      description: 'The client key of the application',
      examples: ['sandbox-app'],
    }),
    name: Type.String({
      description: 'The name of the application on the consent page',
      examples: ['Sandbox app'],
    }),
    createdAt: Type.String({
      description:
        'When the user granted access. A later consent changes it only after a revocation.',
      format: 'date-time',
      examples: ['2026-11-20T10:00:00Z'],
    }),
  },
  { title: 'Grant' },
)

export const Grants = Type.Array(Grant, {
  title: 'GrantList',
  description:
    'All live grants; with the token of an application, the grant of that application only',
})

export function showGrant({ clientKey, name, createdAt }: GrantRow): Static<typeof Grant> {
  return { clientKey, name, createdAt: toSecond(createdAt) }
}

export const AuthorizeForm = Type.Object(
  {
    ...authorizationFields,
    csrf: optionalText('The value of the hidden field csrf of the page', 'token'),
    choice: optionalText(
      'The id of the user, or the ids of the user and of a profile with a colon between them',
      '1:2',
    ),
    decision: optionalText('allow or deny', 'allow'),
  },
  { title: 'AuthorizationForm' },
)
