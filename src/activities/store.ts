// SQL statements about transfers and movements in the activity list. With every filter, a page is a backward index scan from
// the id where the page begins.

import { type Reader, sql } from '../kernel/database/db.ts'
import { CONCURRENT_IDS_MAX, ID_MAX, type Id } from '../kernel/ids.ts'
import type { Currency } from '../kernel/money.ts'
import { mayBePricedAgainSql, type TransferStatus } from '../transfers/index.ts'
import {
  type ActivityStatus,
  activityStatuses,
  conditionsOf,
  type TransferCondition,
} from './model.ts'

export type Filter = {
  readonly profileId: Id<'profile'>
  /** Only rows with lower ids are listed. */
  readonly beforeId: number
  readonly since: Temporal.Instant | undefined
  readonly until: Temporal.Instant | undefined
  readonly rowsMax: number
}

// All statements have the parameters of `paramsOf`: $1 is the profile, $2 `beforeId`, $3 `since`, $4 `until`, $5 `rowsMax`.

// The lowest and the highest id in the requested period. Among CONCURRENT_IDS_MAX neighbouring rows,
// ids and times may be in different orders, so CONCURRENT_IDS_MAX rows are read at each end of the period.
export const withIdRange = (table: string) => `
  with id_range as materialized (
    select coalesce((select min(e.id) from (
             select id from ${table} where profile_id = $1 and created_at >= $3
              order by created_at, id limit ${CONCURRENT_IDS_MAX}) e),
             case when $3::timestamptz is null then 0 else ${ID_MAX} end) as lowest,
           coalesce((select max(e.id) from (
             select id from ${table} where profile_id = $1 and created_at <= $4
              order by created_at desc, id desc limit ${CONCURRENT_IDS_MAX}) e),
             case when $4::timestamptz is null then ${ID_MAX} else 0 end) as highest)`

// PostgreSQL must estimate that the index scan returns many rows. For two bounds on the same column it estimates
// almost no rows, and would read and sort all rows of the profile instead. So one bound is a row comparison, and the
// filters are evaluated in a subquery per row. The row comparison begins with the id: a comparison that begins
// with `profile_id`, which is the same in all rows of the scan, does not end the scan.
//
// `indexFilter` has conditions on columns of an index (`w`), `rowFilter` others (`c`).
export const idsOfPage = (table: string, indexFilter = '', rowFilter = '') => `
  (select w.id from ${table} w
    where w.profile_id = $1 ${indexFilter}
      and (w.id, 0) >= ((select lowest from id_range), 0)
      and w.id <= least($2::bigint - 1, (select highest from id_range))
      and (select ($3::timestamptz is null or c.created_at >= $3)
              and ($4::timestamptz is null or c.created_at <= $4) ${rowFilter}
             from ${table} c where c.profile_id = $1 and c.id = w.id)
    order by w.id desc limit $5)`

export type TransferRow = {
  readonly id: number
  readonly name: string
  readonly sourceMinor: bigint
  readonly sourceCurrency: Currency
  /**
   * Null when the transfer has no rate lock now, and will be priced again (`mayBePricedAgainSql`) because it is unpaid, or
   * because an issue holds its money or held it past the rate lock (D12a, D111a).
   */
  readonly targetMinor: bigint | null
  readonly targetCurrency: Currency
  readonly state: TransferStatus
  readonly isHeldUp: boolean
  readonly createdAt: Temporal.Instant
  readonly updatedAt: Temporal.Instant
}

// Rows are read one by one in a lateral join, because PostgreSQL does not know the page size at planning time and
// would join all rows of the profile. $6 is the present time.
const transferPage = (idQueries: string) =>
  sql<TransferRow>(`
  ${withIdRange('transfers')}
  select found.*
    from (${idQueries}) ids
   cross join lateral (
         select t.id, r.account_holder_name as name,
                t.source_amount as source_minor, t.source_currency,
                case when t.rate_locked_until >= $6 or not ${mayBePricedAgainSql}
                     then t.target_amount end as target_minor,
                t.target_currency, t.status as state, t.active_issues <> '{}' as is_held_up, t.created_at,
                coalesce(t.changed_at, t.created_at) as updated_at
           from transfers t
           join recipients r on r.profile_id = t.profile_id and r.id = t.target_account
          where t.profile_id = $1 and t.id = ids.id
          limit 1) found
   order by ids.id desc
   limit $5`)

const pageOfAnyStatus = transferPage(idsOfPage('transfers'))

function idsOfCondition({ state, isHeldUp }: TransferCondition): string {
  const inState = `and w.status = '${state}'`
  if (isHeldUp === undefined) return idsOfPage('transfers', inState)
  return isHeldUp
    ? idsOfPage('transfers', `${inState} and w.active_issues <> '{}'`)
    : idsOfPage('transfers', inState, "and c.active_issues = '{}'")
}

// Each state is read in the order of ids, so PostgreSQL merges the scans of several states without sorting.
const pageOfStatus = new Map(
  activityStatuses.map((status) => {
    const idQueries = conditionsOf(status).map(idsOfCondition)
    return [status, idQueries.length > 0 ? transferPage(idQueries.join(' union all ')) : undefined]
  }),
)

/** The transfers that match the filter, newest first. */
export async function listTransfers(
  db: Reader,
  filter: Filter,
  status: ActivityStatus | undefined,
  now: Temporal.Instant,
): Promise<TransferRow[]> {
  const page = status === undefined ? pageOfAnyStatus : pageOfStatus.get(status)
  return page === undefined ? [] : db.rows(page, [...paramsOf(filter), now.toString()])
}

export type MovementRow = {
  readonly id: number
  readonly type: 'DEPOSIT' | 'WITHDRAWAL' | 'CONVERSION'
  readonly sourceMinor: bigint | null
  readonly sourceCurrency: Currency | null
  readonly targetMinor: bigint
  readonly targetCurrency: Currency
  /** The name of the balance that received the money; null for a balance without a name. */
  readonly name: string | null
  readonly createdAt: Temporal.Instant
}

const movementPageSql = sql<MovementRow>(`
  ${withIdRange('balance_movements')}
  select found.*
    from (${idsOfPage('balance_movements')}) ids
   cross join lateral (
         select m.id, m.type, m.source_amount as source_minor, m.source_currency,
                m.target_amount as target_minor, m.target_currency, b.name, m.created_at
           from balance_movements m
           left join balances b on b.profile_id = m.profile_id and b.id = m.target_balance_id
          where m.profile_id = $1 and m.id = ids.id
          limit 1) found
   order by ids.id desc
   limit $5`)

/** The movements that match the filter, newest first. */
export function listMovements(db: Reader, filter: Filter): Promise<MovementRow[]> {
  return db.rows(movementPageSql, paramsOf(filter))
}

export function paramsOf({ profileId, beforeId, since, until, rowsMax }: Filter): unknown[] {
  return [profileId, beforeId, since?.toString() ?? null, until?.toString() ?? null, rowsMax]
}
