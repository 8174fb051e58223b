// Reads and sets the mode and the cell of a database, and raises its sequences to the ids of the cell. The first start sets
// the mode and the cell for ever.

import { type Database, type Reader, sql } from '../kernel/database/db.ts'
import { lastIdBefore } from '../kernel/ids.ts'

export type Installation = { readonly mode: 'sandbox' | 'live'; readonly cell: number }

const hasInstallationSql = sql<{ found: boolean }>(`
  select to_regclass('installation') is not null as found`)
const findInstallationSql = sql<Installation>('select mode, cell from installation')

/** Undefined when the service has never been started on this database. */
export async function findInstallation(db: Reader): Promise<Installation | undefined> {
  if ((await db.row(hasInstallationSql))?.found !== true) return undefined
  return db.row(findInstallationSql)
}

// The update changes nothing. With `do nothing` the statement would not return a row that exists.
const findOrInsertSql = sql<Installation>(`
  insert into installation (mode, cell) values ($1, $2)
  on conflict (only_row) do update set only_row = true
  returning mode, cell`)

// Raises the sequences of all identity columns, also of those that a later migration has added.
const raiseIdentitiesSql = sql<never>(`
  select setval(sequence, $1)
    from (select pg_get_serial_sequence(format('%I', c.relname), a.attname)::regclass as sequence
            from pg_attribute a join pg_class c on c.oid = a.attrelid
           where a.attidentity <> '' and c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace) identities
   where coalesce(pg_sequence_last_value(sequence), 0) < $1`)

/**
 * Returns the mode and cell of the database. The first start of a service on the database sets them to those of
 * `installation`. Raises the sequences of a database of this cell to the ids of the cell. Processes that start at the same
 * time wait for each other.
 */
export function findOrInsertInstallation(
  db: Database,
  installation: Installation,
): Promise<Installation> {
  const { mode, cell } = installation
  return db.transact(async (tx) => {
    const [current] = await tx.rows(findOrInsertSql, [mode, cell])
    if (current === undefined) throw new Error('the installation has no row')
    if (current.cell === cell && cell > 0) await tx.rows(raiseIdentitiesSql, [lastIdBefore(cell)])
    return current
  })
}
