import fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import type { Reader } from '../../kernel/database/db.ts'
import { mountOpenOperations } from '../http/open-operations.ts'
import { createMetrics } from '../metrics.ts'

describe('app.health', () => {
  const service = testService()

  it('200 without a token', async () => {
    expect(await service.call('GET /health')).toMatchObject({ status: 200, body: { status: 'up' } })
  })

  it('200 when the database cannot be reached', async () => {
    const app = fastify()
    const row = () => Promise.reject(new Error('ECONNREFUSED'))
    const reader = { instance: new Map(), row, rows: row } as Reader
    mountOpenOperations(app, {
      reader,
      mode: 'sandbox',
      baseUrl: undefined,
      metrics: createMetrics(),
    })
    const reply = await app.inject('/health')
    expect([reply.statusCode, reply.json()]).toEqual([200, { status: 'up' }])
    await app.close()
  })
})
