// Records the event of a refund although no money is refunded: a simulation of the sandbox, so that subscribers can test how
// they handle the event (D23).

import type { Tx } from '../../kernel/database/db.ts'
import { changeTransfer } from '../changes/change-transfer.ts'
import { refundEvent } from '../changes/event-payloads.ts'
import { sourceOf } from '../model.ts'
import { listMoneyEntries } from '../payments/list-money-entries.ts'
import type { TransferRow } from '../row.ts'

/**
 * The transfer keeps its status, and no money moves. The event has the amount of an earlier refund, which may be less than the
 * amount that was paid (D111a); without an earlier refund, the source amount.
 */
export async function emitRefundEvent(
  tx: Tx,
  before: TransferRow,
  now: Temporal.Instant,
): Promise<TransferRow> {
  const refund = (await listMoneyEntries(tx, before)).find(({ type }) => type === 'REFUND')
  const event = refundEvent(refund?.amount ?? sourceOf(before))
  const { after, steps } = changeTransfer(before, {}, now, event)
  await tx.write(...steps)
  return after
}
