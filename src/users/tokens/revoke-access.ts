// Revocation of grants and tokens, and deactivation of users (D119). A revocation locks the user exclusively; before a token or
// an authorization code is issued to an application, the user is locked shared (`lockUserForIssue`). So a revocation sees
// every token and code that was issued before it, and no application gets a token of the user until the revocation ends.
// `revokeTokenByText` needs no lock, because it revokes only the token that it was called with.

import type { UserCaller } from '../../kernel/caller.ts'
import type { Reader, Tx } from '../../kernel/database/db.ts'
import type { Context } from '../../kernel/endpoint.ts'
import type { Id } from '../../kernel/ids.ts'
import { refuse } from '../../kernel/refusal.ts'
import { stopDeliveriesAboutUser } from '../../webhooks/index.ts'
import { type GrantRow, listGrants, revokeGrants } from '../application-store.ts'
import { GrantNotFound, TokenNotFound, UserNotFound } from '../errors.ts'
import { hashSecret } from '../secret.ts'
import {
  grantRevoked,
  tokenRevoked,
  tokensRevoked,
  userActivationChanged,
} from '../security-events.ts'
import * as store from '../store.ts'
import * as tokens from './token-store.ts'

/** Grants follow `now`, in a sandbox the time of its clock; tokens follow the real time (D10). */
type RevocationContext = Pick<Context, 'realNow' | 'report' | 'now'>

type Revoker = (typeof grantRevoked.fields.by)[number]

/** The live grants that the caller may see: the user sees all, an application only its own. */
export function listVisibleGrants(
  db: Reader,
  { userId, applicationId }: UserCaller,
): Promise<GrantRow[]> {
  return listGrants(db, userId, applicationId)
}

/** Revokes the grant with its tokens and codes, and stops the application's webhooks. Refuses with GrantNotFound. */
export async function revokeGrant(
  tx: Tx,
  { userId, clientKey, by }: { userId: Id<'user'>; clientKey: string; by: Revoker },
  context: RevocationContext,
): Promise<void> {
  await store.lockUserForRevocation(tx, userId)
  const grants = await listGrants(tx, userId, null)
  const grant = grants.find((each) => each.clientKey === clientKey)
  if (grant === undefined) return refuse(GrantNotFound, { arguments: [clientKey] })
  await revokeAccess(tx, userId, [grant], { ...context, by })
}

async function revokeAccess(
  tx: Tx,
  userId: Id<'user'>,
  grants: readonly GrantRow[],
  { now, realNow, report, by }: RevocationContext & { readonly by: Revoker },
): Promise<void> {
  const applicationIds = grants.map(({ applicationId }) => applicationId)
  await revokeGrants(tx, userId, applicationIds, now)
  await store.deleteRegistrationCode(tx, userId, applicationIds)
  await tokens.deleteUnusedCodes(tx, userId, applicationIds)
  await tokens.revokeTokensOfUser(tx, userId, realNow(), { applicationIds })
  await stopDeliveriesAboutUser(tx, userId, applicationIds)
  for (const applicationId of applicationIds) report(grantRevoked, { userId, applicationId, by })
}

/**
 * Revokes all tokens of the user except the token of the request, and the grants of other applications with their registration
 * codes; an application with a registration code could otherwise get new tokens. Deletes all unused authorization codes. The
 * grant and the registration code of the application that sent the request stay.
 */
export async function revokeOtherTokens(
  tx: Tx,
  { userId, tokenId, applicationId }: UserCaller,
  context: RevocationContext,
): Promise<void> {
  await store.lockUserForRevocation(tx, userId)
  const grants = await listGrants(tx, userId, null)
  const others = grants.filter((grant) => grant.applicationId !== applicationId)
  if (others.length > 0) await revokeAccess(tx, userId, others, { ...context, by: 'user' })
  await tokens.deleteUnusedCodes(tx, userId)
  await tokens.revokeTokensOfUser(tx, userId, context.realNow(), { exceptTokenId: tokenId })
  context.report(tokensRevoked, { userId, keptTokenId: tokenId })
}

/** Revokes one token. Refuses with TokenNotFound when the user has no live token with this id. */
export async function revokeTokenById(
  tx: Tx,
  { userId, tokenId }: { userId: Id<'user'>; tokenId: Id<'token'> },
  { realNow, report }: RevocationContext,
): Promise<void> {
  await store.lockUserForRevocation(tx, userId)
  const live = await tokens.listTokens(tx, userId, realNow())
  if (!live.some(({ id }) => id === tokenId)) refuse(TokenNotFound, { arguments: [tokenId] })
  await tokens.revokeToken(tx, tokenId, realNow())
  report(tokenRevoked, { userId, tokenId })
}

/** Revokes the access token or personal token with this text. Returns its user; undefined when there is no such live token. */
export async function revokeTokenByText(
  tx: Tx,
  token: string,
  realNow: Temporal.Instant,
): Promise<Id<'user'> | undefined> {
  const row = await tokens.findBearer(tx, hashSecret(token), realNow)
  if (row?.userId == null || row.state !== 'live') return undefined
  return (await tokens.revokeToken(tx, row.id, realNow)) ? row.userId : undefined
}

/**
 * Revokes all tokens of a user and prevents new ones (Facts 1.2). Grants stay as they are, so that applications can get
 * tokens again after a reactivation. Refuses with UserNotFound.
 */
export async function deactivateUser(
  tx: Tx,
  userId: Id<'user'>,
  { realNow, report }: RevocationContext,
): Promise<void> {
  await lockExistingUser(tx, userId)
  await store.updateActive(tx, { userId, active: false })
  await tokens.deleteUnusedCodes(tx, userId)
  await tokens.revokeTokensOfUser(tx, userId, realNow())
  report(userActivationChanged, { userId, active: 'no' })
}

/** Lets a user and their applications get tokens again. Refuses with UserNotFound. */
export async function reactivateUser(
  tx: Tx,
  userId: Id<'user'>,
  { report }: Pick<RevocationContext, 'report'>,
): Promise<void> {
  await lockExistingUser(tx, userId)
  await store.updateActive(tx, { userId, active: true })
  report(userActivationChanged, { userId, active: 'yes' })
}

async function lockExistingUser(tx: Tx, userId: Id<'user'>): Promise<void> {
  if (!(await store.lockUserForRevocation(tx, userId)))
    refuse(UserNotFound, { arguments: [userId] })
}
