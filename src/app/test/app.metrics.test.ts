import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { serveMetrics } from '../http/open-operations.ts'
import { createMetrics } from '../metrics.ts'

describe('app.metrics', () => {
  const service = testService()

  it('200 returns the number and duration of requests by operation and status class', async () => {
    const ann = await service.createUser()
    await ann.call('GET /v1/me')
    await ann.call('GET /v1/me')
    await service.call('GET /v1/me')
    await service.call('GET /no/such/operation')
    const { status, text, headers } = await service.call('GET /metrics')
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    const count = (operation: string, statusClass: string) =>
      `godwit_request_seconds_count{operation="${operation}",status="${statusClass}"}`
    expect(text).toContain(`${count('profiles.me', '2xx')} 2\n`)
    expect(text).toContain(`${count('profiles.me', '4xx')} 1\n`)
    expect(text).toContain(`${count('none', '4xx')} 1\n`)
    expect(text).toMatch(/_sum\{operation="profiles.me",status="2xx"\} \d/)
  })
})

describe('app.metrics in live mode', () => {
  const service = testService({ mode: 'live' })

  it('404 at the public port in live mode', async () => {
    expect((await service.call('GET /metrics')).status).toBe(404)
  })

  it('200 at ADMIN_PORT with request metrics and the metrics of the Node process; 404 for an operation of the API', async () => {
    const metrics = createMetrics({ includesProcess: true })
    metrics.countRequest('transfers.create', 201, 0.004)
    metrics.countRequest('transfers.create', 200, 0.005)
    metrics.countRequest('transfers.create', 200, 11)
    const admin = serveMetrics(metrics)
    const reply = await admin.inject('/metrics')
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
    const upTo = (bucket: string) =>
      reply.body.split(`le="${bucket}",operation="transfers.create",status="2xx"} `)[1]?.[0]
    expect(['0.0025', '0.005', '0.01', '10', '+Inf'].map(upTo)).toEqual(['0', '2', '2', '2', '3'])
    expect(reply.body).toContain('process_cpu_user_seconds_total')
    expect((await admin.inject('/v1/me')).statusCode).toBe(404)
    await admin.close()
  })
})
