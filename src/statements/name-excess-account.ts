import type { UserCaller } from '../kernel/caller.ts'
import type { Tx } from '../kernel/db.ts'
import type { Id } from '../kernel/ids.ts'
import { refuse } from '../kernel/refusal.ts'
import { findRecipient } from '../recipients/index.ts'
import { ExcessRecipientInvalid } from './errors.ts'
import { type ExcessAccount, setExcessAccount } from './store.ts'

/** Names the recipient that money above a hold limit goes to: an active one of the profile. */
export async function nameExcessAccount(
  tx: Tx,
  { profileId, recipientId }: { profileId: Id<'profile'>; recipientId: Id<'recipient'> },
  { userId }: UserCaller,
  now: Temporal.Instant,
): Promise<ExcessAccount> {
  const recipient = await findRecipient(tx, [profileId], recipientId)
  if (!recipient?.active) refuse(ExcessRecipientInvalid, { arguments: [recipientId] })
  const account = { profileId, recipientId, userId }
  await setExcessAccount(tx, account, now)
  return account
}
