// SQL that ends tokens of a user.

import { sql, type Tx } from '../kernel/db.ts'
import type { Id } from '../kernel/ids.ts'

const revokedOthers = sql<never>(`
  update tokens set revoked_at = $3
   where user_id = $1 and id <> $2 and kind <> 'client' and revoked_at is null`)
const spentCodes = sql<never>(`
  update authorization_codes set used_at = $2 where user_id = $1 and used_at is null`)

/** Ends all tokens of the user but one, and the codes for which there would be new ones. */
export async function revokeOtherTokens(
  tx: Tx,
  userId: Id<'user'>,
  kept: Id<'token'>,
  realNow: Temporal.Instant,
): Promise<void> {
  await tx.rows(revokedOthers, [userId, kept, realNow.toString()])
  await tx.rows(spentCodes, [userId, realNow.toString()])
}
