import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { traceIds } from '../http/headers.ts'

const service = testService()

const VERSION_8 = /^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

it('x-trace-id is a different UUID in each of ten replies, including refusals and replies to malformed paths', async () => {
  const ann = await service.createUser()
  const routes = ['GET /health', 'GET /v2/profiles', 'GET /v1/transfers/1', 'GET /none', 'GET /%ff']
  const ids: unknown[] = []
  const statuses: number[] = []
  for (const route of [...routes, ...routes]) {
    const { status, headers } = await service.call(route, { token: ann.token })
    expect(headers['x-trace-id']).toMatch(VERSION_8)
    ids.push(headers['x-trace-id'])
    statuses.push(status)
  }
  expect(statuses.slice(0, routes.length)).toEqual([200, 200, 404, 404, 400])
  expect(new Set(ids).size).toBe(ids.length)
})

it('for two random process ids, traceIds generates different trace ids', () => {
  const [first, second] = [traceIds(randomUUID()), traceIds(randomUUID())]
  expect(first()).not.toBe(second())
})
