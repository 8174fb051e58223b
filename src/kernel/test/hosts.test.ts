// D126: `DATABASE_URL` may name several hosts; connections go to the one that accepts writes.

import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { cloneTemplate } from '../../../test/support/postgres.ts'
import { type DatabaseProxy, openProxy } from '../../../test/support/proxy.ts'
import { openClient } from '../database/connect-to-host.ts'
import { openDatabase, sql } from '../database/db.ts'
import { hostSearch, parseDatabaseUrl } from '../database/hosts.ts'
import { insertPointSql } from './rate-points.ts'

describe('D126: a DATABASE_URL', () => {
  it.each([
    ['postgres://me:s@a:1,b:2/db', ['a:1', 'b:2'], true],
    [
      'postgresql://me:s@a,b,c:7/db?target_session_attrs=read-write',
      ['a:5432', 'b:5432', 'c:7'],
      true,
    ],
    [
      'postgres://me@[::1]:1,[fe80::2]/db?target_session_attrs=primary',
      ['::1:1', 'fe80::2:5432'],
      true,
    ],
    ['postgres://me@%2Frun%2Fa,%2Frun%2Fb:7/db', ['/run/a:5432', '/run/b:7'], true],
    ['postgres://me:s@a:1/db?target_session_attrs=read-write', 'one', true],
    ['postgres://me:s@a:1/db?target_session_attrs=any', 'one', false],
    ['postgres://me:s@a:1/db', 'one', false],
    ['postgres://me:p,q@a:1/db', 'one', false],
  ])('%s is parsed to the hosts %j and mustBeWritable %s', (url, hosts, mustBeWritable) => {
    const parsed = parseDatabaseUrl(url)
    // One host stays in `config`, and `hosts` is undefined.
    expect(parsed.hosts?.map(({ host, port }) => `${host}:${port}`) ?? 'one').toEqual(hosts)
    expect(parsed.mustBeWritable).toBe(mustBeWritable)
    expect(parsed.config).not.toHaveProperty('target_session_attrs')
    expect(parsed.config.database).toBe('db')
  })

  it.each([
    ['godwit', 'Begin the URL with postgres:// or postgresql://.'],
    ['mysql://me:s@a:1/db', 'Begin the URL with postgres:// or postgresql://.'],
    ['postgres://me:s@a:1,:2/db', 'Write each host as host or host:port.'],
    ['postgres://me:s@a:1,b:x/db', 'Write each host as host or host:port.'],
    ['postgres://me:s@a,b/db?target_session_attrs=standby', 'must be any or read-write or primary'],
    ['postgres://me:s@/db?host=a,b', 'Write several hosts before the path'],
  ])('%s is refused with the message %s', (url, message) => {
    expect(() => parseDatabaseUrl(url)).toThrow(message)
  })
})

const selectOneSql = sql<{ one: number }>('select 1 as one')
const insertSql = insertPointSql('hosts')

