// Reads the pages of a profile's transfers. A page is one range scan of one index, from where the page begins,
// however many transfers there are and with every filter (gap 240).

import { type Reader, type Statement, sql } from '../../kernel/database/db.ts'
import { CONCURRENT_IDS_MAX, ID_MAX, type Id } from '../../kernel/ids.ts'
import { listedStatuses } from '../model.ts'
import type { TransferRow } from '../row.ts'
import { columns, fromTransfers, type RawTransfer, rowOf } from '../store.ts'

export type ListQuery = {
  profileId: Id<'profile'>
  /** Without duplicates, each one of `listedStatuses`. */
  statuses: readonly string[] | null
  sourceCurrency: string | null
  targetCurrency: string | null
  createdFrom: Temporal.Instant | null
  createdBefore: Temporal.Instant | null
  /** Exclusive. */
  afterId: number
  limit: number
  offset: number
}

// Translates the times into ids. Transfers in time have ids from `starts` to `ends`; all ids between `all_from` and
// `all_to` are in time, and the few at either edge have to be looked up, because ids are given out concurrently.
const withEdges = `
  with edges as materialized (
    select coalesce(a.low, case when $5::timestamptz is null then 0 else ${ID_MAX} end) as starts,
           coalesce(a.high, 0) as all_from,
           coalesce(b.low, ${ID_MAX}) as all_to,
           coalesce(b.high, case when $6::timestamptz is null then ${ID_MAX} else 0 end) as ends
      from (select min(id) as low, max(id) as high
              from (select id from transfers where profile_id = $1 and created_at >= $5
                     order by created_at, id limit ${CONCURRENT_IDS_MAX}) early) a,
           (select min(id) as low, max(id) as high
              from (select id from transfers where profile_id = $1 and created_at < $6
                     order by created_at desc, id desc limit ${CONCURRENT_IDS_MAX}) late) b)`

/** The ids of a scan, `after` exclusive and `upTo` inclusive, and the conditions on the rows between them. */
type Range = { readonly after: string; readonly upTo: string; readonly conditions: string }

const anyTime: Range = { after: '$2', upTo: `${ID_MAX}`, conditions: '' }

// The row itself is read only where its id does not decide whether it is in time.
const inTime: Range = {
  after: 'greatest($2, (select starts - 1 from edges))',
  upTo: '(select ends from edges)',
  conditions: `
  and case when t.id > (select all_from from edges) and t.id < (select all_to from edges) then true
      else (select ($5 is null or c.created_at >= $5) and ($6 is null or c.created_at < $6)
              from transfers c where c.profile_id = $1 and c.id = t.id) end`,
}

const allFilters: Range = {
  ...inTime,
  conditions: `
  ${inTime.conditions}
  and ($7::text[] is null or t.status = any($7))
  and ($8::text is null or t.source_currency = $8)
  and ($9::text is null or t.target_currency = $9)`,
}

// The end of the scan is a condition on a pair. For two plain bounds of the id PostgreSQL estimates that next to no
// rows match, and then reads and sorts all transfers of the profile. The pair begins with the id, because a pair that
// begins with a column of known value does not end the scan.
const scanIds = ({ after, upTo, conditions }: Range) => `
  select t.id from transfers t
   where t.profile_id = $1 and t.id > ${after} and (t.id, 0) <= (${upTo}, 0) ${conditions}
   order by t.id limit $3 offset $4`

// A range of one value, ordered by that column, so that only the index of the column fits. Otherwise PostgreSQL could
// read every transfer of the profile to look for a value that no transfer has.
const scanColumn = (column: string, value: string, { after, upTo, conditions }: Range) => `
  select t.id from transfers t
   where t.profile_id = $1 and (t.${column}, t.id) > (${value}, ${after})
     and (t.${column}, t.id) <= (${value}, ${upTo}) ${conditions}
   order by t.${column}, t.id limit $3 offset $4`

