// Countries in which a profile may hold only so much (Spec B 4.7).

import type { Reader } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import { type Currency, type Money, money } from '../../kernel/money.ts'
import { getProfile, type ProfileRow, primaryAddress } from '../../profiles/index.ts'
import { worthNow } from '../../quotes/index.ts'
import { checkCurrency, sumFunds } from '../sum-funds.ts'

export type HoldLimit = {
  readonly most: Money
  /** The end of whose days is when excess money is sent. */
  readonly timeZone: string
}

const holdLimits: Readonly<Record<string, HoldLimit>> = {
  SG: { most: money(20_000_00n, 'SGD'), timeZone: 'Asia/Singapore' },
  MY: { most: money(20_000_00n, 'MYR'), timeZone: 'Asia/Kuala_Lumpur' },
}

/** The limit of the country of the profile's primary address; undefined where there is none. */
export function holdLimitOf(profile: ProfileRow): HoldLimit | undefined {
  const country = primaryAddress(profile)?.country ?? ''
  return Object.hasOwn(holdLimits, country) ? holdLimits[country] : undefined
}

/** The next 24:00 in the country, later than `now`. */
export function endOfDay({ timeZone }: HoldLimit, now: Temporal.Instant): Temporal.Instant {
  return now.toZonedDateTimeISO(timeZone).startOfDay().add({ days: 1 }).startOfDay().toInstant()
}

/** What the profile holds above the limit; zero or less when it is within. */
export async function excessOver(
  db: Reader,
  profileId: Id<'profile'>,
  { most: { minor, currency } }: HoldLimit,
  now: Temporal.Instant,
): Promise<Money> {
  const { worth } = await sumFunds(db, profileId, currency, now)
  return { minor: worth.minor - minor, currency }
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
  const limit = holdLimitOf(await getProfile(db, profileId))
  if (limit === undefined) return undefined
  const excess = await excessOver(db, profileId, limit, now)
  const left = { minor: excess.minor < 0n ? -excess.minor : 0n, currency: excess.currency }
  return { left: { minor: await worthNow(db, left, currency, now, 'down'), currency } }
}
