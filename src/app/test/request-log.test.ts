// The queue of the log of requests is bounded, and requests never wait for it. The file also tests the sweep of the log
// and its rows in live mode.

import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { opensJar } from '../../../test/support/balances.ts'
import { insertRequests, requestsOf } from '../../../test/support/request-log.ts'
import { testService } from '../../../test/support/service.ts'
import { ok } from '../../../test/support/transfers.ts'
import type { Database } from '../../kernel/database/db.ts'
import { logRows } from '../../requests/index.ts'
import { readLines } from '../../requests/log/lines.ts'
import { trimRequestLog } from '../../requests/sweeps.ts'
import { logConfigOf } from '../config-log.ts'
import { endpoints } from '../declarations.ts'
import { createRequestLog, QUEUED_BYTES_MAX, QUEUED_MAX } from '../request-log.ts'

const endpoint = endpoints.find(({ operationId }) => operationId === 'createBalance')!
const answeredRequest = {
  endpoint,
  route: endpoint.route,
  caller: { kind: 'none' },
  params: { profileId: 1 },
  query: {},
  body: undefined,
  requestBytes: 0,
  files: [],
  requestHeaders: {},
  replyHeaders: {},
  status: 200,
  reply: '{}',
  replyBytes: 2,
  traceId: '3cf3dd96-903e-873a-9bb4-000000000001',
  durationMs: 1,
  answeredMs: Date.parse('2026-11-20T10:00:00Z'),
} as const

/** Returns a log that writes with `session`, and a function that returns how many requests the log has dropped. */
function logOn(session: (work: (connection: object) => Promise<unknown>) => Promise<unknown>) {
  let dropped = 0
  const db = { session } as unknown as Database
  const log = createRequestLog({
    db,
    keepsBodies: true,
    onDropped: (requests) => {
      dropped += requests
    },
    onError: () => undefined,
  })
  return { log, dropped: () => dropped }
}

describe('while the database is frozen', () => {
  const frozenLog = () => logOn(() => new Promise(() => undefined))

  it('of 100,000 requests all but QUEUED_MAX are dropped and counted, within a second of processor time', () => {
    const { log, dropped } = frozenLog()
    const started = process.cpuUsage()
    for (let n = 0; n < 100_000; n++) log.add(answeredRequest)
    const { user: userMicros, system: systemMicros } = process.cpuUsage(started)
    expect(userMicros + systemMicros).toBeLessThan(1_000_000)
    expect(dropped()).toBe(100_000 - QUEUED_MAX)
  })

  it('requests with large replies are dropped beyond QUEUED_BYTES_MAX', () => {
    const { log, dropped } = frozenLog()
    // Random bytes cannot be compressed to fewer bytes.
    const randomReplyBytes = 8_000
    for (let n = 0; n < QUEUED_MAX; n++) {
      const reply = randomBytes(randomReplyBytes).toString('hex')
      log.add({ ...answeredRequest, reply, replyBytes: reply.length })
    }
    expect(QUEUED_MAX - dropped()).toBeLessThanOrEqual(QUEUED_BYTES_MAX / randomReplyBytes)
    expect(dropped()).toBeGreaterThan(0)
  })

  it('a body above 16 KiB is not kept in memory', () => {
    const { log, dropped } = frozenLog()
    const reply = 'x'.repeat(1024 * 1024)
    const bytes = { requestBytes: 2 ** 30, replyBytes: reply.length }
    for (let n = 0; n < QUEUED_MAX; n++) log.add({ ...answeredRequest, reply, ...bytes })
    expect(dropped()).toBe(0)
  })
})

