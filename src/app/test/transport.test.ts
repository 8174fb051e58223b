// D104: malformed requests, unknown methods and unsupported content types get a JSON error, also where the HTTP parser
// refuses them. Malformed bytes while a request is in progress only close the connection.

import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import {
  closeConnections,
  codeOf,
  FORM_TYPE,
  head,
  open,
  portOf,
  startListening,
  statusOf,
} from './sockets.ts'
import { waitingEndpoint } from './waiting-endpoint.ts'

afterEach(closeConnections)

describe('D104: bytes that are not a valid request', () => {
  const service = testService()
  beforeAll(() => startListening(service))

  it.each([
    ['a text that is not HTTP', 400, 'request.http.malformed', 'HELO there\r\n\r\n'],
    [
      'two content-length headers',
      400,
      'request.http.malformed',
      head('POST /x', 'content-length: 1', 'content-length: 2'),
    ],
    [
      'headers that are too large',
      431,
      'request.headers.too-large',
      head('GET /x', `x-a: ${'x'.repeat(20_000)}`),
    ],
    [
      'chunk extensions that are too large',
      413,
      'request.body.too-large',
      `${head('POST /oauth/token', FORM_TYPE, 'transfer-encoding: chunked')}1;${'x'.repeat(20_000)}\r\n`,
    ],
  ])(
    'D104: a JSON error with x-trace-id and x-content-type-options for %s: %i %s',
    async (_title, status, code, text) => {
      const reply = await open(portOf(service), text).closed
      expect([statusOf(reply), codeOf(reply)]).toEqual([status, code])
      expect(reply).toMatch(/x-trace-id: [0-9a-f-]{36}\r\n/)
      expect(reply).toContain('x-content-type-options: nosniff')
    },
  )

  it('D104: 400 request.host.missing for a request without Host', async () => {
    const reply = await open(portOf(service), 'GET /health HTTP/1.1\r\nconnection: close\r\n\r\n')
      .closed
    expect([statusOf(reply), codeOf(reply)]).toEqual([400, 'request.host.missing'])
  })

  it('D104: an unknown Expect header is ignored', async () => {
    const text = head('GET /health', 'expect: 200-ok', 'connection: close')
    expect(statusOf(await open(portOf(service), text).closed)).toBe(200)
  })
})

describe('D104: malformed bytes after a request', () => {
  const waits = waitingEndpoint('none')
  const service = testService({ extra: [waits.endpoint] })
  beforeAll(() => startListening(service))

  it('D104: close the connection, and are not answered in place of the request in progress', async () => {
    const { socket, closed } = open(portOf(service), head('GET /probe/waits'))
    await expect.poll(waits.waitingCount).toBe(1)
    socket.write('HELO there\r\n\r\n')
    expect(await closed).toBe('')
    waits.release()
  })
})

describe('D104: methods, paths and types', () => {
  const service = testService()

  it.each([
    ['PUT /v1/transfers', 'GET, HEAD, POST'],
    ['DELETE /v1/transfers/1', 'GET, HEAD'],
    ['PATCH /oauth/token', 'POST'],
    ['OPTIONS /health', 'GET, HEAD'],
    ['DELETE /v1/transfers/', 'GET, HEAD, POST'],
  ])('D104: 405 with Allow for %s', async (route, allow) => {
    const { status, body, headers } = await service.call(route)
    expect([status, body.errors[0].code, headers['allow']]).toEqual([
      405,
      'method.not-allowed',
      allow,
    ])
  })

  it.each([
    ['not JSON', '{', 'application/json'],
    ['of an unsupported type', 'x', 'application/xml'],
    ['larger than 1 MiB', `"${'x'.repeat(2 ** 20)}"`, 'application/json'],
  ])('D104: 404 not.found for an unknown path with a body that is %s', async (_, body, type) => {
    const reply = await service.call('POST /v1/no/such', {
      body,
      headers: { 'content-type': type },
    })
    expect(outcome(reply)).toBe('404 not.found')
  })

  it.each([
    ['POST /v2/quotes', 'Send the body as application/json.'],
    ['POST /v1/user/pin', 'Send the body as application/json or application/jose+json.'],
    [
      'PATCH /v3/profiles/1/quotes/7b5b0d0f-9d5e-4b6e-8f2d-0d6f2f3f4f5f',
      'Send the body as application/json or application/merge-patch+json.',
    ],
  ])('D104: 415 at %s names the accepted types', async (route, message) => {
    const { token } = await service.createUser()
    const headers = { 'content-type': 'application/xml' }
    const { status, body } = await service.call(route, { token, body: '<a/>', headers })
    expect([status, body.errors[0].message]).toEqual([415, message])
  })

  it('D104: an Accept-Minor-Version above the highest gets the highest', async () => {
    const { token } = await service.createUser()
    const route = 'GET /v1/account-requirements?source=GBP&target=EUR&sourceAmount=100'
    const form = async (version: string) =>
      ok(service.call(route, { token, headers: { 'accept-minor-version': version } }))
    const [none, first, second] = [await form(''), await form('1'), await form('2')]
    expect(second).toEqual(first)
    expect(first).not.toEqual(none)
  })
})
