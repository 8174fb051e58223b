// Brings a database to the schema of migrations/: plain SQL files, forward only.

import { fileURLToPath } from 'node:url'
import { runner } from 'node-pg-migrate'
import { openClient } from '../../kernel/database/connections.ts'
import { openDatabase } from '../../kernel/database/db.ts'
import { ConfigError } from '../config.ts'
import { serverVersion } from './store.ts'

export const migrationsDir = fileURLToPath(new URL('../../../migrations', import.meta.url))

/** As PostgreSQL counts its versions. */
const OLDEST = 180_000

async function checkServer(databaseUrl: string): Promise<void> {
  const db = openDatabase(databaseUrl, 1)
  try {
    refuseOld(await serverVersion(db.reader))
  } finally {
    await db.close()
  }
}

export function refuseOld(version: number): void {
  if (version < OLDEST)
    throw new ConfigError(
      `DATABASE_URL leads to a PostgreSQL of version ${version}; 18 or later is needed`,
    )
}

/** Of any process that migrates a database of Godwit. */
export const MIGRATION_LOCK = 7_301_040

/** A migration that needs more sets `statement_timeout` itself, for its transaction. */
const LIMITS = { lockMs: 5_000, statementMs: 60_000 } as const

/**
 * Waits for another process that migrates the same database, however long that takes. A migration itself waits for a
 * lock no longer than `limits.lockMs`: requests queue behind a waiting one, so it fails instead and is run again.
 */
export async function migrate(
  databaseUrl: string,
  log: (line: string) => void,
  limits: Readonly<Record<keyof typeof LIMITS, number>> = LIMITS,
): Promise<void> {
  await checkServer(databaseUrl)
  const logger = { debug: () => undefined, info: () => undefined, warn: log, error: log }
  const dbClient = await openClient(databaseUrl)
  try {
    await dbClient.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await dbClient.query(`set lock_timeout = ${limits.lockMs}`)
    await dbClient.query(`set statement_timeout = ${limits.statementMs}`)
    await runner({
      dbClient,
      dir: migrationsDir,
      direction: 'up',
      migrationsTable: 'migrations',
      checkOrder: true,
      noLock: true,
      logger,
    })
  } finally {
    // Closing the session releases the advisory lock.
    await dbClient.end()
  }
}
