// The contract with `pg`: what is used of it beyond its documentation. An upgrade that changes it fails here.

import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { openClient } from '../database/connections.ts'
import { insideOf } from '../database/driver.ts'

it('`pg.Client` connects to its members `host` and `port`, which may be set before', async () => {
  const client = new pg.Client({ host: 'elsewhere.example', port: 1 })
  expect([insideOf(client).host, insideOf(client).port]).toEqual(['elsewhere.example', 1])
  Object.assign(client, { host: '127.0.0.1', port: 9 })
  await expect(client.connect()).rejects.toThrow('127.0.0.1:9')
})

it('`connection.stream` is a socket that counts its bytes, and emits `parameterStatus` for each parameter', async () => {
  const client = new pg.Client(inject('postgresUrl'))
  const names: string[] = []
  insideOf(client).connection.on('parameterStatus', ({ parameterName }) => {
    names.push(parameterName)
  })
  await client.connect()
  expect(names).toContain('in_hot_standby')
  expect(names).toContain('default_transaction_read_only')
  const { stream } = insideOf(client).connection
  const before = stream.bytesRead
  expect(before).toBeGreaterThan(0)
  await client.query('select 1')
  expect(stream.bytesRead).toBeGreaterThan(before)
  expect([typeof stream.cork, typeof stream.uncork, stream.writableCorked]).toEqual([
    'function',
    'function',
    0,
  ])
  await client.end()
})

it.each([
  ['one statement at a time', {}],
  ['many statements at a time', { pipeline: true }],
])('with %s, `readyForQuery` is false until all are answered', async (_how, more) => {
  const client = new pg.Client({ connectionString: inject('postgresUrl'), ...more })
  await client.connect()
  const inside = insideOf(client)
  const isAwaited = () =>
    inside.readyForQuery === false ||
    inside._queryQueue.length > 0 ||
    inside._sentQueryQueue.length > 0
  expect([inside.readyForQuery, isAwaited()]).toEqual([true, false])
  const answers = ['select 1', 'select 1 / 0', 'begin', 'rollback'].map((text) =>
    client.query(text).catch(() => undefined),
  )
  expect(isAwaited()).toBe(true)
  await Promise.all(answers)
  // The driver settles the last answer in the turn in which it becomes ready.
  await new Promise((resolve) => setImmediate(resolve))
  expect([inside.readyForQuery, isAwaited()]).toEqual([true, false])
  await client.end()
})

it('a destroyed stream fails what is awaited by its error', async () => {
  const client = await openClient(inject('postgresUrl'))
  const answer = client.query('select pg_sleep(10)')
  insideOf(client).connection.stream.destroy(new Error('cut'))
  await expect(answer).rejects.toThrow('cut')
})
