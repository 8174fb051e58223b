// Revocation (D119). Whoever revokes holds the user exclusively, and whoever issues a token holds the
// user shared: so each statement here sees every token that was issued before, and none is issued until
// the transaction ends.

import type { UserCaller } from '../kernel/caller.ts'
import type { Reader, Tx } from '../kernel/database/db.ts'
import type { Context } from '../kernel/endpoint.ts'
import type { Id } from '../kernel/ids.ts'
import { refuse } from '../kernel/refusal.ts'
import { stopDeliveriesAbout } from '../webhooks/index.ts'
import { GrantNotFound, TokenNotFound, UserNotFound } from './errors.ts'
import { type GrantRow, listGrants, setRevoked } from './grant-store.ts'
import { grantRevoked, tokenRevoked, tokensRevoked, userActivated } from './security-events.ts'
import * as store from './store.ts'
import * as tokens from './token-store.ts'

/** `now` is the sandbox's time where it has one; tokens live by the real time (D10). */
export type Revoking = Pick<Context, 'realNow' | 'report' | 'now'>

type By = (typeof grantRevoked.fields.by)[number]

/** The grants that a caller sees: a personal token all of the user's, an application's token its own. */
export function grantsSeenBy(
  db: Reader,
  { userId, applicationId }: UserCaller,
): Promise<GrantRow[]> {
  return listGrants(db, userId, applicationId)
}

/** Ends all that the application may do for the user. Refuses with GrantNotFound. */
export async function revokeGrant(
  tx: Tx,
  { userId, clientKey, by }: { userId: Id<'user'>; clientKey: string; by: By },
  revoking: Revoking,
): Promise<void> {
  await store.lockUser(tx, userId)
  const grants = await listGrants(tx, userId, null)
  const grant = grants.find((each) => each.clientKey === clientKey)
  if (grant === undefined) return refuse(GrantNotFound, { arguments: [clientKey] })
  await revoke(tx, userId, [grant], by, revoking)
}

async function revoke(
  tx: Tx,
  userId: Id<'user'>,
  grants: readonly GrantRow[],
  by: By,
  { now, realNow, report }: Revoking,
): Promise<void> {
  const applicationIds = grants.map(({ applicationId }) => applicationId)
  await setRevoked(tx, userId, applicationIds, now)
  await store.endRegistrationCode(tx, userId, applicationIds)
  await tokens.deleteCodesOf(tx, userId, applicationIds)
  await tokens.revokeTokensOf(tx, userId, realNow(), { applicationIds })
  await stopDeliveriesAbout(tx, userId, applicationIds)
  for (const applicationId of applicationIds) report(grantRevoked, { userId, applicationId, by })
}

/**
 * Revokes all tokens of the user but the one that was sent, the codes that would give new ones, and the
 * grants of other applications: an application with a registration code could get new tokens by itself.
 */
export async function revokeOtherTokens(
  tx: Tx,
  { userId, tokenId, applicationId }: UserCaller,
  revoking: Revoking,
): Promise<void> {
  await store.lockUser(tx, userId)
  const grants = await listGrants(tx, userId, null)
  const others = grants.filter((grant) => grant.applicationId !== applicationId)
  if (others.length > 0) await revoke(tx, userId, others, 'user', revoking)
  await tokens.deleteCodesOf(tx, userId)
  await tokens.revokeTokensOf(tx, userId, revoking.realNow(), { kept: tokenId })
  revoking.report(tokensRevoked, { userId, keptTokenId: tokenId })
}

/** Refuses with TokenNotFound when the user has no such live token. */
export async function revokeOneToken(
  tx: Tx,
  { userId, tokenId }: { userId: Id<'user'>; tokenId: Id<'token'> },
  { realNow, report }: Revoking,
): Promise<void> {
  await store.lockUser(tx, userId)
  const live = await tokens.listTokens(tx, userId, realNow())
  if (!live.some(({ id }) => id === tokenId)) refuse(TokenNotFound, { arguments: [tokenId] })
  await tokens.revokeToken(tx, tokenId, realNow())
  report(tokenRevoked, { userId, tokenId })
}

/**
 * A deactivated user has no tokens and gets none (Facts 1.2). Grants stay as they are: after the
 * reactivation an application gets new tokens as it got the first ones. Refuses with UserNotFound.
 */
export async function setUserActive(
  tx: Tx,
  userId: Id<'user'>,
  active: boolean,
  { realNow, report }: Revoking,
): Promise<void> {
  if (!(await store.lockUser(tx, userId))) refuse(UserNotFound, { arguments: [userId] })
  await store.setActive(tx, userId, active)
  if (!active) {
    await tokens.deleteCodesOf(tx, userId)
    await tokens.revokeTokensOf(tx, userId, realNow(), {})
  }
  report(userActivated, { userId, active: active ? 'yes' : 'no' })
}
