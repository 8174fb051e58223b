// Every SQL statement of the module.

import { sql, type Tx } from '../kernel/db.ts'
import type { Id } from '../kernel/ids.ts'

export type ExcessAccount = {
  readonly profileId: Id<'profile'>
  readonly recipientId: Id<'recipient'>
  readonly userId: Id<'user'>
}

const named = sql<never>(`
  insert into excess_money_accounts (profile_id, recipient_id, user_id, updated_at)
  values ($1, $2, $3, $4)
  on conflict (profile_id) do update
     set recipient_id = excluded.recipient_id, user_id = excluded.user_id,
         updated_at = excluded.updated_at`)

/** The last one that was named counts. */
export async function setExcessAccount(
  tx: Tx,
  { profileId, recipientId, userId }: ExcessAccount,
  now: Temporal.Instant,
): Promise<void> {
  await tx.rows(named, [profileId, recipientId, userId, now.toString()])
}
