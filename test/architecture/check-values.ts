// Reads from the database which values the check constraint of a column allows.

import type { TestService } from '../support/service.ts'

/** The values that the check constraint of a column (`quotes.status`) lists, sorted. */
export async function checkValuesOf(
  { db }: TestService,
  qualifiedColumn: string,
): Promise<string[]> {
  const [table, column] = qualifiedColumn.split('.')
  const { rows } = await db.pool.query<{ check: string }>(
    `select pg_get_constraintdef(c.oid) as check
       from pg_constraint c
       join pg_attribute a on a.attrelid = c.conrelid and c.conkey = array[a.attnum]
      where c.conrelid = $1::regclass and a.attname = $2 and c.contype = 'c'`,
    [table, column],
  )
  return rows
    .flatMap(({ check }) => [...check.matchAll(/'([^']+)'/g)].map(([, value = '']) => value))
    .sort()
}