describe('D126: connections with several hosts', () => {
  let drop: () => Promise<void>
  let url: string
  let first: DatabaseProxy
  let second: DatabaseProxy
  beforeAll(async () => {
    const clone = await cloneTemplate(inject('postgresUrl'))
    drop = clone.drop
    url = clone.url
    first = await openProxy(url)
    second = await openProxy(url)
  })
  afterAll(async () => {
    await Promise.all([first.close(), second.close()])
    await drop()
  })

  const urlOfPorts = (...ports: number[]) => {
    const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',')
    return first.url.replace(`127.0.0.1:${first.port}`, hosts)
  }

  it('of the pool, of pipelines and of migrations skip a standby', async () => {
    const standby = await openStandby()
    const db = openDatabase(urlOfPorts(standby.port, second.port), 2)
    onTestFinished(db.close)
    expect(await db.reader.row(selectOneSql)).toEqual({ one: 1 })
    expect(await db.transact((tx) => tx.row(selectOneSql))).toEqual({ one: 1 })
    const client = await openClient(urlOfPorts(standby.port, second.port))
    onTestFinished(() => client.end())
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    expect(standby.connections()).toBeGreaterThan(0)
  })

  it('skip a host that refuses connections or does not answer', async () => {
    const gone = await openProxy(url)
    await gone.close()
    const mute = await openProxy(url)
    onTestFinished(mute.close)
    mute.freeze()
    const db = openDatabase(urlOfPorts(gone.port, mute.port, second.port), 2)
    onTestFinished(db.close)
    expect(await db.reader.row(selectOneSql)).toEqual({ one: 1 })
  })

  it('connect to another host without a restart when the current host stops answering', async () => {
    const candidate = await openProxy(url)
    onTestFinished(candidate.close)
    const both = openDatabase(urlOfPorts(candidate.port, second.port), 2, {
      silenceMs: 200,
      checkIntervalMs: 50,
    })
    onTestFinished(both.close)
    await both.transact((tx) => tx.row(selectOneSql))
    // The search has connected to each host once. The transaction has connected to the host that answered first.
    const chosen = candidate.connections() > 1 ? candidate : second
    chosen.freeze()
    onTestFinished(chosen.thaw)
    await expect(both.transact((tx) => tx.row(selectOneSql))).rejects.toMatchObject({
      code: '08006',
    })
    expect(await both.transact((tx) => tx.row(selectOneSql))).toEqual({ one: 1 })
  })

  it('throw an error that names DATABASE_URL when no host accepts writes', async () => {
    const standby = await openStandby()
    const client = openClient(urlOfPorts(standby.port, standby.port))
    await expect(client).rejects.toThrow(/^No host of DATABASE_URL accepts writes: .*read-only/)
  })
})

it('D126: concurrent calls of find share one search, and the next call after forget begins another', async () => {
  let probes = 0
  const hosts = hostSearch([{ host: 'a', port: 1 }], async () => {
    probes++
  })
  await Promise.all([hosts.find(), hosts.find(), hosts.find()])
  expect(probes).toBe(1)
  hosts.forget(await hosts.find())
  await hosts.find()
  expect(probes).toBe(2)
})

it('D126: when a server has become read-only (25006), its connections are closed and the write is retried; 503 try.again.later while it stays read-only', async () => {
  const { url, drop } = await cloneTemplate(inject('postgresUrl'))
  onTestFinished(drop)
  const name = new URL(url).pathname.slice(1)
  const admin = await openClient(url)
  onTestFinished(() => admin.end())
  const db = openDatabase(url, 2)
  onTestFinished(db.close)
  await admin.query(`alter database ${name} set default_transaction_read_only = on`)
  await expect(db.transact((tx) => tx.rows(insertSql, ['GBP']))).rejects.toMatchObject({
    status: 503,
    message: 'try.again.later',
  })
  expect(db.pool.totalCount).toBe(0)
  await db.transact((tx) => tx.row(selectOneSql))
  expect(db.pool.totalCount).toBe(1)
  await admin.query(`alter database ${name} reset default_transaction_read_only`)
  // The one connection of the pool is still read-only. It is dropped, and the next connection accepts writes.
  await db.transact((tx) => tx.rows(insertSql, ['EUR']))
  const { rows } = await admin.query(`select currency from rate_points where source = 'hosts'`)
  expect(rows).toEqual([{ currency: 'EUR' }])
})

/** A server that reports the parameters of a hot standby to each new connection, until the test has finished. */
async function openStandby(): Promise<{ port: number; connections(): number }> {
  const text = (...words: string[]) => Buffer.from(`${words.join('\0')}\0`)
  const message = (type: string, body: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeInt32BE(body.length + 4)
    return Buffer.concat([Buffer.from(type), length, body])
  }
  const greeting = Buffer.concat([
    message('R', Buffer.alloc(4)),
    message('S', text('in_hot_standby', 'on')),
    message('S', text('default_transaction_read_only', 'off')),
    message('Z', Buffer.from('I')),
  ])
  let connections = 0
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      connections++
      socket.write(greeting)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())))
  return {
    port: (server.address() as { port: number }).port,
    connections: () => connections,
  }
}