it('while the database cannot be reached, at most one write a second is attempted, and requests of failed writes are dropped', async () => {
  vi.useFakeTimers()
  try {
    let attempts = 0
    const { log, dropped } = logOn(() => {
      attempts++
      return Promise.reject(new Error('ECONNREFUSED'))
    })
    for (let tenth = 0; tenth < 50; tenth++) {
      log.add(answeredRequest)
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(attempts).toBe(5)
    expect(dropped()).toBeGreaterThan(0)
  } finally {
    vi.useRealTimers()
  }
})

it('a request that cannot be written as text is dropped with its batch, and no later request gets its lines', async () => {
  const written: (readonly unknown[])[] = []
  const rows = (_sql: unknown, values: readonly unknown[]) => {
    written.push(values)
    return Promise.resolve([])
  }
  const { log, dropped } = logOn((work) => work({ rows }))
  // JSON has no BigInt, so the details fail after the summary was written.
  const files = [{ part: 'file', name: 'a.pdf', kind: 'pdf', bytes: 1n as never }]
  for (const n of [1, 2]) log.add({ ...answeredRequest, traceId: `before ${n}` })
  log.add({ ...answeredRequest, files })
  log.add({ ...answeredRequest, traceId: 'after' })
  await log.flush()
  expect(dropped()).toBe(3)
  expect(written.map(([requests]) => requests)).toEqual([1])
  const [, , summaryLines, detailLines] = written[0] ?? []
  const summaries = readLines(summaryLines as Buffer).map((line) => JSON.parse(line).traceId)
  expect(summaries).toEqual(['after'])
  expect(readLines(detailLines as Buffer)).toHaveLength(3)
})

it('the row of a refused request shows for each error whether its field was sent, also when the body is too large to keep', () => {
  const rowOf = logRows({ keepsBodies: true })
  const errors = [
    { code: 'A', path: 'name' },
    { code: 'B', path: 'currency' },
  ]
  const reply = JSON.stringify({ errors })
  const sent = { body: { name: 'Ann' }, requestBytes: 2 ** 30, status: 422, reply }
  const { summary, details } = rowOf({ ...answeredRequest, ...sent })
  expect(summary.errors.map(({ wasSent }) => wasSent)).toEqual([true, false])
  expect(details.bodyAbsence).toBe('large')
})

it('a row has a body of at most 16 KiB, measured in bytes and not in characters', () => {
  const rowOf = logRows({ keepsBodies: true })
  const bodiesOf = (name: string) => {
    const reply = JSON.stringify({ name })
    const bytes = Buffer.byteLength(reply)
    const row = rowOf({
      ...answeredRequest,
      body: { name },
      requestBytes: bytes,
      reply,
      replyBytes: bytes,
    })
    return [row.requestBody, row.replyBody]
  }
  // In UTF-8 this character has three bytes.
  const [small, large] = ['漢'.repeat(5_000), '漢'.repeat(6_000)]
  const smallBody = JSON.stringify({ name: small })
  expect(bodiesOf(small)).toEqual([smallBody, smallBody])
  expect(bodiesOf(large)).toEqual([null, null])
})

it('a body whose JSON text exceeds 16 KiB is left out as large, although the request had no more than 16 KiB', () => {
  const rowOf = logRows({ keepsBodies: true })
  const body = { name: 'x'.repeat(16_375) }
  const row = rowOf({ ...answeredRequest, body, requestBytes: 16_384 })
  expect([row.requestBody, row.details.bodyAbsence]).toEqual([null, 'large'])
})

describe('the log of a service', () => {
  const service = testService({ requestLog: 'on', settings: { requestLogMax: 100 } })

  it('answers five requests while nothing can be written to the log, and counts that five were dropped', async () => {
    const ann = await service.createUser()
    await service.flushRequests()
    await service.db.pool.query('alter table request_log rename to request_log_away')
    try {
      for (let n = 0; n < 5; n++) await ok(ann.call('GET /v1/profiles'))
      await service.flushRequests()
    } finally {
      await service.db.pool.query('alter table request_log_away rename to request_log')
    }
    const { text } = await service.call('GET /metrics')
    expect(text).toContain('\ngodwit_request_log_dropped_total 5\n')
  })

  it('gap 945: rows are not in the WAL, and bodies of any characters come back as they were sent', async () => {
    const { rows } = await service.db.pool.query(
      `select relpersistence from pg_class where relname = 'request_log'`,
    )
    expect(rows).toEqual([{ relpersistence: 'u' }])
    const ann = await service.createUser()
    const names = ['é 漢字 🎉', 'plain', '\\ "quoted"']
    for (const name of names) await opensJar(ann, 'GBP', { name })
    await service.flushRequests()
    const created = (await requestsOf(service, ann.userId)).filter(
      ({ operation }) => operation === 'createBalance',
    )
    const namesOf = (body: 'requestBody' | 'replyBody') =>
      created.map((request) => JSON.parse(request[body] ?? '').name)
    expect([namesOf('requestBody'), namesOf('replyBody')]).toEqual([names, names])
  })

  it('D130: the sweep keeps the newest requests, and deletes only batches whose requests are all older', async () => {
    const { db } = service
    await db.pool.query('delete from request_log')
    const rowOf = logRows({ keepsBodies: true })
    const add = (count: number) => insertRequests(db, Array(count).fill(rowOf(answeredRequest)))
    for (let n = 0; n < 250; n++) await add(2)
    await add(30)
    await add(71)
    const run = () => trimRequestLog.run?.(db, service.now(), service.workerContext.sweepContext)
    expect([await run(), await run(), await run(), await run()]).toEqual([100, 100, 50, 0])
    const { rows } = await db.pool.query('select requests from request_log order by id')
    // Only the first request of the older batch is older than the newest 100 requests.
    expect(rows).toEqual([{ requests: 30 }, { requests: 71 }])
  })
})

describe('the log of requests in live mode', () => {
  const service = testService({ mode: 'live', requestLog: 'headers' })

  it('a row has no query and no body', async () => {
    const ann = await service.createUser()
    const route = `/v4/profiles/${ann.personal}/balances`
    const headers = { 'x-idempotence-uuid': randomUUID() }
    await ok(ann.call(`GET ${route}`, { query: { types: 'STANDARD' } }))
    await ok(ann.call(`POST ${route}`, { body: { currency: 'GBP', type: 'STANDARD' }, headers }))
    expect((await ann.call('GET /v1/sandbox/requests')).status).toBe(404)
    await service.flushRequests()
    const requests = await requestsOf(service, ann.userId)
    expect(requests.map(({ operation }) => operation)).toEqual(['listBalances', 'createBalance'])
    for (const request of requests)
      expect(request).toMatchObject({ query: null, requestBody: null, replyBody: null, files: [] })
  })
})

describe('GODWIT_REQUEST_LOG', () => {
  it('is on by default in the sandbox, and off in live mode', () => {
    expect(logConfigOf({}, 'sandbox')).toEqual({ requestLog: 'on', requestLogMax: 100_000 })
    expect(logConfigOf({}, 'live')).toEqual({ requestLog: 'off', requestLogMax: 100_000 })
  })

  it('may be off in the sandbox, and not on in live mode', () => {
    expect(logConfigOf({ GODWIT_REQUEST_LOG: 'off' }, 'sandbox').requestLog).toBe('off')
    expect(() => logConfigOf({ GODWIT_REQUEST_LOG: 'on' }, 'live')).toThrow(
      'Set it to headers or off.',
    )
  })
})
