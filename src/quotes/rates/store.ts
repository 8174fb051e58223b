// Every SQL statement about recorded rates.

import { type Reader, sql } from '../../kernel/database/db.ts'
import { rowType, type WriteStep, writeStep } from '../../kernel/database/write-step.ts'
import type { Currency } from '../../kernel/money.ts'

/** From `at` on, one US dollar is worth `perUsd` (decimal text) units of the currency. */
export type RatePointRow = {
  readonly currency: Currency
  readonly at: Temporal.Instant
  readonly perUsd: string
  readonly source: string
}

const pointColumns = 'p.currency, p.at, p.per_usd::text as per_usd, p.source'

// One index lookup for each currency, however long its history is.
const listPointsAtSql = sql<RatePointRow>(`
  select ${pointColumns}
    from unnest($1::text[]) as c (currency)
   cross join lateral (
    select r.currency, r.at, r.per_usd, r.source from rate_points r where r.currency = c.currency and r.at <= $2
     order by r.at desc limit 1) p`)

/** The last point of each currency at a moment. A currency without a point by then is left out. */
export function listPointsAt(
  db: Reader,
  currencies: readonly Currency[],
  at: Temporal.Instant,
): Promise<RatePointRow[]> {
  return db.rows(listPointsAtSql, [currencies, at.toString()])
}

const listPointsBetweenSql = sql<RatePointRow>(`
  select ${pointColumns} from rate_points p
   where p.currency = any($1) and p.at > $2 and p.at <= $3
   order by p.at`)

/** The points later than `after` up to and including `to`, oldest first. */
export function listPointsBetween(
  db: Reader,
  currencies: readonly Currency[],
  after: Temporal.Instant,
  to: Temporal.Instant,
): Promise<RatePointRow[]> {
  return db.rows(listPointsBetweenSql, [currencies, after.toString(), to.toString()])
}

// An `insert` cannot return `request_index`, so a batch returns all rows to its first request. The callers that use the rows
// write in `transact`, which does not batch; `POST /v1/simulation/rates` may be batched, and ignores them.
const setPointsStep = writeStep({
  name: 'rate_points_set',
  input: { currency: 'text', at: 'timestamptz', perUsd: 'numeric', source: 'text' },
  tenant: null,
  sql: ({ input }) => `rate_points_set as (
    insert into rate_points as r (currency, at, per_usd, source)
    select currency, at, per_usd, source from ${input} order by currency, at
        on conflict (currency, at)
        do update set per_usd = excluded.per_usd, source = excluded.source
        where r.per_usd <> excluded.per_usd or r.source <> excluded.source
    returning 1 as request_index, currency)`,
  returns: rowType<{ currency: Currency }>(),
})

/** The write step that records points. It returns one row for each point that was new or different. */
export function setPoints(points: readonly RatePointRow[]): WriteStep<{ currency: Currency }> {
  return setPointsStep(points)
}
