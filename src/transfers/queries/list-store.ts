// Reads the pages of a profile's transfers, in either order. A page is one range scan of one index, or one scan for each
// status, between `afterId` and `beforeId`. Creation times limit a scan to an interval of ids (gap 240). With at most one filter
// besides the times, the statement reads only the index entries of the `offset` rows before the page, the page, and rows at the
// ends of that interval, however many transfers there are.
//
// A filter by source currency, by target currency, or by a number of statuses has three statements in each order: for requests
// with this filter only, with this filter and times, and with other filters too. In the third statement the other filters are
// conditions on the rows that the index of this filter finds, so the scan also passes rows that do not satisfy them.

import type { Reader } from '../../kernel/database/db.ts'
import { type NamedStatement, namedRows, namedSql } from '../../kernel/database/named-sql.ts'
import { CONCURRENT_IDS_MAX, ID_MAX, type Id } from '../../kernel/ids.ts'
import { listedStatuses } from '../model.ts'
import type { TransferRow } from '../row.ts'
import { columns, fromTransfers, type RawTransfer, rowOf } from '../store.ts'

/** The order of the transfers of a page, by their ids. */
export type Order = 'ascending' | 'descending'

/** A filter that the request does not have is null. */
export type ListQuery = {
  readonly profileId: Id<'profile'>
  /** Without duplicates, each one of `listedStatuses`; at least one. */
  readonly statuses: readonly string[] | null
  readonly sourceCurrency: string | null
  readonly targetCurrency: string | null
  /** Inclusive. */
  readonly createdFrom: Temporal.Instant | null
  /** Exclusive. */
  readonly createdBefore: Temporal.Instant | null
  /** Exclusive. */
  readonly afterId: number
  /** Exclusive. */
  readonly beforeId: number
  readonly order: Order
  readonly limit: number
  readonly offset: number
}

/** The values of the parameters by name. */
type Values = Omit<ListQuery, 'createdFrom' | 'createdBefore' | 'order'> & {
  readonly createdFrom: string | null
  readonly createdBefore: string | null
}

type PageStatement = NamedStatement<RawTransfer, Values>

// Translates the interval of creation times into ids. Transfers in the interval have ids from `starts` to `ends`; all ids
// between `all_from` and `all_to` are in the interval, and the few at either edge have to be looked up, because ids are
// generated concurrently.
const withEdges = `
  with edges as materialized (
    select coalesce(early.low, case when :createdFrom::timestamptz is null then 0 else ${ID_MAX} end) as starts,
           coalesce(early.high, 0) as all_from,
           coalesce(late.low, ${ID_MAX}) as all_to,
           coalesce(late.high, case when :createdBefore::timestamptz is null then ${ID_MAX} else 0 end) as ends
      from (select min(id) as low, max(id) as high
              from (select id from transfers where profile_id = :profileId and created_at >= :createdFrom
                     order by created_at, id limit ${CONCURRENT_IDS_MAX}) first_rows) early,
           (select min(id) as low, max(id) as high
              from (select id from transfers where profile_id = :profileId and created_at < :createdBefore
                     order by created_at desc, id desc limit ${CONCURRENT_IDS_MAX}) last_rows) late)`

/** The ids of a scan, between `after` and `before`, both exclusive, and the conditions on the rows between them. */
type Range = {
  /** The common table expression that the other fields read. */
  readonly edges: string
  readonly after: string
  readonly before: string
  readonly conditions: string
}

const anyTime: Range = { edges: '', after: ':afterId', before: ':beforeId', conditions: '' }

// The row itself is read only where its id does not decide whether it is in the interval.
const inInterval: Range = {
  edges: withEdges,
  after: 'greatest(:afterId, (select starts - 1 from edges))',
  before: 'least(:beforeId, (select ends + 1 from edges))',
  conditions: `
  and case when t.id > (select all_from from edges) and t.id < (select all_to from edges) then true
      else (select (:createdFrom is null or c.created_at >= :createdFrom)
               and (:createdBefore is null or c.created_at < :createdBefore)
              from transfers c where c.profile_id = :profileId and c.id = t.id) end`,
}

const allFilters: Range = {
  ...inInterval,
  conditions: `
  ${inInterval.conditions}
  and (:statuses::text[] is null or t.status = any(:statuses))
  and (:sourceCurrency::text is null or t.source_currency = :sourceCurrency)
  and (:targetCurrency::text is null or t.target_currency = :targetCurrency)`,
}

/** How a scan in either order is written. */
const orders = {
  // The end of the scan is a condition on a pair. For two plain bounds of the id PostgreSQL estimates that next to no
  // rows match, and then reads and sorts all transfers of the profile. The pair begins with the id: one that begins with
  // `profile_id` would not end the scan, because the statement already compares that column with `=`.
  ascending: {
    between: ({ after, before }: Range) => `t.id > ${after} and (t.id, 0) < (${before}, 0)`,
    direction: 'asc',
  },
  descending: {
    between: ({ after, before }: Range) => `t.id < ${before} and (t.id, 0) > (${after}, 0)`,
    direction: 'desc',
  },
} as const

