// Adds a recipient to a quote or changes its pay-out method. Both may change the price; the rate, the
// amount in the original request and the expiry stay. The lock of the rate stays too, except that a change to a quote between
// balances may release it (`rateHoldAfter`).

import { findStandardBalance } from '../balances/index.ts'
import type { PayOut } from '../corridors/index.ts'
import type { Tx } from '../kernel/database/db.ts'
import { type Decimal, decimalText } from '../kernel/decimal.ts'
import type { Id } from '../kernel/ids.ts'
import { money } from '../kernel/money.ts'
import { refuse } from '../kernel/refusal.ts'
import type { Settings } from '../kernel/settings.ts'
import { findRecipient } from '../recipients/index.ts'
import { checkPending } from './check-quote.ts'
import { QuoteInPathNotFound } from './errors.ts'
import { chosenOption, type Notice, type QuoteRow } from './model.ts'
import { priceNotice } from './pricing/notices.ts'
import { type PricedFields, priceOrder } from './pricing/price-order.ts'
import { currentRates } from './rates/rates.ts'
import * as store from './store.ts'

type Input = {
  readonly profileIds: readonly Id<'profile'>[]
  readonly quoteId: string
  readonly body: {
    readonly targetAccount?: Id<'recipient'> | undefined
    readonly payOut?: PayOut | undefined
  }
  readonly now: Temporal.Instant
  readonly settings: Settings
}

/** Refuses a quote that is unknown, used or expired, and a change that cannot be priced (`priceOrder`). */
export async function updateQuote(tx: Tx, input: Input): Promise<QuoteRow> {
  const { profileIds, quoteId, body, now, settings } = input
  const quote = await store.findQuote(tx, profileIds, quoteId)
  if (quote === undefined) return refuse(QuoteInPathNotFound, { arguments: [quoteId] })
  checkPending(quote, now)
  const recipientId = body.targetAccount ?? quote.targetAccount
  const { profileId, sourceCurrency: source, targetCurrency: target } = quote
  const [rates, balance, recipient] = await Promise.all([
    currentRates(tx, now),
    findStandardBalance(tx, profileId, source),
    recipientId === null ? undefined : findRecipient(tx, [profileId], recipientId),
  ])
  const priced = priceOrder({
    source,
    target,
    provided: quote.provided,
    providedMinor: quote.providedMinor,
    payOut: body.payOut,
    currentPayOut: quote.payOut,
    preferredPayIn: quote.preferredPayIn,
    payee: recipientId === null ? undefined : { recipient },
    rates,
    rate: quote.rate,
    partner: quote.partnerPrice,
    availableMinor: balance?.availableMinor,
    now,
  })
  const ratesMax = settings.lockedRateTransfersMax
  const rateHold = rateHoldAfter(quote, priced.payOut, rates.cross(source, target), ratesMax)
  const changed = { ...priced, notices: noticesAfter(quote, priced) }
  const write = store.changeQuote(quote, { ...changed, rateHold }, now, ratesMax)
  const [written] = await tx.write(write)
  const hasLiveRate = written?.hasLiveRate ?? quote.hasLiveRate
  return { ...quote, ...changed, hasLiveRate, version: quote.version + 1 }
}

/**
 * A PATCH that turns a quote into a quote between balances requests a locked rate, as a new quote does (D111), but only
 * while the rate of the quote is still the current rate. Otherwise every quote of the last half hour would be a free option
 * on its rate. Where locked rates are not limited, every quote keeps its rate.
 */
function rateHoldAfter(
  before: QuoteRow,
  payOut: PayOut,
  currentRate: Decimal,
  lockedRatesMax: number,
): store.QuoteChange['rateHold'] {
  const { sourceCurrency, targetCurrency } = before
  const becomesConversion = payOut === 'BALANCE' && before.payOut !== 'BALANCE'
  const hasRateToLock = lockedRatesMax > 0 && sourceCurrency !== targetCurrency
  if (!becomesConversion || !hasRateToLock) return 'unchanged'
  return decimalText(before.rate) === decimalText(currentRate) ? 'requested' : 'released'
}

/** The notice of a changed fee stays until the fee or the pay-out method changes again. */
function noticesAfter(quote: QuoteRow, priced: PricedFields): readonly Notice[] {
  const feeAt = (price: Pick<QuoteRow, 'options' | 'payOut'>) =>
    money(chosenOption({ ...quote, ...price }).feeMinor, quote.sourceCurrency)
  const [before, after] = [feeAt(quote), feeAt(priced)]
  if (before.minor !== after.minor) return [...priced.notices, priceNotice(before, after)]
  return priced.payOut === quote.payOut ? quote.notices : priced.notices
}
