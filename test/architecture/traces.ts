// What a request left behind: a fingerprint of every table, so that "nothing was written" can be
// said of a whole database.

import type { Database } from '../../src/kernel/database/db.ts'

export type Traces = Readonly<Record<string, string>>

/** A moment between two transactions: the number of the next one. */
export type Mark = string

export async function markNow({ pool }: Database): Promise<Mark> {
  const { rows } = await pool.query<{ mark: string }>('select pg_current_xact_id()::text as mark')
  return rows[0]?.mark ?? ''
}

/** Columns by which writers tell whether they were overtaken, and which nobody is shown. */
const unseen: Readonly<Record<string, string>> = { quotes: 'version' }

let text: string | undefined

/**
 * How many rows each table has, and a fingerprint of them. Rows written before the mark are only
 * counted, which is quicker: one that changes later is written later.
 */
export async function traces({ pool }: Database, since: Mark = '0'): Promise<Traces> {
  text ??= await textFor(pool)
  const prints = await pool.query<{ name: string; print: string }>({
    name: 'traces',
    text,
    values: [since],
  })
  return Object.fromEntries(prints.rows.map(({ name, print }) => [name, print]))
}

async function textFor(pool: Database['pool']): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname`,
  )
  const parts = rows.map(({ name }) => {
    const row = unseen[name] === undefined ? 't' : `to_jsonb(t) - '${unseen[name]}'`
    return `
      select '${name}' as name,
             count(*) || ' ' || coalesce(sum(hashtextextended((${row})::text, 0))
               filter (where t.xmin::text::bigint >= $1::bigint), 0) as print
        from ${name} t`
  })
  return parts.join(' union all ')
}
