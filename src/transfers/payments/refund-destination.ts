// Finds where a refund goes: to a bank, or to a balance, which is opened if there is none.

import { ensureStandardBalance, findBalance } from '../../balances/index.ts'
import type { Tx } from '../../kernel/database/db.ts'
import type { RefundDestination } from '../../ledger/index.ts'
import { refundDestinationOf } from '../model.ts'
import type { TransferRow } from '../row.ts'

/**
 * Returns where a refund of the transfer goes. A balance that is closed by now is replaced by the
 * STANDARD balance of its currency, which is opened if there is none (D22).
 */
export async function ensureRefundDestination(
  tx: Tx,
  transfer: TransferRow,
  now: Temporal.Instant,
): Promise<RefundDestination> {
  const destination = refundDestinationOf(transfer)
  if (destination.kind === 'bank') return destination
  const { profileId, sourceCurrency } = transfer
  const balance = await findBalance(tx, profileId, destination.balanceId)
  if (balance?.state === 'OPEN') return destination
  const { id } = await ensureStandardBalance(tx, profileId, sourceCurrency, now)
  return { kind: 'balance', balanceId: id }
}
