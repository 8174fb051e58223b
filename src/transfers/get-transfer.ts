// Reads a transfer for a use case, or refuses: with 404 unless it belongs to one of the caller's profiles, and
// with 409 while it can only be paid, moved or cancelled together with its batch group.

import type { Reader } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { refuse } from '../kernel/refusal.ts'
import { InBatchGroup, TransferNotFound } from './errors.ts'
import type { ShownTransfer, TransferRow } from './row.ts'
import { findShownTransfer, findTransfer } from './store.ts'

type ProfileIds = readonly Id<'profile'>[]

export async function getTransfer(
  db: Reader,
  profileIds: ProfileIds,
  id: Id<'transfer'>,
): Promise<TransferRow> {
  return orNotFound(await findTransfer(db, profileIds, id), id)
}

/** The transfer as replies show it. */
export async function getShownTransfer(
  db: Reader,
  profileIds: ProfileIds,
  id: Id<'transfer'>,
): Promise<ShownTransfer> {
  return orNotFound(await findShownTransfer(db, profileIds, id), id)
}

/** Reads a transfer that is to be paid or changed; refuses a member of an unpaid batch group (`refuseMember`). */
export async function getMovableTransfer(
  db: Reader,
  profileIds: ProfileIds,
  id: Id<'transfer'>,
): Promise<TransferRow> {
  const transfer = await getTransfer(db, profileIds, id)
  refuseMember(transfer)
  return transfer
}

/** Refuses a member of an unpaid batch group, which is paid and cancelled only with the whole group (D27). */
export function refuseMember({ id, status, batchGroupId }: TransferRow): void {
  if (batchGroupId !== null && status === 'incoming_payment_waiting')
    refuse(InBatchGroup, { arguments: [id, batchGroupId] })
}

function orNotFound<T>(transfer: T | undefined, id: Id<'transfer'>): T {
  return transfer ?? refuse(TransferNotFound, { arguments: [id] })
}
