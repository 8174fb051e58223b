// Tests the undocumented members of `pg` that driver.ts declares. An upgrade of `pg` that changes them fails here.

import pg from 'pg'
import { expect, inject, it, onTestFinished, vi } from 'vitest'
import { openClient } from '../database/connect-to-host.ts'
import { internalsOf, isAwaitingAnswer } from '../database/driver.ts'
import { execute } from '../database/execute.ts'
import { sql } from '../database/statement.ts'

it('`pg.Client` connects to the values of its members `host` and `port`, which may be set before `connect`', async () => {
  const client = new pg.Client({ host: 'elsewhere.example', port: 1 })
  expect([internalsOf(client).host, internalsOf(client).port]).toEqual(['elsewhere.example', 1])
  Object.assign(client, { host: '127.0.0.1', port: 9 })
  await expect(client.connect()).rejects.toThrow('127.0.0.1:9')
})

it('`connection` emits `parameterStatus` for the parameters of a standby, and `connection.stream` counts its bytes and can be corked', async () => {
  const client = new pg.Client(inject('postgresUrl'))
  onTestFinished(() => client.end())
  const names: string[] = []
  internalsOf(client).connection.on('parameterStatus', ({ parameterName }) => {
    names.push(parameterName)
  })
  await client.connect()
  expect(names).toContain('in_hot_standby')
  expect(names).toContain('default_transaction_read_only')
  const { stream } = internalsOf(client).connection
  const before = stream.bytesRead
  expect(before).toBeGreaterThan(0)
  await client.query('select 1')
  expect(stream.bytesRead).toBeGreaterThan(before)
  expect([typeof stream.cork, typeof stream.uncork, stream.writableCorked]).toEqual([
    'function',
    'function',
    0,
  ])
})

it.each([
  ['one statement at a time', '_queryQueue', {}],
  ['many statements at a time', '_sentQueryQueue', { pipeline: true }],
] as const)(
  'with %s, isAwaitingAnswer is true and `%s` has statements after they were sent; when all are answered, `readyForQuery` is true',
  async (_how, queue, more) => {
    const client = new pg.Client({ connectionString: inject('postgresUrl'), ...more })
    onTestFinished(() => client.end())
    await client.connect()
    const internals = internalsOf(client)
    expect([internals.readyForQuery, isAwaitingAnswer(client)]).toEqual([true, false])
    const answers = ['select 1', 'select 1 / 0', 'begin', 'rollback'].map((text) =>
      client.query(text).catch(() => undefined),
    )
    expect(isAwaitingAnswer(client)).toBe(true)
    expect(internals[queue].length).toBeGreaterThan(0)
    await Promise.all(answers)
    // The driver settles the last answer in the turn of the event loop in which the connection becomes ready.
    await new Promise((resolve) => setImmediate(resolve))
    expect([internals.readyForQuery, isAwaitingAnswer(client)]).toEqual([true, false])
  },
)

it('a destroyed stream is `destroyed`, and rejects the pending query with the error of the stream', async () => {
  const client = await openClient(inject('postgresUrl'))
  const answer = client.query('select pg_sleep(10)')
  const { stream } = internalsOf(client).connection
  expect(stream.destroyed).toBe(false)
  stream.destroy(new Error('cut'))
  await expect(answer).rejects.toThrow('cut')
  expect(stream.destroyed).toBe(true)
})

it.each([
  'submit',
  'prepare',
  'handleRowDescription',
  'handleDataRow',
  'handleCommandComplete',
  'handleReadyForQuery',
  'handleError',
])('`pg.Query` has the method `%s`, which execute.ts inherits or replaces', (method) => {
  expect(typeof (pg.Query as unknown as { prototype: object }).prototype[method as never]).toBe(
    'function',
  )
})

it('`pg.Query` has the members `name`, `values` and `callback`, and no member that execute.ts adds', () => {
  const query = new (pg.Query as unknown as new (text: string) => object)('select 1')
  expect('name' in query && 'values' in query && 'callback' in query).toBe(true)
  for (const name of ['found', 'read', 'settle', 'failure', 'statement', 'statements'])
    expect(name in query).toBe(false)
})

it('`connection.describe` requests the columns of a statement, and is called only when the statement is first executed', async () => {
  const client = await openClient(inject('postgresUrl'))
  onTestFinished(() => client.end())
  const describe = vi.spyOn(internalsOf(client).connection, 'describe')
  const statement = sql<{ isTrue: boolean; n: number }>(
    'select $1::bigint = 2 as is_true, 7::int8 as n',
  )
  expect(await execute(client, statement, [2])).toEqual([{ isTrue: true, n: 7 }])
  expect(describe).toHaveBeenCalledTimes(1)
  expect(await execute(client, statement, [3])).toEqual([{ isTrue: false, n: 7 }])
  expect(describe).toHaveBeenCalledTimes(1)
})

it('an error while a row is parsed fails its statement, and the connection remains usable', async () => {
  const client = await openClient(inject('postgresUrl'))
  onTestFinished(() => client.end())
  const fraction = execute(client, sql('select 1.5::numeric as n'), [])
  await expect(fraction).rejects.toThrow('select this fraction as text')
  expect(await execute(client, sql('select 1 as n where false'), [])).toEqual([])
  expect(await execute(client, sql('select 2 as n'), [])).toEqual([{ n: 2 }])
})

it('a client that `clientsOf` did not create is refused', () => {
  expect(() => execute(new pg.Client(), sql('select 1'), [])).toThrow('`clientsOf`')
})
