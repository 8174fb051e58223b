// Exchanges the money of a transfer. The transfer with its events, the money and what the quote shows change in
// one statement.

import type { Tx } from '../../kernel/database/db.ts'
import type { WriteStep } from '../../kernel/database/write-step.ts'
import { post } from '../../ledger/index.ts'
import { priceNow, rebookQuote } from '../../quotes/index.ts'
import { changeTransfer } from '../changes/change-transfer.ts'
import { conversionJournals } from '../model.ts'
import type { TransferChange, TransferRow } from '../row.ts'

/**
 * Exchanges at the rate that was booked, or at the rate of `now` when an issue held the money past its rate lock
 * (D111a). The quote then shows that rate (D92). `further` steps are part of the same statement.
 */
export async function convertMoney(
  tx: Tx,
  before: TransferRow,
  change: TransferChange,
  now: Temporal.Instant,
  ...further: readonly WriteStep[]
): Promise<TransferRow> {
  const { profileId, quoteId: id, payIn, heldPastLock } = before
  const priced = heldPastLock ? await priceNow(tx, before, before, now) : undefined
  const { after, steps } = changeTransfer(before, { ...change, ...priced }, now)
  await tx.write(
    ...steps,
    post(profileId, conversionJournals(before, after), now),
    ...(priced ? [rebookQuote({ profileId, id }, { payIn, ...priced })] : []),
    ...further,
  )
  return after
}
