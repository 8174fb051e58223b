// Every SQL statement of the module. Whatever a page is filtered by, it is a walk downwards along an index,
// from where it begins.

import { type Reader, sql } from '../kernel/database/db.ts'
import { CONCURRENT_IDS_MAX, ID_MAX, type Id } from '../kernel/ids.ts'
import type { Currency } from '../kernel/money.ts'
import { mayBePricedAgain, type TransferStatus } from '../transfers/index.ts'
import { type ActivityStatus, activityStatuses, type Standing, standingsOf } from './model.ts'

export type Filter = {
  readonly profileId: Id<'profile'>
  /** Exclusive. */
  readonly beforeId: number
  readonly since: Temporal.Instant | undefined
  readonly until: Temporal.Instant | undefined
  readonly rowsMax: number
}

// Which ids can be in the asked time: the rows next to its ends say so.
const withEdges = (table: string) => `
  with edges as materialized (
    select coalesce((select min(e.id) from (
             select id from ${table} where profile_id = $1 and created_at >= $3
              order by created_at, id limit ${CONCURRENT_IDS_MAX}) e),
             case when $3::timestamptz is null then 0 else ${ID_MAX} end) as lowest,
           coalesce((select max(e.id) from (
             select id from ${table} where profile_id = $1 and created_at <= $4
              order by created_at desc, id desc limit ${CONCURRENT_IDS_MAX}) e),
             case when $4::timestamptz is null then ${ID_MAX} else 0 end) as highest)`

// Of the walk that PostgreSQL is to take it must believe that it leads far: of two bounds of one column
// it would think that they leave next to nothing, and read and sort all that the profile has. So one bound
// is a pair, and what is filtered by is looked up row by row. The pair begins with the id, because one
// that begins with a column of which the value is known does not end the walk.
const downwards = (table: string, which: string) => `
      and w.id <= least($2::bigint - 1, (select highest from edges))
      and (select ($3::timestamptz is null or c.created_at >= $3)
              and ($4::timestamptz is null or c.created_at <= $4) ${which}
             from ${table} c where c.profile_id = $1 and c.id = w.id)
    order by w.id desc limit $5`

const walk = (table: string) => `
  (select w.id from ${table} w
    where w.profile_id = $1 and (w.id, 0) >= ((select lowest from edges), 0)
      ${downwards(table, '')})`

const walkOf = (state: string, heldUp: string, free: string) => `
  (select w.id from transfers w
    where w.profile_id = $1 and w.status = '${state}' ${heldUp}
      and (w.id, 0) >= ((select lowest from edges), 0)
      ${downwards('transfers', free)})`

export type TransferRow = {
  readonly id: number
  readonly name: string
  readonly sourceMinor: bigint
  readonly sourceCurrency: Currency
  /** Null while it is not decided: unpaid, or held by a case, after its lock (D12a, D111a). */
  readonly targetMinor: bigint | null
  readonly targetCurrency: Currency
  readonly state: TransferStatus
  readonly isHeldUp: boolean
  readonly createdAt: Temporal.Instant
  readonly updatedAt: Temporal.Instant
}

// The rows themselves are read one by one: PostgreSQL, which cannot know how long a page is, would join
// all that the profile has.
const transferPage = (walks: string) =>
  sql<TransferRow>(`
  ${withEdges('transfers')}
  select found.*
    from (${walks}) walked
   cross join lateral (
         select t.id, r.account_holder_name as name,
                t.source_amount as source_minor, t.source_currency,
                case when t.rate_locked_until >= $6 or not ${mayBePricedAgain}
                     then t.target_amount end as target_minor,
                t.target_currency, t.status as state, t.active_issues <> '{}' as is_held_up, t.created_at,
                coalesce(t.changed_at, t.created_at) as updated_at
           from transfers t
           join recipients r on r.profile_id = t.profile_id and r.id = t.target_account
          where t.profile_id = $1 and t.id = walked.id
          limit 1) found
   order by walked.id desc
   limit $5`)

const ofAnyStatus = transferPage(walk('transfers'))

function walkTo({ state, isHeldUp }: Standing): string {
  if (isHeldUp === undefined) return walkOf(state, '', '')
  return isHeldUp
    ? walkOf(state, "and w.active_issues <> '{}'", '')
    : walkOf(state, '', "and c.active_issues = '{}'")
}

// Each state by itself is in the order of ids, so walks side by side are merged as they go.
const ofStatus = new Map(
  activityStatuses.map((status) => {
    const walks = standingsOf(status).map(walkTo)
    return [status, walks.length > 0 ? transferPage(walks.join(' union all ')) : undefined]
  }),
)

/** Newest first. */
export async function listTransfers(
  db: Reader,
  filter: Filter,
  status: ActivityStatus | undefined,
  now: Temporal.Instant,
): Promise<TransferRow[]> {
  const page = status === undefined ? ofAnyStatus : ofStatus.get(status)
  return page === undefined ? [] : db.rows(page, [...paramsOf(filter), now.toString()])
}

export type MovementRow = {
  readonly id: number
  readonly type: 'DEPOSIT' | 'WITHDRAWAL' | 'CONVERSION'
  readonly sourceMinor: bigint | null
  readonly sourceCurrency: Currency | null
  readonly targetMinor: bigint
  readonly targetCurrency: Currency
  /** Of the jar, where the money went into one. */
  readonly name: string | null
  readonly createdAt: Temporal.Instant
}

const movementPage = sql<MovementRow>(`
  ${withEdges('balance_movements')}
  select found.*
    from (${walk('balance_movements')}) walked
   cross join lateral (
         select m.id, m.type, m.source_amount as source_minor, m.source_currency,
                m.target_amount as target_minor, m.target_currency, b.name, m.created_at
           from balance_movements m
           left join balances b on b.profile_id = m.profile_id and b.id = m.target_balance_id
          where m.profile_id = $1 and m.id = walked.id
          limit 1) found
   order by walked.id desc
   limit $5`)

/** Newest first. */
export function listMovements(db: Reader, filter: Filter): Promise<MovementRow[]> {
  return db.rows(movementPage, paramsOf(filter))
}

function paramsOf({ profileId, beforeId, since, until, rowsMax }: Filter): unknown[] {
  return [profileId, beforeId, since?.toString() ?? null, until?.toString() ?? null, rowsMax]
}
