// `migrate` refuses a server that it cannot use, and a migration fails before it blocks other sessions for long.

import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { cloneTemplate } from '../../../test/support/postgres.ts'
import { ConfigError } from '../../kernel/config-error.ts'
import { MIGRATION_LOCK, migrate } from '../postgres/migrate.ts'

/** Longer than any wait in these tests. */
const LONG_MS = 10_000
/** The major version of the test server, and the oldest that Godwit runs on. */
const OLDEST_MAJOR = 18

let database: Awaited<ReturnType<typeof cloneTemplate>>
let other: pg.Client

beforeEach(async () => {
  database = await cloneTemplate(inject('postgresUrl'))
  other = new pg.Client(database.url)
  await other.connect()
})
afterEach(async () => {
  await other.end()
  await database.drop()
})

const startMigration = (limits: { lockMs?: number; statementMs?: number; oldestMajor?: number }) =>
  migrate(database.url, () => undefined, {
    oldestMajor: OLDEST_MAJOR,
    lockMs: LONG_MS,
    statementMs: LONG_MS,
    ...limits,
  })

async function isWaiting(): Promise<boolean> {
  const { rows } = await other.query(
    `select from pg_locks l join pg_database d on d.oid = l.database
      where not l.granted and d.datname = current_database()`,
  )
  return rows.length > 0
}

describe('migrate', () => {
  it('throws a ConfigError without the password when the server cannot be reached or refuses the password', async () => {
    const sentence = (reason: string) =>
      `The database at DATABASE_URL cannot be used: ${reason}. Start the database, or correct DATABASE_URL.`
    const attempt = (url: string) => migrate(url, () => undefined)
    await expect(attempt('postgres://nobody:secret@127.0.0.1:1/none')).rejects.toThrow(
      new ConfigError(sentence('connect ECONNREFUSED 127.0.0.1:1')),
    )
    const { username } = new URL(database.url)
    await expect(attempt(database.url.replace(/:[^:@]+@/, ':secret@'))).rejects.toThrow(
      new ConfigError(sentence(`password authentication failed for user "${username}"`)),
    )
  })

  it('refuses a server that is older than the oldest supported version', async () => {
    await expect(startMigration({ oldestMajor: 99 })).rejects.toThrow(
      new ConfigError(
        `DATABASE_URL leads to PostgreSQL ${OLDEST_MAJOR}. Set it to a server with PostgreSQL 99 or later.`,
      ),
    )
    await startMigration({ oldestMajor: OLDEST_MAJOR })
  })
})

describe('a migration', () => {
  it('fails when it waits for a lock longer than the limit', async () => {
    await other.query('begin; lock table migrations')
    await expect(startMigration({ lockMs: 50 })).rejects.toThrow(
      'canceling statement due to lock timeout',
    )
  })

  it('fails when one statement runs longer than the limit', async () => {
    await other.query('begin; lock table migrations')
    await expect(startMigration({ statementMs: 50 })).rejects.toThrow(
      'canceling statement due to statement timeout',
    )
  })

  it('waits for the migration of another process, even longer than the limit for locks', async () => {
    await other.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const migrated = startMigration({ lockMs: 1, statementMs: 1_000 })
    await expect.poll(isWaiting).toBe(true)
    // Twenty queries take longer than the 1 ms after which a wait for another lock would have failed.
    for (const _ of Array(20)) expect(await isWaiting()).toBe(true)
    await other.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
    await migrated
  })

  it('fails on a database whose applied migrations have other names', async () => {
    await other.query(`update migrations set name = '0005_balances' where name = '0005_security'`)
    await expect(startMigration({})).rejects.toThrow('Not run migration 0005_security is preceding')
  })
})
