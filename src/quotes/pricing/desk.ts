// Prices exchanges between balances without a quote, at the price that a quote from balance to balance would have
// now (D28).

import { findRoute, optionFromSource, optionFromTarget } from '../../corridors/index.ts'
import type { Reader } from '../../kernel/database/db.ts'
import type { Decimal } from '../../kernel/decimal.ts'
import type { Id } from '../../kernel/ids.ts'
import { type Currency, exchange, type Money, money } from '../../kernel/money.ts'
import type { Terms } from '../../ledger/index.ts'
import { partnerPriceOf } from '../../users/index.ts'
import type { RateTable } from '../rates/rate-table.ts'
import { currentRates } from '../rates/rates.ts'

/** `rate` is units of the target currency for one unit of the source currency. */
export type Offer = { readonly terms: Terms; readonly rate: Decimal }

/** Offers exchanges at the rates of one moment. */
export type Desk = {
  /** The amount in minor units of `currency`, at mid-market, rounded down. */
  worthMinor(amount: Money, currency: Currency): bigint
  /** The offer of exactly `wanted` for the least `source` amount that buys it; undefined when `wanted` cannot be exchanged. */
  buy(wanted: Money, source: Currency): Offer | undefined
  /** The offer of as much `target` as the whole amount buys; undefined when the amount cannot be exchanged. */
  sell(amount: Money, target: Currency): Offer | undefined
}

/** The desk at the prices of `now`. The application, if any, gets its share of the fee. */
export async function openDesk(
  db: Reader,
  applicationId: Id<'application'> | null,
  now: Temporal.Instant,
): Promise<Desk> {
  const [rates, partner] = await Promise.all([
    currentRates(db, now),
    applicationId === null ? undefined : partnerPriceOf(db, applicationId),
  ])
  const hasShare = partner !== undefined && applicationId !== null
  return deskAt(rates, hasShare ? { applicationId, price: partner.price } : undefined)
}

type Partner = { readonly applicationId: Id<'application'>; readonly price: Decimal }

/** The desk at the rates of one table. */
export function deskAt(rates: RateTable, partner: Partner | undefined): Desk {
  const offer = (
    source: Currency,
    target: Currency,
    price: typeof optionFromSource,
    amountMinor: bigint,
  ): Offer | undefined => {
    const route = findRoute(source, target)
    if (!route?.payIns.includes('BALANCE') || !route.payOuts.includes('BALANCE')) return undefined
    const rate = rates.cross(source, target)
    const methods = { payIn: 'BALANCE', payOut: 'BALANCE' } as const
    const priced = price({ source, target, ...methods, rate, partner: partner?.price }, amountMinor)
    if ('refused' in priced || priced.targetAmountMinor <= 0n) return undefined
    const { partnerMinor } = priced
    const terms: Terms = {
      source: money(priced.sourceAmountMinor, source),
      fee: money(priced.feeTotalMinor, source),
      target: money(priced.targetAmountMinor, target),
      ...(partner !== undefined &&
        partnerMinor > 0n && {
          partner: { applicationId: partner.applicationId, fee: money(partnerMinor, source) },
        }),
    }
    return { terms, rate }
  }

  return {
    worthMinor: (amount, currency) =>
      exchange(amount, rates.cross(amount.currency, currency), currency, 'down'),
    buy: (wanted, source) => offer(source, wanted.currency, optionFromTarget, wanted.minor),
    sell: (amount, target) => offer(amount.currency, target, optionFromSource, amount.minor),
  }
}
