// Finds exchanges in the database that paid the customer (D110). The rates must not have changed since the first
// exchange.

import type pg from 'pg'
import { midMarket } from '../../src/corridors/index.ts'
import { scaleOf } from '../../src/kernel/money.ts'

/**
 * The gains of the accounts `desk` and `fees` of each profile, by reference and currency. A card refund counts with the
 * card payment.
 */
const gainsSql = `
  select p.profile_id as profile, coalesce('card-transaction:' || t.original_id, p.reference) as reference,
         p.currency,
         sum(p.amount * ((p.to_account in ('desk', 'fees'))::int
                       - (p.from_account in ('desk', 'fees'))::int))::text as minor
    from ledger_postings p
    left join card_transactions t
      on t.profile_id = p.profile_id and p.reference = 'card-transaction:' || t.id
   where p.to_account in ('desk', 'fees') or p.from_account in ('desk', 'fees')
   group by 1, 2, 3`

type Gain = { profile: number; reference: string; currency: string; minor: string }

type RoundingResult = {
  /** References of all exchanges and fees. */
  readonly references: readonly string[]
  /** References on which the service lost money, with the amount in US dollars at mid-market. */
  readonly losses: readonly string[]
}

/** The largest relative error of a sum of amounts, which are added as floating-point numbers. */
const RELATIVE_ERROR_MAX = 1e-12

export async function findLosses(pool: Pick<pg.PoolClient, 'query'>): Promise<RoundingResult> {
  const { rows } = await pool.query<Gain>(gainsSql)
  const sums = new Map<string, { usd: number; size: number }>()
  for (const { profile, reference, currency, minor } of rows) {
    const usd = Number(minor) / 10 ** scaleOf(currency) / perUsdOf(currency)
    const key = `${reference} of profile ${profile}`
    const { usd: sum, size } = sums.get(key) ?? { usd: 0, size: 0 }
    sums.set(key, { usd: sum + usd, size: size + Math.abs(usd) })
  }
  const losses = [...sums].filter(([, { usd, size }]) => usd < -size * RELATIVE_ERROR_MAX)
  return {
    references: [...sums.keys()],
    losses: losses.map(([key, { usd }]) => `${key}: ${usd} USD`),
  }
}

/** Throws for a currency without a rate, because a sum of NaN would never count as a loss. */
function perUsdOf(currency: string): number {
  const rate = midMarket.perUsd[currency]
  if (rate === undefined) throw new Error(`${currency} has no rate`)
  return Number(rate)
}
