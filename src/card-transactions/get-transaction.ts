// Loads a card transaction of a profile.

import type { Reader } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { refuse } from '../kernel/refusal.ts'
import { TransactionNotFound } from './errors.ts'
import type { TransactionRow } from './row.ts'
import { findTransaction } from './store.ts'

/** Refuses with TransactionNotFound. */
export async function getTransaction(
  db: Reader,
  profileId: Id<'profile'>,
  id: Id<'card-transaction'>,
): Promise<TransactionRow> {
  const found = await findTransaction(db, profileId, id)
  return found ?? refuse(TransactionNotFound, { arguments: [id] })
}
