// Applies the SQL files of migrations/ that a database does not have yet, and refuses a server that is too old.

import { fileURLToPath } from 'node:url'
import { runner } from 'node-pg-migrate'
import { ConfigError } from '../../kernel/config-error.ts'
import { openClient } from '../../kernel/database/connections.ts'
import { unreachableMessage } from '../../kernel/database/errors.ts'

type Client = Awaited<ReturnType<typeof openClient>>

export const migrationsDir = fileURLToPath(new URL('../../../migrations', import.meta.url))

/** The major version of the oldest server that Godwit runs on. */
const OLDEST_MAJOR = 18

/** `server_version_num`: 18.1 is 180001. */
export async function serverVersion(client: Pick<Client, 'query'>): Promise<number> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  )
  return rows[0]?.version ?? 0
}

export function refuseOld(version: number): void {
  const major = Math.floor(version / 10_000)
  if (major < OLDEST_MAJOR)
    throw new ConfigError(
      `DATABASE_URL leads to PostgreSQL ${major}. Set it to a server with PostgreSQL ${OLDEST_MAJOR} or later.`,
    )
}

/** The advisory lock that a process takes before it migrates. */
export const MIGRATION_LOCK = 7_301_040

/** A migration that needs longer sets `statement_timeout` for its own transaction. */
const LIMITS = { lockMs: 5_000, statementMs: 60_000 } as const

/**
 * Waits without limit for another process that migrates the same database. A migration waits for a table lock for
 * `limits.lockMs` at most and then fails, because requests queue behind a waiting migration. Start again to retry it.
 */
export async function migrate(
  databaseUrl: string,
  log: (line: string) => void,
  limits: Readonly<Record<keyof typeof LIMITS, number>> = LIMITS,
): Promise<void> {
  const logger = { debug: () => undefined, info: () => undefined, warn: log, error: log }
  const dbClient = await openClient(databaseUrl).catch((error: unknown) => {
    throw new ConfigError(unreachableMessage(error), { cause: error })
  })
  try {
    refuseOld(await serverVersion(dbClient))
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
