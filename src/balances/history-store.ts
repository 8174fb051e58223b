// The SQL statements that read the history of balances: entries and movements. `activities` also reads movements.

import { type Reader, sql } from '../kernel/database/db.ts'
import { CONCURRENT_IDS_MAX, type Id } from '../kernel/ids.ts'
import type { Currency } from '../kernel/money.ts'

/** One change of a balance. */
export type EntryRow = {
  readonly sequence: number
  /** Positive for a credit. */
  readonly deltaMinor: bigint
  /** The balance after the change. */
  readonly balanceMinor: bigint
  readonly reference: string
  readonly occurredAt: Temporal.Instant
  /** Whether the entry settles a debt with the credit of the entry before it, which has the same reference. */
  readonly isSettlement: boolean
}

const listEntriesSql = sql<EntryRow>(`
  select e.sequence, e.delta as delta_minor, e.balance as balance_minor, e.reference, e.occurred_at,
         e.delta < 0 and coalesce(before.delta > 0 and before.reference = e.reference
                                  and before.occurred_at = e.occurred_at, false) as is_settlement
    from balance_entries e
    left join balance_entries before
      on before.profile_id = e.profile_id and before.balance_id = e.balance_id and before.sequence = e.sequence - 1
   where e.profile_id = $1 and e.balance_id = $2 and e.sequence > $3 and e.sequence <= $4
   order by e.sequence desc limit $5`)

type Page = {
  readonly profileId: Id<'profile'>
  readonly balanceId: Id<'balance'>
  /** Exclusive. */
  readonly after: number
  /** Inclusive. */
  readonly last: number
  readonly rowsMax: number
}

/** The entries after `after` up to `last`, newest first, at most the newest `rowsMax` of them. */
export function listEntries(db: Reader, page: Page): Promise<EntryRow[]> {
  const { profileId, balanceId, after, last, rowsMax } = page
  return db.rows(listEntriesSql, [profileId, balanceId, after, last, rowsMax])
}

/** The entries of concurrent requests of a balance. A credit that settles a debt has two: the credit, and the settlement. */
const CONCURRENT_ENTRIES_MAX = 2 * CONCURRENT_IDS_MAX

// The times of concurrent requests may be in a different order than their sequences. So the highest sequence is
// searched among the entries that can be concurrent with the last one in time.
const lastEntrySql = (timeCondition: string) => `
  select s.sequence, s.balance
    from (select sequence from balance_entries
           where profile_id = $1 and balance_id = $2 and ${timeCondition}
           order by occurred_at desc limit 1) latest
   cross join lateral (
         select sequence, balance from balance_entries
          where profile_id = $1 and balance_id = $2 and ${timeCondition}
            and sequence between latest.sequence and latest.sequence + ${CONCURRENT_ENTRIES_MAX}
          order by sequence desc limit 1) s`

const lastBeforeSql = lastEntrySql('occurred_at < $3')
const lastUntilSql = lastEntrySql('occurred_at <= $4')
const findEntryRangeSql = sql<EntryRange>(`
  select coalesce(b.sequence, 0) as after, coalesce(b.balance, 0) as opening_minor,
         coalesce(e.sequence, 0) as last, coalesce(e.balance, 0) as closing_minor
    from (select) one
    left join lateral (${lastBeforeSql}) b on true
    left join lateral (${lastUntilSql}) e on true`)

/** The entries after `after` up to `last`, and the balance before and after them. */
export type EntryRange = {
  readonly after: number
  readonly openingMinor: bigint
  readonly last: number
  readonly closingMinor: bigint
}

/**
 * The entries of an interval, both ends inclusive, as a range of sequences, so that the entries add up to the difference
 * between the opening and the closing amount. A range of times would not: concurrent requests may write their times in a
 * different order than their sequences. Each entry is in the range of exactly one of two adjoining intervals.
 */
export async function findEntryRange(
  db: Reader,
  profileId: Id<'profile'>,
  balanceId: Id<'balance'>,
  time: { readonly from: Temporal.Instant; readonly to: Temporal.Instant },
): Promise<EntryRange> {
  const found = await db.row(findEntryRangeSql, [
    profileId,
    balanceId,
    time.from.toString(),
    time.to.toString(),
  ])
  if (found === undefined) throw new Error('the entry range of a balance returned no row')
  return found
}

export type MovementRow = {
  readonly id: Id<'movement'>
  readonly type: 'DEPOSIT' | 'WITHDRAWAL' | 'CONVERSION'
  readonly sourceBalanceId: Id<'balance'> | null
  readonly targetBalanceId: Id<'balance'> | null
  readonly sourceCurrency: Currency | null
  readonly sourceMinor: bigint | null
  readonly targetCurrency: Currency | null
  readonly targetMinor: bigint | null
  readonly feeMinor: bigint | null
  /** Decimal text: units of the target currency per unit of the source currency. */
  readonly rate: string | null
  readonly channel: string
}

const findMovementsSql = sql<MovementRow>(`
  select id, type, source_balance_id, target_balance_id, source_currency,
         source_amount as source_minor, target_currency, target_amount as target_minor,
         fee as fee_minor, rate::text as rate, channel
    from balance_movements where profile_id = $1 and id = any($2::bigint[])`)

/** The movements of the profile with these ids. */
export function findMovements(
  db: Reader,
  profileId: Id<'profile'>,
  ids: readonly number[],
): Promise<MovementRow[]> {
  return db.rows(findMovementsSql, [profileId, ids])
}
