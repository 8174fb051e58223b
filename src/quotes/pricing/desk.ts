// The desk that exchanges between balances without a quote that was asked for first: at the price of a
// quote from balance to balance of this moment (D28). What cannot be exchanged gets no offer.

import { findRoute, optionFromSource, optionFromTarget } from '../../corridors/index.ts'
import type { UserCaller } from '../../kernel/caller.ts'
import type { Reader } from '../../kernel/database/db.ts'
import type { Decimal } from '../../kernel/decimal.ts'
import type { Id } from '../../kernel/ids.ts'
import { type Currency, exchange, type Money, money } from '../../kernel/money.ts'
import type { Terms } from '../../ledger/index.ts'
import { partnerOf } from '../create-quote.ts'
import { type RateBook, ratesNow } from '../rates/rates.ts'

/** `rate` is units of the target currency for one of the source currency. */
export type Offer = { readonly terms: Terms; readonly rate: Decimal }

export type Desk = {
  /** What the amount is worth at mid-market, in minor units of `currency`, rounded down. */
  worthMinor(amount: Money, currency: Currency): bigint
  /** Exactly `wanted`, for as little of `source` as it takes. */
  buy(wanted: Money, source: Currency): Offer | undefined
  /** As much of `target` as the whole amount brings. */
  sell(amount: Money, target: Currency): Offer | undefined
}

/** The desk at the prices of `now`; the application whose user asks has its own share of the fee. */
export async function openDesk(
  db: Reader,
  caller: UserCaller,
  now: Temporal.Instant,
): Promise<Desk> {
  const [book, partner] = await Promise.all([ratesNow(db, now), partnerOf(db, caller)])
  const { applicationId } = caller
  const hasShare = partner !== undefined && applicationId !== null
  return deskAt(book, hasShare ? { applicationId, price: partner.price } : undefined)
}

type Partner = { readonly applicationId: Id<'application'>; readonly price: Decimal }

/** The desk at the rates of one table. */
export function deskAt(book: RateBook, partner: Partner | undefined): Desk {
  const offer = (
    source: Currency,
    target: Currency,
    price: typeof optionFromSource,
    givenMinor: bigint,
  ): Offer | undefined => {
    const route = findRoute(source, target)
    if (!route?.payIns.includes('BALANCE') || !route.payOuts.includes('BALANCE')) return undefined
    const rate = book.cross(source, target)
    const ways = { payIn: 'BALANCE', payOut: 'BALANCE' } as const
    const priced = price({ source, target, ...ways, rate, partner: partner?.price }, givenMinor)
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
      exchange(amount, book.cross(amount.currency, currency), currency, 'down'),
    buy: (wanted, source) => offer(source, wanted.currency, optionFromTarget, wanted.minor),
    sell: (amount, target) => offer(amount.currency, target, optionFromSource, amount.minor),
  }
}
