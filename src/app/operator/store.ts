// What the command line asks of a database before it does anything to it.

import { type Reader, sql } from '../../kernel/database/db.ts'

const installed = sql<{ found: boolean }>(`
  select to_regclass('installation') is not null as found`)
const stamped = sql<{ mode: 'sandbox' | 'live' }>('select mode from installation')

/** Undefined for a database that the service has never been started on. */
export async function findMode(db: Reader): Promise<'sandbox' | 'live' | undefined> {
  if ((await db.row(installed))?.found !== true) return undefined
  return (await db.row(stamped))?.mode
}
