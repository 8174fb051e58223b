import { ensureStandard, findBalance } from '../../balances/index.ts'
import type { Tx } from '../../kernel/database/db.ts'
import type { RefundDestination } from '../../ledger/index.ts'
import { paymentOrigin } from '../model.ts'
import type { TransferRow } from '../row.ts'

/**
 * Where the money of a transfer goes back to. A balance that was closed since it paid is replaced by the STANDARD
 * one, which is opened if need be (D22).
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
  const { id } = await ensureStandard(tx, profileId, sourceCurrency, now)
  return { kind: 'balance', balanceId: id }
}
