// D125 and D120: the wait of a request for a silent server, or for a statement in a long queue, is limited.

import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { cloneTemplate } from '../../../test/support/postgres.ts'
import { type DatabaseProxy, openProxy } from '../../../test/support/proxy.ts'
import { openClient } from '../database/connect-to-host.ts'
import { type Database, openDatabase, type Reader, sql, type Tx } from '../database/db.ts'
import { ConnectionFailure } from '../database/errors.ts'
import { type WatchedConnection, watchSilence } from '../database/silence.ts'
import { insertPointSql, listPointsSql } from './rate-points.ts'

const selectOneSql = sql<{ one: number }>('select 1 as one')
const backendPidSql = sql<{ pid: number }>('select pg_backend_pid() as pid')
const sleepSql = sql<never>('select pg_sleep($1::float8)')
const insertSql = insertPointSql('silence')
const listSql = listPointsSql('silence')
const shortLimits = { silenceMs: 300, checkIntervalMs: 50 }
const connectionFailure = { code: '08006' }

describe('D125: a connection to a server that falls silent', () => {
  let drop: () => Promise<void>
  let proxy: DatabaseProxy
  let db: Database
  beforeAll(async () => {
    const clone = await cloneTemplate(inject('postgresUrl'))
    drop = clone.drop
    proxy = await openProxy(clone.url)
    db = openDatabase(proxy.url, 4, shortLimits)
  })
  afterAll(async () => {
    await db.close()
    await proxy.close()
    await drop()
  })

  /** Freezes the server during `work`, expects that `work` fails, and that the database is usable afterwards. */
  async function failsWhileFrozen(work: () => Promise<unknown>): Promise<void> {
    proxy.freeze()
    try {
      await expect(work()).rejects.toMatchObject(connectionFailure)
    } finally {
      proxy.thaw()
    }
    expect(await db.reader.row(selectOneSql)).toEqual({ one: 1 })
    expect(await db.transact((tx) => tx.row(selectOneSql))).toEqual({ one: 1 })
  }

  it('is closed during a read', async () => {
    await db.reader.row(selectOneSql)
    await failsWhileFrozen(() => db.reader.row(selectOneSql))
  })

  it('is closed during begin', async () => {
    await db.transact((tx) => tx.row(selectOneSql))
    await failsWhileFrozen(() => db.transact((tx) => tx.row(selectOneSql)))
  })

  it('is closed during a statement in a transaction, which is rolled back', async () => {
    await failsWhileFrozen(() =>
      db.transact(async (tx: Tx) => {
        proxy.thaw()
        await tx.rows(insertSql, ['GBP'])
        proxy.freeze()
        await tx.row(selectOneSql)
      }),
    )
    expect(await db.reader.rows(listSql)).toEqual([])
  })

  it('is closed during commit', async () => {
    await failsWhileFrozen(() =>
      db.transact(async (tx) => {
        proxy.thaw()
        await tx.row(selectOneSql)
        proxy.freeze()
      }),
    )
  })

  it('is closed during a session', async () => {
    await failsWhileFrozen(() => db.session((reader) => reader.row(selectOneSql)))
  })

  it('is closed together with connections that are idle for as long, so that later requests do not wait for them', async () => {
    await Promise.all(
      Array.from({ length: 4 }, () => db.transact((tx) => tx.rows(sleepSql, [0.05]))),
    )
    expect(db.pool.idleCount).toBe(4)
    // The connections of the pool receive nothing during this statement, so they are quiet for longer than the connection
    // that sends it.
    await db.reader.row(sleepSql, [(3 * shortLimits.checkIntervalMs) / 1000])
    await failsWhileFrozen(() => db.reader.row(selectOneSql))
    // All four were closed, and `failsWhileFrozen` has opened one.
    expect(db.pool.totalCount).toBe(1)
  })

  it('is not closed while no reply is awaited', async () => {
    const before = await db.transact((tx) => tx.row(backendPidSql))
    // The connection of `other` awaits a reply until it is closed, after twice the limit of `db`. Meanwhile the connection of
    // `db` awaits no reply.
    const other = openDatabase(proxy.url, 2, {
      ...shortLimits,
      silenceMs: 2 * shortLimits.silenceMs,
    })
    onTestFinished(other.close)
    await other.reader.row(selectOneSql)
    await failsWhileFrozen(() => other.reader.row(selectOneSql))
    expect(await db.transact((tx) => tx.row(backendPidSql))).toEqual(before)
  })

  it('is closed when a statement takes longer than the limits, except in a session with a longer statementMsMax and on the connection of migrations', async () => {
    const sleepLong = (reader: Reader) => reader.row(sleepSql, [1])
    await db.session(sleepLong, { statementMsMax: 10_000 })
    await expect(db.session(sleepLong)).rejects.toMatchObject(connectionFailure)
    const client = await openClient(proxy.url)
    onTestFinished(() => client.end())
    await client.query('select pg_sleep(1)')
  })

  it('does not keep the service waiting when the service closes its database', async () => {
    const other = openDatabase(proxy.url, 2, shortLimits)
    await other.transact((tx) => tx.row(selectOneSql))
    await other.reader.row(selectOneSql)
    proxy.freeze()
    onTestFinished(proxy.thaw)
    await other.close()
  })
})

