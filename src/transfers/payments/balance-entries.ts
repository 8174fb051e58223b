// The rows in the history of a balance that a transfer takes money from or returns it to.

import { recordEntries } from '../../balances/index.ts'
import type { WriteStep } from '../../kernel/database/write-step.ts'
import type { RefundDestination } from '../../ledger/index.ts'
import type { TransferRow } from '../row.ts'

/** The write step that records what a journal of this transfer did to balances. Comes after `post`. */
export function recordBalanceEntries(
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

/** The same for a refund: no step when it goes to a bank, and so touches no balance. */
export function recordRefundEntries(
  transfer: TransferRow,
  destination: RefundDestination,
  now: Temporal.Instant,
): WriteStep[] {
  return destination.kind === 'balance' ? [recordBalanceEntries(transfer, now)] : []
}
