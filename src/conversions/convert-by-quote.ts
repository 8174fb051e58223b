import { CurrencyMismatch } from '../balances/index.ts'
import type { Reader, Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { money } from '../kernel/money.ts'
import { refuse, refuseAll } from '../kernel/refusal.ts'
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
import { type BalancePair, getPair, getStandardPair } from './get-pair.ts'
import type { BalancePairIds, MovementOrder } from './model.ts'

/**
 * Exchanges the amounts of a quote between two balances of its currencies. The quote is marked as used before the
 * money moves, so the later of two concurrent requests is refused because the quote is used, and not because the
 * balance is empty (D20). A quote without a locked rate is exchanged at the rate of `now` (D111).
 */
export async function convertByQuote(
  tx: Tx,
  profileId: Id<'profile'>,
  { quoteId, pair }: MovementOrder & { by: 'quote' },
  now: Temporal.Instant,
): Promise<Movement> {
  const quote = await findQuote(tx, [profileId], quoteId)
  checkUsable(quote, quoteId, now)
  if (quote.payOut !== 'BALANCE') refuse(QuoteNotForBalances, { arguments: [quoteId] })
  const { source, target } = await getBalancesFor(tx, quote, pair)
  // An option that was disabled because the balance was too low when the quote was created can be used: the ledger
  // decides whether the balance covers it now (D20).
  const option = optionFor(quote, 'BALANCE')
  const currencies = { source: source.currency, target: target.currency }
  if (option === undefined || !isSendable(currencies, option))
    refuse(OptionUnavailable, { arguments: [quoteId] })

  const repriced = quote.hasLiveRate ? await priceNow(tx, { ...quote, ...option }, now) : undefined
  const { rate, targetMinor } = repriced ?? { rate: quote.rate, targetMinor: option.targetMinor }
  const terms = termsOf(quote, { ...option, targetMinor })

  await tx.write(acceptAndFundQuote(quote, now, repriced && { payIn: 'BALANCE', ...repriced }))
  return bookMovement(tx, { source, target, terms, rate, quoteId: quote.id, now })
}

/** The named balances, or the STANDARD balances of the quote. Refuses one balance on both sides, and other currencies. */
async function getBalancesFor(
  db: Reader,
  quote: QuoteRow,
  pair: BalancePairIds | undefined,
): Promise<BalancePair> {
  const found = pair ? await getPair(db, quote.profileId, pair) : await getStandardPair(db, quote)
  const { source, target } = found
  // For a quote within one currency that names no balances, the one STANDARD balance is both source and target.
  if (source.id === target.id) refuse(SameBalance, { path: 'quoteId' })
  const currencies = [
    { path: 'sourceBalanceId', expected: quote.sourceCurrency, actual: source.currency },
    { path: 'targetBalanceId', expected: quote.targetCurrency, actual: target.currency },
  ]
  const mismatches = currencies.filter(({ expected, actual }) => expected !== actual)
  refuseAll(
    mismatches.map(({ path, expected, actual }) => ({
      kind: CurrencyMismatch,
      path,
      arguments: [expected, actual],
    })),
  )
  return found
}

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
