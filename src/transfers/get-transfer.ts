import type { Reader } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { refuse } from '../kernel/refusal.ts'
import { TransferNotFound } from './errors.ts'
import type { ShownTransfer, TransferRow } from './row.ts'
import { findShown, findTransfer } from './store.ts'

/** A transfer of one of the profiles, to look at. */
export async function getTransfer(
  db: Reader,
  profileIds: readonly Id<'profile'>[],
  transferId: Id<'transfer'>,
): Promise<TransferRow> {
  const transfer = await findTransfer(db, profileIds, transferId)
  return transfer ?? refuse(TransferNotFound, { arguments: [transferId] })
}

/** The same, as far as it is shown. */
export async function getShown(
  db: Reader,
  profileIds: readonly Id<'profile'>[],
  transferId: Id<'transfer'>,
): Promise<ShownTransfer> {
  const transfer = await findShown(db, profileIds, transferId)
  return transfer ?? refuse(TransferNotFound, { arguments: [transferId] })
}
