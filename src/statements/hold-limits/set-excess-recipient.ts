// Sets the recipient of money above a hold limit.

import type { UserCaller } from '../../kernel/caller.ts'
import type { Tx } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import { refuse } from '../../kernel/refusal.ts'
import { getProfile } from '../../profiles/index.ts'
import { findRecipient, type RecipientRow } from '../../recipients/index.ts'
import { ExcessRecipientInvalid } from '../errors.ts'
import { type HoldLimit, holdLimitOf } from './limits.ts'
import { replaceExcessRecipient } from './store.ts'

const NOT_BANK_ACCOUNTS: ReadonlySet<string> = new Set(['email', 'balance', 'ca_network'])

/**
 * Whether excess money may be sent to this recipient (D99): an active bank account that the customer owns, in the
 * currency of the limit if there is a limit. Checked when the recipient is set, and again before excess is sent.
 */
export function acceptsExcess(
  { active, ownedByCustomer, type, currency }: RecipientRow,
  limit: HoldLimit | undefined,
): boolean {
  const isInCurrency = limit === undefined || currency === limit.maximum.currency
  return active && ownedByCustomer && isInCurrency && !NOT_BANK_ACCOUNTS.has(type)
}

/** Sets the recipient. Setting the same recipient again changes nothing. Refuses with ExcessRecipientInvalid. */
export async function setExcessRecipient(
  tx: Tx,
  { profileId, recipientId }: { profileId: Id<'profile'>; recipientId: Id<'recipient'> },
  { userId }: UserCaller,
  now: Temporal.Instant,
): Promise<void> {
  const [recipient, profile] = await Promise.all([
    findRecipient(tx, [profileId], recipientId),
    getProfile(tx, profileId),
  ])
  if (recipient === undefined || !acceptsExcess(recipient, holdLimitOf(profile)))
    refuse(ExcessRecipientInvalid, { arguments: [recipientId] })
  await replaceExcessRecipient(tx, { profileId, recipientId, userId, setAt: now })
}
