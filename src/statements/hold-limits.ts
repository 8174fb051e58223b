// Countries in which a profile may hold only so much (Spec B 4.7).

import type { Reader } from '../kernel/db.ts'
import type { Id } from '../kernel/ids.ts'
import { type Currency, exchange, type Money, parseMoney } from '../kernel/money.ts'
import { getProfile, primaryAddress } from '../profiles/index.ts'
import { midMarketRate } from '../quotes/index.ts'
import { checkCurrency, sumFunds } from './sum-funds.ts'

type HoldLimit = { readonly amount: string; readonly currency: Currency }

const holdLimits: Readonly<Record<string, HoldLimit>> = {
  SG: { amount: '20000', currency: 'SGD' },
  MY: { amount: '20000', currency: 'MYR' },
}

/** What can still be deposited until the limit of the country is reached. */
export type Capacity = { readonly left: Money }

/**
 * Undefined where the country of the profile's primary address has no limit. Whatever the profile
 * holds counts, at mid-market; what is left is rounded down. Refuses a currency that nobody knows.
 */
export async function capacityOf(
  db: Reader,
  profileId: Id<'profile'>,
  currency: Currency,
  now: Temporal.Instant,
): Promise<Capacity | undefined> {
  checkCurrency(currency)
  const country = primaryAddress(await getProfile(db, profileId))?.country ?? ''
  const limit = Object.hasOwn(holdLimits, country) ? holdLimits[country] : undefined
  const most = limit && parseMoney(limit.amount, limit.currency)
  if (most === undefined) return undefined
  const { worth } = await sumFunds(db, profileId, most.currency, now)
  const minor = worth.minor < most.minor ? most.minor - worth.minor : 0n
  const left = { minor, currency: most.currency }
  if (currency === most.currency) return { left }
  const rate = await midMarketRate(db, most.currency, currency, now)
  return { left: { minor: exchange(left, rate, currency, 'down'), currency } }
}
