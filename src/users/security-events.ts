// The events of this module in the security log (D121). No field can contain a secret, a token or a name.

import { securityEventKind } from '../kernel/security-event.ts'

export const clientRefused = securityEventKind({
  name: 'users.client-refused',
  summary: 'Client authentication failed.',
  nature: 'failure',
  fields: {
    applicationId: 'integer',
    reason: ['missing', 'malformed', 'two-clients', 'unknown-client', 'wrong-secret'],
  },
})

export const bearerRefused = securityEventKind({
  name: 'users.bearer-refused',
  summary: 'A bearer token was refused.',
  nature: 'failure',
  fields: {
    tokenId: 'integer',
    userId: 'integer',
    applicationId: 'integer',
    reason: ['unknown', 'expired', 'revoked', 'refresh-token', 'user-inactive'],
  },
})

const grantTypes = ['authorization_code', 'refresh_token', 'registration_code'] as const

export const grantRefused = securityEventKind({
  name: 'users.grant-refused',
  summary: 'A registration code, authorization code or refresh token was refused.',
  nature: 'failure',
  fields: { applicationId: 'integer', grantType: grantTypes },
})

export const consentRefused = securityEventKind({
  name: 'users.consent-refused',
  summary: 'A form of the consent page was refused: its CSRF token or its login is not valid.',
  nature: 'failure',
  fields: { applicationId: 'integer', reason: ['csrf-token', 'login'] },
})

export const accessGranted = securityEventKind({
  name: 'users.access-granted',
  summary: 'A user granted an application access.',
  nature: 'change',
  fields: { userId: 'integer', applicationId: 'integer' },
})

export const applicationChanged = securityEventKind({
  name: 'users.application-changed',
  summary:
    'An application was created, or its secret, redirect URIs, partner price or flags changed.',
  nature: 'change',
  fields: { applicationId: 'integer' },
})

export const userCreated = securityEventKind({
  name: 'users.user-created',
  summary: 'The operator created a user with a personal token.',
  nature: 'change',
  fields: { userId: 'integer' },
})

export const personalTokenCreated = securityEventKind({
  name: 'users.personal-token-created',
  summary: 'The operator created a further personal token for a user.',
  nature: 'change',
  fields: { userId: 'integer' },
})

export const grantRevoked = securityEventKind({
  name: 'users.grant-revoked',
  summary: 'A grant was revoked, with all tokens and codes that were issued for it.',
  nature: 'change',
  fields: { userId: 'integer', applicationId: 'integer', by: ['user', 'application', 'operator'] },
})

export const tokenRevoked = securityEventKind({
  name: 'users.token-revoked',
  summary: 'The operator revoked a token.',
  nature: 'change',
  fields: { userId: 'integer', tokenId: 'integer' },
})

export const userActivationChanged = securityEventKind({
  name: 'users.user-activation-changed',
  summary:
    'The operator deactivated or reactivated a user. A deactivation revokes all tokens of the user.',
  nature: 'change',
  fields: { userId: 'integer', active: ['yes', 'no'] },
})

const reuseFields = {
  userId: 'integer',
  applicationId: 'integer',
  revokedTokens: 'integer',
} as const

export const codeReused = securityEventKind({
  name: 'users.code-reused',
  summary: 'A used authorization code was sent again; the tokens issued for it were revoked.',
  nature: 'failure',
  fields: reuseFields,
})

export const refreshTokenReused = securityEventKind({
  name: 'users.refresh-token-reused',
  summary:
    'A rotated refresh token was sent again; all tokens issued for the same authorization code were revoked.',
  nature: 'failure',
  fields: reuseFields,
})

export const tokensRevoked = securityEventKind({
  name: 'users.tokens-revoked',
  summary: 'All tokens of a user except the token of the request were revoked.',
  nature: 'change',
  fields: { userId: 'integer', keptTokenId: 'integer' },
})
