// Applies the SQL files of migrations/ that a database does not have yet, and refuses a server that is too old.

import { fileURLToPath } from 'node:url'
import { runner } from 'node-pg-migrate'
import { ConfigError } from '../../kernel/config-error.ts'
import { openClient } from '../../kernel/database/connect-to-host.ts'
import { unreachableMessage } from '../../kernel/database/errors.ts'

type Client = Awaited<ReturnType<typeof openClient>>

export const migrationsDir = fileURLToPath(new URL('../../../migrations', import.meta.url))

type Limits = {
  /** The major version of the oldest server that Godwit runs on. */
  readonly oldestMajor: number
  readonly lockMs: number
  /** A migration that needs longer sets `statement_timeout` for its own transaction. */
  readonly statementMs: number
}

const LIMITS: Limits = { oldestMajor: 18, lockMs: 5_000, statementMs: 60_000 }

async function refuseOlder(client: Client, oldestMajor: number): Promise<void> {
  // PostgreSQL 18.1 is 180001.
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  )
  const major = Math.floor((rows[0]?.version ?? 0) / 10_000)
  if (major < oldestMajor)
    throw new ConfigError(
      `DATABASE_URL leads to PostgreSQL ${major}. Set it to a server with PostgreSQL ${oldestMajor} or later.`,
    )
}

/** The advisory lock that a process takes before it migrates: a number that no other lock has. */
export const MIGRATION_LOCK = 7_301_040

/**
 * Throws a ConfigError when the database cannot be reached, or its server is too old. Waits without limit for another process
 * that migrates the same database. A migration waits for a table lock for
 * `limits.lockMs` at most and then fails, because requests queue behind a waiting migration. The next start retries it.
 */
export async function migrate(
  databaseUrl: string,
  log: (line: string) => void,
  limits: Limits = LIMITS,
): Promise<void> {
  const logger = { debug: () => undefined, info: () => undefined, warn: log, error: log }
  const dbClient = await openClient(databaseUrl).catch((error: unknown) => {
    throw new ConfigError(unreachableMessage(error), { cause: error })
  })
  try {
    await refuseOlder(dbClient, limits.oldestMajor)
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
