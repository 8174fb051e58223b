// Where the money of a transfer goes back to, and what is recorded of it there.

import { ensureStandard, findBalance, recordEntries } from '../../balances/index.ts'
import type { Tx } from '../../kernel/database/db.ts'
import type { WriteStep } from '../../kernel/database/write-step.ts'
import type { RefundDestination } from '../../ledger/index.ts'
import { purseOf } from '../model.ts'
import type { TransferRow } from '../row.ts'

/** Where the money goes back to: a closed balance is replaced by the STANDARD one (D22). */
export async function openPurse(
  tx: Tx,
  transfer: TransferRow,
  now: Temporal.Instant,
): Promise<RefundDestination> {
  const purse = purseOf(transfer)
  if (purse.kind === 'bank') return purse
  const { profileId, sourceCurrency } = transfer
  const balance = await findBalance(tx, profileId, purse.balanceId)
  if (balance?.state === 'OPEN') return purse
  const { id } = await ensureStandard(tx, profileId, sourceCurrency, now)
  return { kind: 'balance', balanceId: id }
}

/** The write step that records the steps of the balances that a journal of this transfer touches. */
export function stepsOf(
  { profileId, id, sourceCurrency }: TransferRow,
  now: Temporal.Instant,
): WriteStep {
  return recordEntries({
    profileId,
    reference: `transfer:${id}`,
    channel: 'TRANSFER',
    transferReference: String(id),
    now,
    currencies: [sourceCurrency],
  })
}
