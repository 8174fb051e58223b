// What a request left behind: a fingerprint of every table, so that "nothing was written" can be
// said of a whole database.

import type { Database } from '../../src/kernel/db.ts'

export type Traces = Readonly<Record<string, string>>

/** A fingerprint of all rows, by table. */
export async function traces({ pool }: Database): Promise<Traces> {
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname`,
  )
  const parts = rows.map(
    ({ name }) => `
      select '${name}' as name, count(*) || ' ' || coalesce(md5(string_agg(t::text, e'\\n'
             order by t::text)), '') as print from ${name} t`,
  )
  const prints = await pool.query<{ name: string; print: string }>(parts.join(' union all '))
  return Object.fromEntries(prints.rows.map(({ name, print }) => [name, print]))
}