/** Makes the statement that finds the ids of a page. */
type Scan = (range: Range, order: Order) => string

const scanIds: Scan = (range, order) => {
  const { between, direction } = orders[order]
  return `
  select t.id from transfers t
   where t.profile_id = :profileId and ${between(range)} ${range.conditions}
   order by t.id ${direction} limit :limit offset :offset`
}

// A range of one value, ordered by that column, so that only the index of the column fits. Otherwise PostgreSQL could
// read every transfer of the profile to look for a value that no transfer has.
const scanCurrency =
  (
    column: 'source_currency' | 'target_currency',
    value: ':sourceCurrency' | ':targetCurrency',
  ): Scan =>
  ({ after, before, conditions }, order) => {
    const { direction } = orders[order]
    return `
  select t.id from transfers t
   where t.profile_id = :profileId and (t.${column}, t.id) > (${value}, ${after})
     and (t.${column}, t.id) < (${value}, ${before}) ${conditions}
   order by t.${column} ${direction}, t.id ${direction} limit :limit offset :offset`
  }

// The index has the rows of one status in the order of ids. So PostgreSQL merges the scans of all statuses while it reads
// them, and no scan goes further than the page. Each number of statuses needs another statement.
const scanStatuses =
  (count: number): Scan =>
  (range, order) => {
    const { between, direction } = orders[order]
    const statuses = Array.from({ length: count }, (_, n) => `(:statuses::text[])[${n + 1}]`)
    const scans = statuses.map(
      (status) => `
      (select t.id from transfers t
        where t.profile_id = :profileId and t.status = ${status}
          and ${between(range)} ${range.conditions}
        order by t.id ${direction})`,
    )
    const union = scans.join(' union all ')
    return `
  select matching.id from (${union}) matching
   order by matching.id ${direction} limit :limit offset :offset`
  }

// The rows of the page are read one by one: PostgreSQL cannot estimate how long a page is, and would join all transfers
// of the profile.
const page = (scan: Scan, range: Range, order: Order): PageStatement => {
  const { direction } = orders[order]
  return namedSql(`
  ${range.edges}
  select found.*
    from (${scan(range, order)}) page
   cross join lateral (
         select ${columns} ${fromTransfers}
          where t.profile_id = :profileId and t.id = page.id
          limit 1) found
   order by page.id ${direction}`)
}

// Without other filters than this one and the times, PostgreSQL skips the rows before the page in the index, and does not read
// them from the table.
const pagesBy = (scan: Scan, order: Order) => ({
  withoutOthers: page(scan, anyTime, order),
  withTimes: page(scan, inInterval, order),
  withOthers: page(scan, allFilters, order),
})
type Pages = ReturnType<typeof pagesBy>

const statementsIn = (order: Order) => ({
  unfiltered: page(scanIds, anyTime, order),
  byTimes: page(scanIds, inInterval, order),
  bySource: pagesBy(scanCurrency('source_currency', ':sourceCurrency'), order),
  byTarget: pagesBy(scanCurrency('target_currency', ':targetCurrency'), order),
  /** The statements for one status, for two statuses, and so on. */
  byStatuses: listedStatuses.map((_, n) => pagesBy(scanStatuses(n + 1), order)),
})
const statements: Readonly<Record<Order, ReturnType<typeof statementsIn>>> = {
  ascending: statementsIn('ascending'),
  descending: statementsIn('descending'),
}

export async function listPage(db: Reader, query: ListQuery): Promise<TransferRow[]> {
  const values: Values = {
    ...query,
    createdFrom: query.createdFrom?.toString() ?? null,
    createdBefore: query.createdBefore?.toString() ?? null,
  }
  return (await namedRows(db, statementFor(query), values)).map(rowOf)
}

/** The first filter that the query has decides the index, so the filter that is usually the narrowest comes first. */
function statementFor(query: ListQuery): PageStatement {
  const { statuses, sourceCurrency, targetCurrency, createdFrom, createdBefore } = query
  const { unfiltered, byTimes, byStatuses, bySource, byTarget } = statements[query.order]
  const isDated = createdFrom !== null || createdBefore !== null
  const [first, ...others] = [
    ...(statuses === null ? [] : [pagesOfStatuses(byStatuses, statuses.length)]),
    ...(sourceCurrency === null ? [] : [bySource]),
    ...(targetCurrency === null ? [] : [byTarget]),
  ]
  if (first === undefined) return isDated ? byTimes : unfiltered
  if (others.length > 0) return first.withOthers
  return isDated ? first.withTimes : first.withoutOthers
}

function pagesOfStatuses(byStatuses: readonly Pages[], count: number): Pages {
  const pages = byStatuses[count - 1]
  if (pages === undefined) throw new RangeError(`no list has ${count} statuses`)
  return pages
}