describe('D120: the time limits of statements', () => {
  it('close the connection of a statement that waits too long behind others', async () => {
    const { url, drop } = await cloneTemplate(inject('postgresUrl'))
    onTestFinished(drop)
    const db = openDatabase(url, 2, { statementMs: 500, checkIntervalMs: 50 })
    onTestFinished(db.close)
    // Both connections for reads answer throughout, but their last statements wait for longer than `statementMs`.
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () => db.reader.row(sleepSql, [0.15])),
    )
    const failed = answers.filter((answer) => answer.status === 'rejected')
    expect(failed.length).toBeGreaterThan(4)
    expect(failed.length).toBeLessThan(20)
    expect(failed[0]?.reason).toBeInstanceOf(ConnectionFailure)
    expect(await db.reader.row(selectOneSql)).toEqual({ one: 1 })
  })

  it('503 with Retry-After and no change when PostgreSQL cancels a statement', async () => {
    const { url, drop } = await cloneTemplate(inject('postgresUrl'))
    onTestFinished(drop)
    const db = openDatabase(url, 2, { runMs: 100 })
    onTestFinished(db.close)
    const refused = { status: 503, headers: { 'retry-after': '1' } }
    await expect(db.reader.row(sleepSql, [5])).rejects.toMatchObject(refused)
    const work = db.transact(async (tx) => {
      await tx.rows(insertSql, ['GBP'])
      await tx.row(sleepSql, [5])
    })
    await expect(work).rejects.toMatchObject(refused)
    expect(await db.reader.rows(listSql)).toEqual([])
  })

  it('503 with Retry-After at once for statements and transactions beyond the limits of the queues', async () => {
    const { url, drop } = await cloneTemplate(inject('postgresUrl'))
    onTestFinished(drop)
    const db = openDatabase(url, 2)
    onTestFinished(db.close)
    // The service has two connections for reads. On each, 1,000 statements may wait (`READS`).
    const reads = Array.from({ length: 2_100 }, () => db.reader.row(selectOneSql))
    const refusal = { status: 503, headers: { 'retry-after': '1' } }
    expect(await refusedFor('too many statements wait for the database', reads)).toBe(100)
    expect(await Promise.all(reads.slice(-1).map(failureOf))).toMatchObject([refusal])
    // Both connections are held meanwhile, so that the number of waiting transactions does not depend on the machine.
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const held = [1, 2].map(() => db.transact(() => released))
    // 1,000 transactions may wait for a connection (`WAITING_MAX`).
    const transactions = Array.from({ length: 1_008 }, () =>
      db.transact((tx) => tx.row(selectOneSql)),
    )
    const refused = refusedFor('too many transactions wait for a connection', transactions)
    const first = await Promise.race(transactions.slice(1_000).map(failureOf))
    expect(first).toMatchObject(refusal)
    release()
    await Promise.all(held)
    expect(await refused).toBe(8)
  })
})

function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  )
}

/** Counts the refusals with this cause. On a busy machine, other work may end by its time limit instead. */
async function refusedFor(cause: string, work: readonly Promise<unknown>[]): Promise<number> {
  const failures = await Promise.all(work.map(failureOf))
  return failures.filter(
    (failure) => (failure as Error | undefined)?.cause?.toString() === `Error: ${cause}`,
  ).length
}

describe('a watch', () => {
  const LIMITS = { silenceMs: 30, statementMs: 40, checkIntervalMs: 10 }
  const newConnection = () => ({ bytes: 0, isAwaited: true, closedBy: [] as Error[] })
  const toWatched = (connection: ReturnType<typeof newConnection>): WatchedConnection => ({
    bytesReceived: () => connection.bytes,
    isAwaited: () => connection.isAwaited,
    close: (error) => connection.closedBy.push(error),
  })

  it('measures silence by the number of its checks, because a suspended process receives nothing', () => {
    const watch = watchSilence(LIMITS)
    const connection = newConnection()
    watch.watch({}, toWatched(connection))
    for (let check = 0; check < 3; check++) watch.check()
    expect(connection.closedBy).toEqual([])
    watch.check()
    expect(connection.closedBy).toHaveLength(1)
  })

  it('restarts the limit with every received byte and while no reply is awaited', () => {
    const watch = watchSilence(LIMITS)
    const connection = newConnection()
    watch.watch({}, toWatched(connection))
    for (let check = 0; check < 20; check++) {
      connection.bytes += check % 3 === 0 ? 1 : 0
      watch.check()
    }
    connection.isAwaited = false
    for (let check = 0; check < 20; check++) watch.check()
    expect(connection.closedBy).toEqual([])
  })

  it('closes a silent connection once, and does not close a removed connection', () => {
    const watch = watchSilence(LIMITS)
    const [silent, ended] = [newConnection(), newConnection()]
    watch.watch({}, toWatched(silent))
    watch.watch({}, toWatched(ended))()
    for (let check = 0; check < 20; check++) watch.check()
    expect([silent.closedBy.length, ended.closedBy.length]).toEqual([1, 0])
  })

  it('closes a connection whose statement is unanswered for too long, although other statements are answered', () => {
    const watch = watchSilence(LIMITS)
    const connection = newConnection()
    const client = {}
    const progress = { sent: 100, answered: 0 }
    watch.watch(client, toWatched(connection))
    watch.watchProgress(client, progress)
    for (let check = 0; connection.closedBy.length === 0; check++) {
      connection.bytes++
      progress.sent++
      progress.answered++
      watch.check()
      expect(check).toBeLessThan(6)
    }
    expect(String(connection.closedBy[0])).toMatch('did not answer a statement in time')
  })
})