// The rows of one status are in the order of ids, so one scan for each status is merged as they are read, and no scan
// goes further than the page. Each number of statuses needs another statement.
const scanStatuses = (count: number) => (statuses: string, range: Range) => {
  const { after, upTo, conditions } = range
  const each = Array.from({ length: count }, (_, n) => `(${statuses}::text[])[${n + 1}]`)
  const scans = each.map(
    (status) => `
      (select t.id from transfers t
        where t.profile_id = $1 and t.status = ${status} and t.id > ${after}
          and (t.id, 0) <= (${upTo}, 0) ${conditions}
        order by t.id)`,
  )
  const union = scans.join(' union all ')
  return `
  select each.id from (${union}) each
   order by each.id limit $3 offset $4`
}

// Rows before the page are skipped in the index. The rows of the page are read one by one: PostgreSQL cannot estimate
// how long a page is, and would join all transfers of the profile.
const page = (idScan: string, commonTable = '') =>
  sql<RawTransfer>(`
  ${commonTable}
  select found.*
    from (${idScan}) page
   cross join lateral (
         select ${columns} ${fromTransfers}
          where t.profile_id = $1 and t.id = page.id
          limit 1) found
   order by page.id`)

/** A filter whose index is scanned, and the scan for the parameter that has its value. */
type Filter = {
  readonly value: (query: ListQuery) => unknown
  readonly scan: (value: string, range: Range) => string
}

/** The order is that of the parameters. The first filter that the query has decides the index: usually the narrowest. */
const filtersOf = (statusCount: number): readonly Filter[] => [
  { value: (query) => query.statuses, scan: scanStatuses(statusCount) },
  {
    value: ({ sourceCurrency }) => sourceCurrency,
    scan: (value, range) => scanColumn('source_currency', value, range),
  },
  {
    value: ({ targetCurrency }) => targetCurrency,
    scan: (value, range) => scanColumn('target_currency', value, range),
  },
]

const FIRST_FILTER_PARAMETER = 7
// With no other filter than this one and the times, rows before the page are skipped without reading them.
const statementsOf = ({ value, scan }: Filter, n: number) => ({
  value,
  byThisOnly: page(scan('$5', anyTime)),
  byThisAndTime: page(scan('$7', inTime), withEdges),
  byAll: page(scan(`$${n + FIRST_FILTER_PARAMETER}`, allFilters), withEdges),
})

/** The statements by the number of statuses that the query has. */
const filteredByStatusCount = Array.from({ length: listedStatuses.length + 1 }, (_, count) =>
  filtersOf(count).map(statementsOf),
)

const unfiltered = page(scanIds(anyTime))
const byTimeOnly = page(scanIds(inTime), withEdges)

export async function listTransfers(db: Reader, query: ListQuery): Promise<TransferRow[]> {
  const { profileId, afterId, limit, offset, createdFrom, createdBefore } = query
  const isDated = createdFrom !== null || createdBefore !== null
  const dates = [createdFrom?.toString() ?? null, createdBefore?.toString() ?? null]
  const filters = filteredByStatusCount[query.statuses?.length ?? 0]
  if (filters === undefined)
    throw new RangeError('the query has more statuses than transfers can have')
  const values = filters.map(({ value }) => value(query))
  const filterValues = values.filter((value) => value !== null)
  const send = async (statement: Statement<RawTransfer>, ...params: readonly unknown[]) =>
    (await db.rows(statement, [profileId, afterId, limit, offset, ...params])).map(rowOf)
  const first = filters.find(({ value }) => value(query) !== null)
  if (first === undefined) return isDated ? send(byTimeOnly, ...dates) : send(unfiltered)
  if (filterValues.length > 1) return send(first.byAll, ...dates, ...values)
  return isDated
    ? send(first.byThisAndTime, ...dates, ...filterValues)
    : send(first.byThisOnly, ...filterValues)
}
