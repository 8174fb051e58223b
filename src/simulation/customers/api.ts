// Sandbox endpoints that verify profiles, confirm users and expire tokens.

import Type from 'typebox'
import { writes } from '../../kernel/endpoint.ts'
import { refuse } from '../../kernel/refusal.ts'
import { idIn } from '../../kernel/wire.ts'
import { confirmUser } from '../../security/index.ts'
import { expireBearer, findUser } from '../../users/index.ts'
import { TokenPermanent, UserNotFound } from '../errors.ts'
import { verifyOwner, verifyUser } from './verify-user.ts'

const verification = {
  sandboxOnly: true,
  reply: Type.String({ description: 'An empty text' }),
  replies: 'text/plain',
  onRepeat: 'same',
  errors: [],
} as const

export const verifyProfile = writes(
  {
    ...verification,
    id: 'simulation.verify-profile',
    operationId: 'simulateProfileVerification',
    route: 'POST /v1/simulation/verify-profile',
    summary:
      'Verify all profiles of the user of the token, and release the transfers, received payments and orders that waited for the verification. A repeat changes nothing.',
    spec: 'A 4.5',
    access: { token: 'user' },
  },
  async (tx, { caller, now, settings }) => {
    await verifyUser(tx, caller.userId, { now, settings })
    return ''
  },
)

export const verifyOwnerOfProfile = writes(
  {
    ...verification,
    id: 'simulation.profile-verifications',
    operationId: 'simulateVerificationsOfProfile',
    route: 'POST /v1/simulation/profiles/{profileId}/verifications',
    summary:
      'Verify all profiles of the user who owns this profile, and release the transfers, received payments and orders that waited for the verification. A repeat changes nothing.',
    spec: 'Facts 9.5',
    access: { token: 'any', owns: 'profileId' },
    params: Type.Object({ profileId: idIn('profile') }),
  },
  async (tx, { params: { profileId }, now, settings }) => {
    await verifyOwner(tx, profileId, { now, settings })
    return ''
  },
)

// Simulates the operator, who may confirm any user. Tokens of applications are refused, because an application
// could otherwise delete a factor and confirm the deletion itself.
export const confirm = writes(
  {
    id: 'simulation.confirm-user',
    operationId: 'simulateUserConfirmation',
    route: 'POST /v1/simulation/users/{userId}/confirm',
    summary: 'Confirm a user after an application deleted one of their factors.',
    spec: 'D112',
    access: { token: 'personal' },
    sandboxOnly: true,
    params: Type.Object({ userId: idIn('user') }),
    reply: Type.Null(),
    status: 204,
    changesFactors: true,
    onRepeat: 'same',
    errors: [UserNotFound],
  },
  async (tx, { params: { userId }, report }) => {
    if ((await findUser(tx, userId)) === undefined) refuse(UserNotFound, { arguments: [userId] })
    await confirmUser(tx, userId, report)
    return null
  },
)

export const expireToken = writes(
  {
    id: 'simulation.tokens-expire',
    operationId: 'expireToken',
    route: 'POST /v1/simulation/tokens/expire',
    summary: 'Expire the access token of this request, to test how a client refreshes it.',
    spec: 'D103',
    access: { token: 'any' },
    sandboxOnly: true,
    status: 204,
    reply: Type.Null(),
    changesCaller: true,
    // The repeat is sent with the expired token.
    onRepeat: { refusalStatus: 401 },
    errors: [TokenPermanent],
  },
  async (tx, { headers, realNow }) => {
    const isExpired = await expireBearer(tx, headers['authorization'], realNow())
    if (!isExpired) refuse(TokenPermanent)
    return null
  },
)
