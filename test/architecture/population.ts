// Fills tables with copies of their rows, each under a new key, because a slow plan and a long turn of the event loop show
// only on many rows.

import type pg from 'pg'
import type { TableStatistics } from './plans.ts'

/** More rows than a statement may read, and more than PostgreSQL would scan sequentially. */
const ROWS_PER_TABLE = 4000

/** The most rows of a table that are copied. Copies of more rows would not change the plans. */
const COPIED_ROWS_MAX = 100

/** Tables that are not filled, with the reason in a comment: most stay small, or a profile has few of their rows. */
export const SMALL_TABLES: readonly string[] = [
  // An installation has few releases, keys, rates and failed sweeps.
  ...[
    'migrations',
    'installation',
    'signing_keys',
    'payload_keys',
    'data_keys',
    'card_payload_keys',
    'rate_points',
    'sweep_failures',
  ],
  // A user has few applications, grants and profiles.
  ...['applications', 'users', 'grants', 'profiles', 'profile_owners', 'addresses'],
  // The table has rows only in the sandbox.
  'sandbox_mails',
  // Rows are deleted about a day after they expire.
  ...['authorization_codes', 'one_time_tokens'],
  // A user has few factors, keys and phone numbers.
  ...['security_holders', 'factor_attempts', 'user_factors', 'user_signing_keys', 'phone_numbers'],
  // A profile has few subscriptions, balances and linked accounts.
  ...[
    'subscriptions',
    'balances',
    'excess_money_accounts',
    'debit_accounts',
    'multi_currency_accounts',
  ],
  // A profile has one row.
  'hold_limit_checks',
  'profile_extensions',
  'cdd_checks',
  'uploaded_file_totals',
  'card_counters',
  'card_order_counters',
  // The list of disputes reads at most 10,000 rows (gap 757).
  'disputes',
  // Files are read by key and by time of expiry. Copies would have keys of another form than the ids of files.
  'uploaded_files',
  // A profile has one row of each type.
  'identity_documents',
  // The operators are few people.
  ...['operators', 'operator_sessions'],
  // A profile has at most 50 directors and 50 owners, and a user has at most 20 inboxes.
  ...['directors', 'beneficial_owners', 'inboxes'],
  // A profile has at most five sets of account details in each of eleven currencies.
  ...['account_details', 'account_details_orders'],
]

const OWNERS = ['profile_id', 'user_id', 'balance_id']

type Column = {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly isIdentity: boolean
  /**
   * Whether the column belongs to a unique key, so that each copy needs another value. False for a reference by one
   * column, or by an owner other than a profile: copies refer to the same row.
   */
  readonly isUnique: boolean
  /** The referenced table; `profile_id, column` refers to `profile_id, id`. */
  readonly parent: string | null
}

const tablesSql = `
  select c.relname as name from pg_class c
   where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
   order by c.oid`

const columnsSql = `
  select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
         a.attidentity <> '' as "isIdentity",
         exists (select 1 from pg_index i where i.indrelid = c.oid and i.indisunique
                    and a.attnum = any(i.indkey))
         and not exists (select 1 from pg_constraint k
                    left join pg_attribute o on o.attrelid = c.oid and o.attnum = k.conkey[1]
                   where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any(k.conkey)
                     and (k.conkey = array[a.attnum] or o.attname <> 'profile_id')) as "isUnique",
         (select k.confrelid::regclass::text from pg_constraint k
           where k.conrelid = c.oid and k.contype = 'f' and a.attnum = k.conkey[2]) as parent
    from pg_class c join pg_attribute a on a.attrelid = c.oid
   where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
     and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
   order by c.oid, a.attnum`

/** The value of a key column in copy `n`. Existing numbers are below 1000. */
const copiedKey: Readonly<Record<string, (column: string) => string>> = {
  uuid: () => 'gen_random_uuid()',
  text: (column) => `md5(${column} || n) || md5(n::text)`,
  integer: (column) => `${column} + n * 1000`,
  bigint: (column) => `${column} + n * 1000`,
  'timestamp with time zone': (column) => `${column} + n * interval '1 microsecond'`,
}

