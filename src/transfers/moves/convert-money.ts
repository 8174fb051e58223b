// Converts the money of a transfer. One statement changes the transfer, its events, the ledger and, at a new rate, the quote,
// so that they never differ.

import type { Tx } from '../../kernel/database/db.ts'
import type { WriteStep } from '../../kernel/database/write-step.ts'
import { post } from '../../ledger/index.ts'
import { priceNow, rebookQuote } from '../../quotes/index.ts'
import { changeTransfer } from '../changes/change-transfer.ts'
import { conversionJournals } from '../model.ts'
import type { TransferChange, TransferRow } from '../row.ts'

type Conversion = {
  readonly change: TransferChange
  readonly now: Temporal.Instant
  /** Write steps that run in the same statement. */
  readonly extraSteps?: readonly WriteStep[]
}

/**
 * Converts at the rate that was booked. When an issue held the money past the end of its rate lock, converts at the
 * rate of `now` (D111a) and shows this rate on the quote (D92).
 */
export async function convertMoney(
  tx: Tx,
  before: TransferRow,
  { change, now, extraSteps = [] }: Conversion,
): Promise<TransferRow> {
  const { profileId, quoteId: id, payIn, heldPastLock } = before
  const repriced = heldPastLock ? await priceNow(tx, before, now) : undefined
  const { after, steps } = changeTransfer(before, { ...change, ...repriced }, now)
  await tx.write(
    ...steps,
    post(profileId, conversionJournals(before, after), now),
    ...(repriced ? [rebookQuote({ profileId, id }, { payIn, ...repriced })] : []),
    ...extraSteps,
  )
  return after
}
