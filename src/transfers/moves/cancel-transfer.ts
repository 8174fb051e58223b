// Ends a transfer before its money is exchanged: the sender cancels it, or the time to pay it has ended.

import type { Tx } from '../../kernel/database/db.ts'
import { refuse } from '../../kernel/refusal.ts'
import { next } from '../../kernel/states.ts'
import { transferCancelled } from '../../ledger/index.ts'
import { releaseQuote } from '../../quotes/index.ts'
import { changeTransfer } from '../changes/change-transfer.ts'
import { CancellationNotAllowed } from '../errors.ts'
import { getMovableTransfer } from '../get-transfer.ts'
import { hasLapsed, type MoveContext, sourceOf } from '../model.ts'
import { recordRefundEntries } from '../payments/balance-entries.ts'
import { ensureRefundDestination } from '../payments/refund-destination.ts'
import type { TransferReference, TransferRow } from '../row.ts'
import { type TransferStatus, transferStates } from '../states.ts'
import { bookMove } from './move-transfer.ts'

export async function cancelTransfer(
  tx: Tx,
  input: TransferReference & MoveContext,
): Promise<TransferRow> {
  const { profileIds, transferId, now } = input
  const before = await getMovableTransfer(tx, profileIds, transferId)
  const status = next(transferStates, before.status, 'cancel')
  if (status === undefined || hasLapsed(before, now)) refuse(CancellationNotAllowed)
  if (before.paymentMethod === null) return endUnpaidTransfer(tx, before, status, now)
  const destination = await ensureRefundDestination(tx, before, now)
  const journal = transferCancelled(before.id, sourceOf(before), destination)
  const entries = recordRefundEntries(before, destination, now)
  return bookMove(tx, before, { status, journal, entries }, input)
}

/** Ends an unpaid transfer: no money moves, and its quote no longer holds a locked rate. */
export async function endUnpaidTransfer(
  tx: Tx,
  before: TransferRow,
  status: TransferStatus,
  now: Temporal.Instant,
): Promise<TransferRow> {
  const { after, steps } = changeTransfer(before, { status }, now)
  await tx.write(...steps, releaseQuote({ profileId: before.profileId, id: before.quoteId }))
  return after
}
