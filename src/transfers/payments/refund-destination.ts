// Finds the account that a refund goes to.

import { ensureStandardBalance, findBalance } from '../../balances/index.ts'
import type { Tx } from '../../kernel/database/db.ts'
import type { RefundDestination } from '../../ledger/index.ts'
import { paymentOrigin } from '../model.ts'
import type { TransferRow } from '../row.ts'

/**
 * Returns where the money of a transfer goes back to. A paying balance that is closed by now is replaced by the
 * STANDARD balance of its currency, which is opened if there is none (D22).
 */
export async function ensureRefundDestination(
  tx: Tx,
  transfer: TransferRow,
  now: Temporal.Instant,
): Promise<RefundDestination> {
  const origin = paymentOrigin(transfer)
  if (origin.kind === 'bank') return origin
  const { profileId, sourceCurrency } = transfer
  const balance = await findBalance(tx, profileId, origin.balanceId)
  if (balance?.state === 'OPEN') return origin
  const { id } = await ensureStandardBalance(tx, profileId, sourceCurrency, now)
  return { kind: 'balance', balanceId: id }
}
