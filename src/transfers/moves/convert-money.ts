// The exchange of a transfer's money, whoever it is for: the transfer, its money, its announcement and
// what the quote shows change in one statement.

import type { Tx } from '../../kernel/database/db.ts'
import type { WriteStep } from '../../kernel/database/write-step.ts'
import { post } from '../../ledger/index.ts'
import { priceNow, rebookQuote } from '../../quotes/index.ts'
import { changeTransfer } from '../change-transfer.ts'
import { conversionOf } from '../model.ts'
import type { TransferChange, TransferRow } from '../row.ts'

/**
 * Exchanges at the rate that was booked, or at that of `now` when a case held the money past its rate
 * lock (D111a); then the quote shows what was booked (D92). `further` is written with it.
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
  const { after, write } = changeTransfer(before, { ...change, ...priced }, now)
  await tx.write(
    ...write,
    post(profileId, conversionOf(before, after), now),
    ...(priced ? [rebookQuote({ profileId, id }, { payIn, ...priced })] : []),
    ...further,
  )
  return after
}
