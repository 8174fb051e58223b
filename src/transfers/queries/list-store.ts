// The pages of a profile's transfers. However many there are, and whatever they are filtered by, a page
// is a walk along one index, from where the page begins.

import { type Reader, type Statement, sql } from '../../kernel/database/db.ts'
import { CONCURRENT_IDS_MAX, ID_MAX, type Id } from '../../kernel/ids.ts'
import type { TransferRow } from '../row.ts'
import { columns, joined, type Raw, rowOf } from '../store.ts'

export type ListQuery = {
  profileId: Id<'profile'>
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

// Where the ids that are in time start and end; between `all_from` and `all_to` all of them are.
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

/** Behind which id the walk begins, with which it ends, and which rows it may take. */
type Course = { readonly after: string; readonly upTo: string; readonly rest: string }

const anyTime: Course = { after: '$2', upTo: `${ID_MAX}`, rest: '' }

// A row itself is looked at only where its id does not say whether it is in time.
const inTime: Course = {
  after: 'greatest($2, (select starts - 1 from edges))',
  upTo: '(select ends from edges)',
  rest: `
  and case when t.id > (select all_from from edges) and t.id < (select all_to from edges) then true
      else (select ($5 is null or c.created_at >= $5) and ($6 is null or c.created_at < $6)
              from transfers c where c.profile_id = $1 and c.id = t.id) end`,
}

const withOthers: Course = {
  ...inTime,
  rest: `
  ${inTime.rest}
  and ($7::text[] is null or t.status = any($7))
  and ($8::text is null or t.source_currency = $8)
  and ($9::text is null or t.target_currency = $9)`,
}

// Where a walk ends is said by a pair: of two bounds of the id alone PostgreSQL believes that they leave
// next to nothing, and would read and sort all that the profile has. The pair begins with the id, because
// one that begins with a column of which the value is known does not end the walk.
const walk = ({ after, upTo, rest }: Course) => `
  select t.id from transfers t
   where t.profile_id = $1 and t.id > ${after} and (t.id, 0) <= (${upTo}, 0) ${rest}
   order by t.id limit $3 offset $4`

// A range of one value, in the order of that column: so no other index than that of the column will
// do. Where nearly all rows have one value, PostgreSQL would walk them all for a value that none has.
const walkLed = (column: string, value: string, { after, upTo, rest }: Course) => `
  select t.id from transfers t
   where t.profile_id = $1 and (t.${column}, t.id) > (${value}, ${after})
     and (t.${column}, t.id) <= (${value}, ${upTo}) ${rest}
   order by t.${column}, t.id limit $3 offset $4`

// Each status by itself is in the order of ids, so walks side by side are merged as they go, and none
// goes further than the page. That takes a text for each number of statuses.
const walkStatuses = (count: number) => (statuses: string, course: Course) => {
  const { after, upTo, rest } = course
  const each = Array.from({ length: count }, (_, n) => `(${statuses}::text[])[${n + 1}]`)
  const walks = each.map(
    (status) => `
      (select t.id from transfers t
        where t.profile_id = $1 and t.status = ${status} and t.id > ${after}
          and (t.id, 0) <= (${upTo}, 0) ${rest}
        order by t.id)`,
  )
  const sideBySide = walks.join(' union all ')
  return `
  select each.id from (${sideBySide}) each
   order by each.id limit $3 offset $4`
}

// What comes before the page is passed over in the index; the rows of the page itself are read one by
// one. PostgreSQL, which cannot know how long a page is, would join all that the profile has.
const page = (ids: string, before = '') =>
  sql<Raw>(`
  ${before}
  select found.*
    from (${ids}) page
   cross join lateral (
         select ${columns} ${joined}
          where t.profile_id = $1 and t.id = page.id
          limit 1) found
   order by page.id`)

/** The filter whose index is walked, over the parameter that holds its value. */
type Lead = {
  readonly value: (query: ListQuery) => unknown
  readonly walk: (value: string, course: Course) => string
}

/** In the order of their parameters. The first that was asked for leads: the narrowest, as a rule. */
const leadsOf = (statuses: number): readonly Lead[] => [
  { value: (query) => query.statuses, walk: walkStatuses(statuses) },
  {
    value: ({ sourceCurrency }) => sourceCurrency,
    walk: (value, course) => walkLed('source_currency', value, course),
  },
  {
    value: ({ targetCurrency }) => targetCurrency,
    walk: (value, course) => walkLed('target_currency', value, course),
  },
]

const FIRST_OTHER = 7
// What is filtered by nothing but the lead, and by time, is passed over in the index alone.
const ledBy = ({ value, walk }: Lead, n: number) => ({
  value,
  alone: page(walk('$5', anyTime)),
  inTime: page(walk('$7', inTime), withEdges),
  withOthers: page(walk(`$${n + FIRST_OTHER}`, withOthers), withEdges),
})

const madeFor = new Map<number, ReturnType<typeof ledBy>[]>()

/** What may lead a list by so many statuses. */
function ledFor(statuses: number): ReturnType<typeof ledBy>[] {
  let led = madeFor.get(statuses)
  if (led === undefined) {
    led = leadsOf(statuses).map(ledBy)
    madeFor.set(statuses, led)
  }
  return led
}

const unled = page(walk(anyTime))
const unledDated = page(walk(inTime), withEdges)

export async function listTransfers(db: Reader, query: ListQuery): Promise<TransferRow[]> {
  const { profileId, afterId, limit, offset, createdFrom, createdBefore } = query
  const isDated = createdFrom !== null || createdBefore !== null
  const dates = [createdFrom?.toString() ?? null, createdBefore?.toString() ?? null]
  const led = ledFor(query.statuses?.length ?? 0)
  const others = led.map(({ value }) => value(query))
  const given = others.filter((value) => value !== null)
  const send = async (statement: Statement<Raw>, ...params: readonly unknown[]) =>
    (await db.rows(statement, [profileId, afterId, limit, offset, ...params])).map(rowOf)
  const lead = led.find(({ value }) => value(query) !== null)
  if (lead === undefined) return isDated ? send(unledDated, ...dates) : send(unled)
  if (given.length > 1) return send(lead.withOthers, ...dates, ...others)
  return isDated ? send(lead.inTime, ...dates, ...given) : send(lead.alone, ...given)
}
