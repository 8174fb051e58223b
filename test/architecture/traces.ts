// A fingerprint of every table except `deferredTables`, which shows whether a request changed any row.

import type { Database } from '../../src/kernel/database/db.ts'

export type Traces = Readonly<Record<string, string>>

/** A point in the order of transactions: the id of the transaction that set the mark, which writes no rows. */
export type Mark = string

export async function markNow({ pool }: Database): Promise<Mark> {
  const { rows } = await pool.query<{ mark: string }>('select pg_current_xact_id()::text as mark')
  return rows[0]?.mark ?? ''
}

/** Tables that are written in batches after the requests that they report, so a change cannot be assigned to a request. */
const deferredTables = ['security_log']

/** Version columns for concurrency control, which no reply contains. They are left out of the fingerprint. */
const ignoredColumns: Readonly<Record<string, string>> = { quotes: 'version' }

let tracesSql: string | undefined

type LatestTraces = { readonly snapshot: string; readonly since: Mark; readonly traces: Traces }

/** The latest traces of each database. */
const latest = new WeakMap<Database['pool'], LatestTraces>()

/**
 * The row count and a fingerprint of each table. Rows written before the mark are only counted, which is faster. A change of
 * such a row after the mark writes a new version of the row, and the fingerprint contains that version.
 */
export async function traces({ pool }: Database, since: Mark = '0'): Promise<Traces> {
  // Equal snapshots of PostgreSQL show the same rows, so most refusals are compared without reading the tables again.
  const snapshot = await readSnapshot(pool)
  const earlier = latest.get(pool)
  if (earlier?.snapshot === snapshot && earlier.since === since) return earlier.traces
  const found = await readTraces(pool, since)
  latest.set(pool, { snapshot, since, traces: found })
  return found
}

async function readSnapshot(pool: Database['pool']): Promise<string> {
  const { rows } = await pool.query<{ snapshot: string }>(
    'select pg_current_snapshot()::text as snapshot',
  )
  const [row] = rows
  // Two equal texts would mean that nothing has changed.
  if (row === undefined) throw new Error('PostgreSQL returned no snapshot')
  return row.snapshot
}

async function readTraces(pool: Database['pool'], since: Mark): Promise<Traces> {
  tracesSql ??= await composeTracesSql(pool)
  const { rows } = await pool.query<{ name: string; fingerprint: string }>({
    name: 'traces',
    text: tracesSql,
    values: [since],
  })
  return Object.fromEntries(rows.map(({ name, fingerprint }) => [name, fingerprint]))
}

async function composeTracesSql(pool: Database['pool']): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all ($1)
      order by c.relname`,
    [deferredTables],
  )
  const selects = rows.map(({ name }) => {
    const row = ignoredColumns[name] === undefined ? 't' : `to_jsonb(t) - '${ignoredColumns[name]}'`
    return `
      select '${name}' as name,
             count(*) || ' ' || coalesce(sum(hashtextextended((${row})::text, 0))
               filter (where t.xmin::text::bigint >= $1::bigint), 0) as fingerprint
        from ${name} t`
  })
  return selects.join(' union all ')
}
