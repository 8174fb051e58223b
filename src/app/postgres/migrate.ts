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

/** Waits for another process that migrates the same database (an advisory lock guards it). */
export async function migrate(databaseUrl: string, log: (line: string) => void): Promise<void> {
  await checkServer(databaseUrl)
  const logger = { debug: () => undefined, info: () => undefined, warn: log, error: log }
  const dbClient = await openClient(databaseUrl)
  try {
    await runner({
      dbClient,
      dir: migrationsDir,
      direction: 'up',
      migrationsTable: 'migrations',
      checkOrder: true,
      advisoryLockMode: 'wait',
      logger,
    })
  } finally {
    await dbClient.end()
  }
}
