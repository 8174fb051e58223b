// The countries that limit the value of all balances of a profile, and how far the balances are from the limit (B 4.7).

import type { Reader } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import { type Currency, largerMinor, type Money, money } from '../../kernel/money.ts'
import { getProfile, type ProfileRow, primaryAddress } from '../../profiles/index.ts'
import { worthNow } from '../../quotes/index.ts'
import { checkCurrency, sumFunds } from '../sum-funds.ts'

export type HoldLimit = {
  readonly maximum: Money
  /** Excess money is sent at the end of a day in this zone. */
  readonly timeZone: string
}

/** B 4.7 names the countries; the amounts are a choice of this project (gap 162). */
const limitsByCountry: Readonly<Record<string, HoldLimit>> = {
  SG: { maximum: money(20_000_00n, 'SGD'), timeZone: 'Asia/Singapore' },
  MY: { maximum: money(20_000_00n, 'MYR'), timeZone: 'Asia/Kuala_Lumpur' },
}

/** The limit of the country of the profile's primary address; undefined without a limit or an address. */
export function holdLimitOf(profile: ProfileRow): HoldLimit | undefined {
  const country = primaryAddress(profile)?.country ?? ''
  return Object.hasOwn(limitsByCountry, country) ? limitsByCountry[country] : undefined
}

/** The next midnight in the country after `now`. */
export function endOfDay({ timeZone }: HoldLimit, now: Temporal.Instant): Temporal.Instant {
  return now.toZonedDateTimeISO(timeZone).startOfDay().add({ days: 1 }).startOfDay().toInstant()
}

/** How far `worth`, in the currency of the limit, is above the limit; zero or negative within the limit. */
export function excessOf(worth: Money, { maximum }: HoldLimit): Money {
  return { minor: worth.minor - maximum.minor, currency: maximum.currency }
}

/** The value of the balances above the limit; zero or negative within the limit. */
export async function findExcess(
  db: Reader,
  profileId: Id<'profile'>,
  limit: HoldLimit,
  now: Temporal.Instant,
): Promise<Money> {
  const { worth } = await sumFunds(db, profileId, limit.maximum.currency, now)
  return excessOf(worth, limit)
}

/**
 * How much can be deposited before the limit of the country is reached; undefined where the country of the profile's
 * primary address has no limit. All balances count, at mid-market rates. The result is rounded down. Refuses with
 * CurrencyUnknown.
 */
export async function findCapacity(
  db: Reader,
  profileId: Id<'profile'>,
  currency: Currency,
  now: Temporal.Instant,
): Promise<Money | undefined> {
  checkCurrency(currency)
  const limit = holdLimitOf(await getProfile(db, profileId))
  if (limit === undefined) return undefined
  const excess = await findExcess(db, profileId, limit, now)
  const left = { minor: largerMinor(-excess.minor, 0n), currency: excess.currency }
  return { minor: await worthNow(db, left, { currency, now, rounding: 'down' }), currency }
}
