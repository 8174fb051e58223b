import fastify from 'fastify'
import { describe, expect, it, vi } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { outcome } from '../../../test/support/transfers.ts'
import type { Reader } from '../../kernel/database/db.ts'
import { installErrorHandler } from '../http/errors.ts'
import { mountOpenOperations } from '../http/open-operations.ts'
import { createMetrics } from '../metrics.ts'

const service = testService()

/** More than the number of migrations, so the schema is current. */
const APPLIED_COUNT = 1_000_000

describe('app.ready', () => {
  it('200 when every migration has been applied', async () => {
    expect(await service.call('GET /ready')).toMatchObject({
      status: 200,
      body: { status: 'ready' },
    })
  })

  it('503 not.ready while a migration is missing, with Retry-After (D120)', async () => {
    await service.db.pool.query('create table saved_migrations as select * from migrations')
    await service.db.pool.query(
      'delete from migrations where id = (select max(id) from migrations)',
    )
    const reply = await service.call('GET /ready')
    await service.db.pool.query('delete from migrations')
    await service.db.pool.query('insert into migrations select * from saved_migrations')
    await service.db.pool.query('drop table saved_migrations')
    expect(outcome(reply)).toBe('503 not.ready')
    expect(reply.headers['retry-after']).toBe('1')
    expect((await service.call('GET /ready')).status).toBe(200)
  })

  it('200 for concurrent requests after one query of the database; the next request queries it again', async () => {
    const app = fastify()
    const pending = Promise.withResolvers<{ count: number }>()
    const row = vi.fn(() => pending.promise)
    const reader = { row } as unknown as Reader
    const metrics = createMetrics()
    mountOpenOperations(app, { reader, mode: 'sandbox', baseUrl: undefined, metrics })
    const replies = Array.from({ length: 20 }, () => app.inject('/ready'))
    await expect.poll(() => row.mock.calls.length).toBeGreaterThan(0)
    // In these turns of the event loop, a second query would begin.
    for (let turn = 0; turn < 20; turn++) await new Promise((next) => setImmediate(next))
    pending.resolve({ count: APPLIED_COUNT })
    const statuses = (await Promise.all(replies)).map(({ statusCode }) => statusCode)
    expect([new Set(statuses), row.mock.calls.length]).toEqual([new Set([200]), 1])
    row.mockClear()
    expect((await app.inject('/ready')).statusCode).toBe(200)
    expect(row).toHaveBeenCalledOnce()
    await app.close()
  })

  it.each([
    ['refuses the connection', () => Promise.reject(new Error('ECONNREFUSED'))],
    ['never answers', () => new Promise<never>(() => undefined)],
  ])('503 not.ready when the database %s', async (_, row) => {
    const app = fastify()
    installErrorHandler(app, { error: () => undefined }, () => undefined)
    const reader = { row } as Partial<Reader> as Reader
    const metrics = createMetrics()
    mountOpenOperations(app, { reader, mode: 'sandbox', baseUrl: undefined, metrics })
    const reply = await app.inject('/ready')
    expect([reply.statusCode, reply.json().errors[0].code]).toEqual([503, 'not.ready'])
    await app.close()
  })
})
