import { CurrencyMismatch } from '../balances/index.ts'
import type { Reader, Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { money } from '../kernel/money.ts'
import { type Fault, refuse, refuseAll } from '../kernel/refusal.ts'
import type { Terms } from '../ledger/index.ts'
import {
  acceptAndFundQuote,
  checkUsable,
  findQuote,
  isSendable,
  optionFor,
  type PricedOption,
  priceNow,
  type QuoteRow,
} from '../quotes/index.ts'
import { bookMovement, type Movement } from './book-movement.ts'
import { OptionUnavailable, QuoteNotForBalances, SameBalance } from './errors.ts'
import { findPair, findStandardPair, type Pair } from './find-pair.ts'
import type { BalancePair, Order } from './model.ts'

/**
 * Exchanges what a quote says between two balances of its currencies, and uses the quote up: that comes
 * first, so that of two at once the later one finds it used, and not the balance empty (D20). A quote that
 * does not hold its rate is exchanged at the rate of now (D111).
 */
export async function convertByQuote(
  tx: Tx,
  profileId: Id<'profile'>,
  { quoteId, pair }: Order & { by: 'quote' },
  now: Temporal.Instant,
): Promise<Movement> {
  const about = { arguments: [quoteId] }
  const quote = await findQuote(tx, [profileId], quoteId)
  checkUsable(quote, quoteId, now)
  if (quote.payOut !== 'BALANCE') refuse(QuoteNotForBalances, about)
  const { source, target } = await findBalancesFor(tx, quote, pair)
  const option = optionFor(quote, 'BALANCE')
  const currencies = { source: source.currency, target: target.currency }
  if (option === undefined || !isSendable(currencies, option)) refuse(OptionUnavailable, about)
  const booked = quote.liveRate ? await priceNow(tx, quote, option, now) : undefined
  await tx.write(acceptAndFundQuote(quote, now, booked && { payIn: 'BALANCE', ...booked }))
  const { rate, targetMinor } = booked ?? { rate: quote.rate, targetMinor: option.targetMinor }
  const terms = termsOf(quote, { ...option, targetMinor })
  return bookMovement(tx, { source, target, terms, rate, quoteId: quote.id, now })
}

async function findBalancesFor(
  db: Reader,
  quote: QuoteRow,
  pair: BalancePair | undefined,
): Promise<Pair> {
  const found = pair ? await findPair(db, quote.profileId, pair) : await findStandardPair(db, quote)
  const { source, target } = found
  if (source.id === target.id) refuse(SameBalance, { path: 'quoteId' })
  const faults: Fault[] = []
  const mismatch = (path: string, has: string, needs: string) =>
    faults.push({ kind: CurrencyMismatch, path, arguments: [needs, has] })
  if (source.currency !== quote.sourceCurrency)
    mismatch('sourceBalanceId', source.currency, quote.sourceCurrency)
  if (target.currency !== quote.targetCurrency)
    mismatch('targetBalanceId', target.currency, quote.targetCurrency)
  refuseAll(faults)
  return found
}

// An option that was disabled for lack of money stays what it costs: whether the balance covers it by
// now is for the ledger to say (D20).
function termsOf(
  { sourceCurrency, targetCurrency, applicationId }: QuoteRow,
  { sourceMinor, feeMinor, partnerMinor, targetMinor }: PricedOption,
): Terms {
  return {
    source: money(sourceMinor, sourceCurrency),
    fee: money(feeMinor, sourceCurrency),
    ...(applicationId !== null &&
      partnerMinor > 0n && {
        partner: { applicationId, fee: money(partnerMinor, sourceCurrency) },
      }),
    target: money(targetMinor, targetCurrency),
  }
}
