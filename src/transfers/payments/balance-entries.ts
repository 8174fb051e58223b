// Balance entries of transfers: money that a transfer takes from a balance, adds to a balance or returns to a balance.

import { recordEntries } from '../../balances/index.ts'
import type { WriteStep } from '../../kernel/database/write-step.ts'
import type { Currency } from '../../kernel/money.ts'
import type { RefundDestination } from '../../ledger/index.ts'
import type { TransferRow } from '../row.ts'

/**
 * The write step that records the changes of balances by a journal of this transfer. Must come after `post` in the same
 * write, because the step reads the account changes that `post` makes.
 */
export function recordBalanceEntries(
  { profileId, id }: TransferRow,
  currency: Currency,
  now: Temporal.Instant,
): WriteStep {
  return recordEntries({
    profileId,
    reference: `transfer:${id}`,
    channel: 'TRANSFER',
    now,
    currencies: [currency],
  })
}

/** The write step of a refund. A refund to a bank changes no balance, so it has no step. */
export function recordRefundEntries(
  transfer: TransferRow,
  destination: RefundDestination,
  now: Temporal.Instant,
): WriteStep[] {
  return destination.kind === 'balance'
    ? [recordBalanceEntries(transfer, transfer.sourceCurrency, now)]
    : []
}