/** The value in copy `n` of key columns whose format a check constraint restricts. */
const copiedFormattedKey: Readonly<Record<string, string>> = {
  period: `'D' || (date '2000-01-01' + n::int)`,
  account: `'transfer:' || abs(hashtextextended(r.account || n, 0))`,
  currency: `(array['EUR', 'GBP', 'USD', 'PLN'])[1 + n % 4]`,
}

/** The numbered rows of `parent`: copy `n` refers to row `n` and has its profile. */
const joinParent = (parent: string) => `
  join (select profile_id, id, row_number() over (order by id) as copy from ${parent}) ${parent}
 using (copy)`

const partialIndexesSql = `
  select indexrelid::regclass::text as name from pg_index where indpred is not null`

/** Fills every table except those in `unchanged`. Throws if a table in `unchanged` does not exist, such as after a renaming. */
export async function populate(
  pool: pg.Pool,
  unchanged: readonly string[],
): Promise<TableStatistics> {
  const client = await pool.connect()
  try {
    // The limit of the service is for its own statements. Filling a table takes longer on a busy machine.
    await client.query('set statement_timeout = 0')
    return await fillTables(client, unchanged)
  } finally {
    // Closes the connection, because a later statement of the service must have its limit.
    client.release(true)
  }
}

async function fillTables(
  client: pg.PoolClient,
  unchanged: readonly string[],
): Promise<TableStatistics> {
  const { rows: tables } = await client.query<{ name: string }>(tablesSql)
  const unknown = unchanged.filter((table) => !tables.some(({ name }) => name === table))
  if (unknown.length > 0) throw new Error(`there is no table ${unknown.join(', ')}`)
  const { rows: columns } = await client.query<Column>(columnsSql)
  const counts = new Map<string, number>()
  for (const { name } of tables) {
    const columnsOfTable = columns.filter(({ table }) => table === name)
    if (!unchanged.includes(name)) await client.query(insertCopiesSql(name, columnsOfTable))
    const { rows } = await client.query<{ count: number }>(`select count(*)::int from ${name}`)
    counts.set(name, rows[0]?.count ?? 0)
  }
  // Gives the planner the statistics of the filled tables, as autovacuum would.
  await client.query('vacuum analyze')
  const { rows: partial } = await client.query<{ name: string }>(partialIndexesSql)
  return { rows: counts, partialIndexes: new Set(partial.map(({ name }) => name)) }
}

function insertCopiesSql(table: string, columns: readonly Column[]): string {
  const copied = columns.filter(({ isIdentity }) => !isIdentity)
  const parents = copied.flatMap(({ name, isUnique, parent }) =>
    parent === null || !isUnique || OWNERS.includes(name) ? [] : [parent],
  )
  const values = copied.map(({ name, type, isUnique, parent }) => {
    const column = `r.${name}`
    if (name === 'profile_id' && parents[0] !== undefined) return `${parents[0]}.profile_id`
    // Copies keep the owner of the original: one tenant with many rows is the worst case.
    if (OWNERS.includes(name) || !isUnique) return column
    if (parent !== null) return `${parent}.id`
    return copiedFormattedKey[name] ?? copiedKey[type]?.(column) ?? column
  })
  return `
    insert into ${table} (${copied.map(({ name }) => name).join(', ')})
    select ${values.join(', ')}
      from (select sample.*, n, row_number() over () as copy
              from (select * from ${table} limit ${COPIED_ROWS_MAX}) sample,
                   generate_series(1, ${ROWS_PER_TABLE} / (select greatest(1, least(${COPIED_ROWS_MAX}, count(*))) from ${table})) n) r
           ${parents.map(joinParent).join('')}
        on conflict do nothing`
}
