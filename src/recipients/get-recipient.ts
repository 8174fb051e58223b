// Reads a recipient.

import type { Reader } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { refuse } from '../kernel/refusal.ts'
import { RecipientMissing } from './errors.ts'
import { findRecipient, type RecipientRow } from './store.ts'

/** Refuses an unknown id and a recipient of another profile with RecipientMissing. */
export async function getRecipient(
  db: Reader,
  profileIds: readonly Id<'profile'>[],
  recipientId: Id<'recipient'>,
): Promise<RecipientRow> {
  const row = await findRecipient(db, profileIds, recipientId)
  return row ?? refuse(RecipientMissing, { arguments: [recipientId] })
}
