import { describe, expect, it, vi } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { everyEndpoint } from '../http/open-operations.ts'

type Operation = { operationId: string; responses: Record<string, unknown> }
type Document = { paths: Record<string, Record<string, Operation>>; servers: { url: string }[] }

const idsOf = ({ paths }: Document) =>
  Object.values(paths).flatMap((operations) =>
    Object.values(operations).map(({ operationId }) => operationId),
  )

describe('app.openapi', () => {
  const service = testService()

  it('200 describes every operation and every alias once', async () => {
    const { status, body } = await service.call('GET /openapi.json')
    expect([status, body.openapi]).toEqual([200, '3.1.1'])
    const ids = idsOf(body)
    expect(new Set(ids).size).toBe(ids.length)
    const routes = everyEndpoint.flatMap(({ route, aliases = [] }) => [route, ...aliases])
    expect(ids).toHaveLength(routes.length)
    for (const { operationId } of everyEndpoint) expect(ids).toContain(operationId)
  })

  it('200 describes every refusal that an operation declares', async () => {
    const { status: replyStatus, body } = await service.call('GET /openapi.json')
    expect(replyStatus).toBe(200)
    for (const { route, errors } of everyEndpoint) {
      const [method = '', path = ''] = route.split(' ')
      const { responses } = body.paths[path][method.toLowerCase()]
      for (const { status, code } of errors)
        expect(JSON.stringify(responses[status]), `${route} ${status}`).toContain(code)
    }
  })

  it('200 has the address of the listening socket as its server, not the Host header', async () => {
    const headers = { host: 'money.test:81' }
    const { status, body } = await service.call('GET /openapi.json', { headers })
    expect([status, body.servers[0].url]).toEqual([200, 'http://127.0.0.1:80'])
  })

  it('200 without another serialisation for a second request with another Host', async () => {
    const { text } = await service.call('GET /openapi.json')
    const writing = vi.spyOn(JSON, 'stringify')
    const again = await service.call('GET /openapi.json', { headers: { host: 'other.test' } })
    const times = writing.mock.calls.filter(([value]) => value?.openapi !== undefined).length
    writing.mockRestore()
    expect([again.status, again.text === text, times]).toEqual([200, true, 0])
  })

  it('304 for If-None-Match with the current ETag', async () => {
    const { headers } = await service.call('GET /openapi.json')
    const etag = String(headers['etag'])
    const unchanged = await service.call('GET /openapi.json', {
      headers: { 'if-none-match': etag },
    })
    expect([unchanged.status, unchanged.text]).toEqual([304, ''])
  })
})

describe('app.openapi in live mode', () => {
  const service = testService({ mode: 'live' })

  it('200 lists no sandbox-only operation in live mode', async () => {
    const { status, body } = await service.call('GET /openapi.json')
    expect(status).toBe(200)
    const sandboxOnly = everyEndpoint.filter((endpoint) => endpoint.sandboxOnly)
    expect(sandboxOnly.length).toBeGreaterThan(0)
    const ids = idsOf(body)
    expect(sandboxOnly.filter(({ operationId }) => ids.includes(operationId))).toEqual([])
  })
})
