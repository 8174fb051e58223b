// Many rows in every table: copies of those that are there, each with a key of its own. What a statement
// costs shows only where there is much to read.

import type pg from 'pg'
import type { Census } from './plans.ts'

/** More than any statement may read, and more than PostgreSQL would rather read whole. */
export const MANY = 4000

const OWNERS = ['profile_id', 'user_id', 'balance_id']

type Column = {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly identity: boolean
  /** Part of a key, and of no reference: each copy has another value. */
  readonly unique: boolean
}

const tablesSql = `
  select c.relname as name from pg_class c
   where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
   order by c.oid`

const columnsSql = `
  select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
         a.attidentity <> '' as identity,
         exists (select 1 from pg_index i where i.indrelid = c.oid and i.indisunique
                    and a.attnum = any(i.indkey))
         and not exists (select 1 from pg_constraint k where k.conrelid = c.oid
                    and k.contype = 'f' and a.attnum = any(k.conkey)) as unique
    from pg_class c join pg_attribute a on a.attrelid = c.oid
   where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
     and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
   order by c.oid, a.attnum`

/** Of a column in a key, the value of copy `n`. Numbers that exist are smaller than a thousand. */
const another: Readonly<Record<string, (column: string) => string>> = {
  uuid: () => 'gen_random_uuid()',
  text: (column) => `md5(${column} || n) || md5(n::text)`,
  integer: (column) => `${column} + n * 1000`,
  bigint: (column) => `${column} + n * 1000`,
  'timestamp with time zone': (column) => `${column} + n * interval '1 microsecond'`,
}

const partialSql = `
  select indexrelid::regclass::text as name from pg_index where indpred is not null`

/** Tables in `few` stay as they are. */
export async function crowd(pool: pg.Pool, few: readonly string[]): Promise<Census> {
  const { rows: tables } = await pool.query<{ name: string }>(tablesSql)
  const { rows: columns } = await pool.query<Column>(columnsSql)
  const counts = new Map<string, number>()
  for (const { name } of tables) {
    const own = columns.filter(({ table }) => table === name)
    if (!few.includes(name)) await pool.query(copyOf(name, own))
    const { rows } = await pool.query<{ count: number }>(`select count(*)::int from ${name}`)
    counts.set(name, rows[0]?.count ?? 0)
  }
  // As autovacuum does in its time.
  await pool.query('vacuum analyze')
  const { rows: partial } = await pool.query<{ name: string }>(partialSql)
  return { rows: counts, partial: new Set(partial.map(({ name }) => name)) }
}

function copyOf(table: string, columns: readonly Column[]): string {
  const copied = columns.filter(({ identity }) => !identity)
  const values = copied.map(({ name, type, unique }) => {
    const column = `r.${name}`
    // Copies stay with whom they are of: the worst there can be for a tenant.
    return OWNERS.includes(name) || !unique ? column : (another[type]?.(column) ?? column)
  })
  return `
    insert into ${table} (${copied.map(({ name }) => name).join(', ')})
    select ${values.join(', ')}
      from (select * from ${table} limit 100) r,
           generate_series(1, ${MANY} / (select greatest(1, least(100, count(*))) from ${table})) n
        on conflict do nothing`
}
