// Opens the database for a command of the operator.

import { type Database, openDatabase, type Reader } from '../../kernel/database/db.ts'
import { findInstallation, type Installation } from '../installation-store.ts'
import { type PostgresOptions, startPostgres } from '../postgres/server.ts'
import { UsageError } from './options.ts'

/** The smallest GODWIT_POOL_MAX. A command runs one transaction or one session at a time. */
const POOL_MAX = 2

/** Does the work on the database of `url`. Without a URL, starts the embedded database for the work, and stops it after. */
export async function withDatabase<T>(
  url: string | undefined,
  embedded: Pick<PostgresOptions, 'dataDir' | 'log'>,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  if (url !== undefined) return workOn(url, work)
  const postgres = await startPostgres(embedded)
  try {
    return await workOn(postgres.url, work)
  } finally {
    await postgres.stop()
  }
}

/** Throws UsageError when the service has never been started on the database. */
export async function requireInstallation(db: Reader): Promise<Installation> {
  const installation = await findInstallation(db)
  if (installation === undefined)
    throw new UsageError('This database is empty: start the service on it first.')
  return installation
}

async function workOn<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase(url, POOL_MAX)
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}
