// Brings a database to the schema of migrations/: plain SQL files, forward only.

import { fileURLToPath } from 'node:url'
import { runner } from 'node-pg-migrate'

export const migrationsDir = fileURLToPath(new URL('../../migrations', import.meta.url))

/** Waits for another process that migrates the same database (an advisory lock guards it). */
export async function migrate(databaseUrl: string, log: (line: string) => void): Promise<void> {
  const logger = { debug: () => undefined, info: () => undefined, warn: log, error: log }
  await runner({
    databaseUrl,
    dir: migrationsDir,
    direction: 'up',
    migrationsTable: 'migrations',
    checkOrder: true,
    advisoryLockMode: 'wait',
    logger,
  })
}
