// What a transfer costs and delivers when its money comes by one way or another, and at one moment
// or another (D12a, D20): the terms are settled in the transaction that books the money.

import type { Reader } from '../kernel/db.ts'
import { refuse } from '../kernel/refusal.ts'
import { findQuote, optionFor, type PricedOption, priceNow } from '../quotes/index.ts'
import { OptionUnavailable } from './errors.ts'
import { isRepriced } from './model.ts'
import type { TransferChange, TransferRow } from './store.ts'

/** The change of terms for money that comes by `payIn`; refuses when the quote has no such option. */
export async function settleTerms(
  db: Reader,
  transfer: TransferRow,
  payIn: 'BALANCE' | 'BANK_TRANSFER',
  now: Temporal.Instant,
): Promise<TransferChange> {
  const change = transfer.payIn === payIn ? {} : termsOf(await optionOf(db, transfer, payIn))
  if (!isRepriced(transfer, now)) return change
  const { rate, targetMinor } = await priceNow(db, transfer, { ...transfer, ...change }, now)
  return { ...change, rate, targetMinor }
}

async function optionOf(
  db: Reader,
  { profileId, quoteId }: TransferRow,
  payIn: 'BALANCE' | 'BANK_TRANSFER',
): Promise<PricedOption> {
  const quote = await findQuote(db, [profileId], quoteId)
  const option = quote && optionFor(quote, payIn)
  // A balance that was short when the quote was made may be enough by now; the ledger decides.
  if (option === undefined || (option.disabled !== undefined && payIn !== 'BALANCE'))
    refuse(OptionUnavailable, { arguments: [payIn] })
  return option
}

function termsOf(option: PricedOption): TransferChange {
  const { payIn, sourceMinor, feeMinor, partnerMinor, targetMinor } = option
  return { payIn, sourceMinor, feeMinor, partnerFeeMinor: partnerMinor, targetMinor }
}
