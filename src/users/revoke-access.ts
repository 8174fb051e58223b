// Revocation (D119). What gives tokens is revoked before what it gives: each statement waits for the
// grants in progress that hold its rows, so the next statement sees the tokens that they issued.

import type { UserCaller } from '../kernel/caller.ts'
import type { Tx } from '../kernel/db.ts'
import type { Context } from '../kernel/endpoint.ts'
import { tokensRevoked } from './security-events.ts'
import { revokeTokensOf, useCodesOf } from './token-store.ts'

type Revoking = Pick<Context, 'realNow' | 'report'>

/** Revokes all tokens of the user but the one that was sent, and the codes that would give new ones. */
export async function revokeOtherTokens(
  tx: Tx,
  { userId, tokenId }: Pick<UserCaller, 'userId' | 'tokenId'>,
  { realNow, report }: Revoking,
): Promise<void> {
  const at = realNow()
  await useCodesOf(tx, userId, at)
  await revokeTokensOf(tx, userId, ['refresh'], at, tokenId)
  await revokeTokensOf(tx, userId, ['access', 'personal'], at, tokenId)
  report(tokensRevoked, { userId, keptTokenId: tokenId })
}
