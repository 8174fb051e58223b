// Tests the HTTP server on real sockets: clients that are slow, open many connections or send malformed requests are
// refused, and cannot occupy the resources of other clients.

import * as events from 'node:events'
import { connect, type Socket } from 'node:net'
import Type from 'typebox'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type TestService, testService } from '../../../test/support/service.ts'
import { topsUp } from '../../../test/support/transfers.ts'
import { reads } from '../../kernel/endpoint.ts'
import { addressKey, isTrusted, parseProxies } from '../http/limits/request-limits.ts'

const sockets = new Set<Socket>()

afterEach(() => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
})

type Connection = {
  readonly socket: Socket
  /** Resolves with all received bytes when the server has closed the connection. */
  readonly closed: Promise<string>
  /** Resolves with the first complete reply. */
  readonly reply: Promise<string>
}

function open(service: TestService, text = ''): Connection {
  const { port } = service.app.server.address() as { port: number }
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  sockets.add(socket)
  let received = ''
  socket.setEncoding('utf8')
  const reply = new Promise<string>((resolve) => {
    socket.on('data', (chunk: string) => {
      received += chunk
      if (isComplete(received)) resolve(received)
    })
  })
  socket.on('error', () => undefined)
  const closed = events.once(socket, 'close').then(() => received)
  if (text !== '') socket.write(text)
  return { socket, closed, reply: Promise.race([reply, closed]) }
}

function isComplete(text: string): boolean {
  const end = text.indexOf('\r\n\r\n')
  const length = /content-length: (\d+)/i.exec(text)?.[1]
  return end >= 0 && length !== undefined && text.length >= end + 4 + Number(length)
}

const statusOf = (reply: string) => Number(reply.slice(9, 12))
const bodyOf = (reply: string) => JSON.parse(reply.slice(reply.indexOf('\r\n\r\n') + 4))
const codeOf = (reply: string) => bodyOf(reply).errors[0].code as string

const head = (line: string, ...headers: string[]) =>
  `${[`${line} HTTP/1.1`, 'host: 127.0.0.1', ...headers].join('\r\n')}\r\n\r\n`
const JSON_TYPE = 'content-type: application/json'
const FORM = 'content-type: application/x-www-form-urlencoded'
/** A request with the first ten bytes of a body of 100,000. */
const unfinished = `${head('POST /oauth/token', FORM, 'content-length: 100000')}grant_type`

async function startListening(service: TestService): Promise<void> {
  await service.app.listen({ host: '127.0.0.1', port: 0 })
}

describe('D115: a slow client', () => {
  const service = testService({
    requestLimits: { headersMs: 150, bodyMs: 200, uploadMs: 1000, idleMs: 300 },
  })
  beforeAll(() => startListening(service))

  it.each([
    ['sends nothing', ''],
    ['does not finish its headers', 'POST /oauth/token HTTP/1.1\r\nhost: 127.0.0.1\r\nx-a: '],
    ['does not finish its body', unfinished],
    [
      'does not finish a chunked body',
      `${head('POST /oauth/token', FORM, 'transfer-encoding: chunked')}a\r\ngrant_type\r\n`,
    ],
  ])('D115: 408 request.timeout and a closed connection for a client that %s', async (_, text) => {
    const reply = await open(service, text).closed
    expect([statusOf(reply), codeOf(reply)]).toEqual([408, 'request.timeout'])
    expect(reply).toMatch(/x-trace-id: [0-9a-f-]{36}/)
  })

  it('D115: 408 request.timeout for an authenticated client that does not finish its body', async () => {
    const { token } = await service.createUser()
    const reply = await open(
      service,
      head('POST /v2/quotes', JSON_TYPE, `authorization: Bearer ${token}`, 'content-length: 50'),
    ).closed
    expect([statusOf(reply), codeOf(reply)]).toEqual([408, 'request.timeout'])
  })

  it('D115: an operation with a larger body has more time for it', async () => {
    const { token } = await service.createUser()
    const { socket, reply } = open(
      service,
      head(
        'POST /v1/user/facemap/enrol',
        JSON_TYPE,
        `authorization: Bearer ${token}`,
        'content-length: 2',
      ),
    )
    // This request continues after the time for an ordinary body, which the 408 of another client proves.
    expect(statusOf(await open(service, unfinished).closed)).toBe(408)
    socket.write('{}')
    expect(statusOf(await reply)).toBe(400)
  })

  it('D115: a connection without a request is closed after the idle timeout', async () => {
    const { reply, closed } = open(service, head('GET /health'))
    expect(statusOf(await reply)).toBe(200)
    expect(await closed).toBe(await reply)
  })

  it('D115: the connection of a client that does not read its replies is closed', async () => {
    const { socket, closed } = open(service)
    socket.pause()
    for (let n = 0; n < 60; n++) socket.write(head('GET /openapi.json'))
    const accepted = () =>
      new Promise<number>((resolve, reject) => {
        service.app.server.getConnections((error, count) =>
          error ? reject(error) : resolve(count),
        )
      })
    await expect.poll(accepted, { timeout: 10_000 }).toBe(0)
    socket.destroy()
    await closed
  })
})

describe('D115: many unfinished bodies', () => {
  const service = testService({
    requestLimits: { bodyMs: 3000, connectionsMax: 2000, connectionsPerAddressMax: 1000 },
  })
  beforeAll(() => startListening(service))

  it('D115: 429 request.body.too-many-unfinished for 500 of 600 unfinished bodies of an address; 408 for the others', async () => {
    const all = Array.from({ length: 600 }, () => open(service, unfinished))
    const replies = await Promise.all(all.map(({ closed }) => closed))
    const count = (status: number) => replies.filter((each) => statusOf(each) === status).length
    expect([count(429), count(408)]).toEqual([500, 100])
    const refused = replies.find((each) => statusOf(each) === 429) ?? ''
    expect(codeOf(refused)).toBe('request.body.too-many-unfinished')
    expect(refused).toContain('retry-after: 1')
    // The unfinished bodies have timed out, so the next request is admitted.
    const { reply } = open(
      service,
      `${head('POST /oauth/token', FORM, 'content-length: 10')}grant_type`,
    )
    expect(statusOf(await reply)).toBe(401)
  })
})

describe('D115: the total size of unfinished bodies', () => {
  const service = testService({ requestLimits: { unfinishedBodyBytesMax: 100_000, bodyMs: 5000 } })
  beforeAll(() => startListening(service))
  const bytes = (n: number) => 'x'.repeat(n)
  const begun = (sent: number) =>
    head('POST /oauth/token', FORM, 'content-length: 200000') + bytes(sent)

  it('D115: 503 request.body.no-room for a body beyond the total size of unfinished bodies', async () => {
    const first = open(service, begun(60_000))
    const other = open(service, begun(60_000))
    const reply = await Promise.race([first.closed, other.closed])
    expect([statusOf(reply), codeOf(reply)]).toEqual([503, 'request.body.no-room'])
    expect(reply).toContain('retry-after: 1')
  })

  it('D115: a small body is admitted while large ones occupy the total size', async () => {
    const large = open(service, begun(95_000))
    // After three other requests the server has read the bytes of the large body.
    for (let n = 0; n < 3; n++) await open(service, head('GET /health')).reply
    const { reply } = open(
      service,
      `${head('POST /oauth/token', FORM, 'content-length: 10000')}a=${bytes(9_998)}`,
    )
    expect(statusOf(await reply)).toBe(401)
    large.socket.destroy()
    await large.closed
  })

  it('D115: 413 or 503 for a chunked body as soon as it exceeds a limit, although it has no content-length', async () => {
    const { socket, reply } = open(
      service,
      head('POST /oauth/token', FORM, 'transfer-encoding: chunked'),
    )
    for (let n = 0; n < 25; n++) {
      socket.write(`${(50_000).toString(16)}\r\n${bytes(50_000)}\r\n`)
      if (n === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    expect([413, 503]).toContain(statusOf(await reply))
  })

  it.each([1, 7, 1023, 1024, 1025])(
    'D115: a body in chunks of %d bytes is read completely',
    async (size) => {
      const text = JSON.stringify({ name: 'é'.repeat(700) })
      const chunks = Buffer.from(text)
      const { socket, reply } = open(
        service,
        head('POST /v1/user/signup/registration_code', JSON_TYPE, 'transfer-encoding: chunked'),
      )
      for (let start = 0; start < chunks.length; start += size) {
        const chunk = chunks.subarray(start, start + size)
        socket.write(`${chunk.length.toString(16)}\r\n`)
        socket.write(chunk)
        socket.write('\r\n')
      }
      socket.write('0\r\n\r\n')
      expect(statusOf(await reply)).toBe(401)
    },
  )
})

describe('D115: connections', () => {
  const service = testService({ requestLimits: { connectionsMax: 5, connectionsPerAddressMax: 3 } })
  beforeAll(() => startListening(service))

  it('D115: 503 connections.too-many for an address at its limit; 200 after one of its connections is closed', async () => {
    const held = Array.from({ length: 3 }, () => open(service, head('GET /health')))
    for (const { reply } of held) expect(statusOf(await reply)).toBe(200)
    const refused = await open(service).closed
    expect([statusOf(refused), codeOf(refused)]).toEqual([503, 'connections.too-many'])
    expect(refused).toContain('retry-after: 1')
    held[0]?.socket.destroy()
    await expect
      .poll(async () => statusOf(await open(service, head('GET /health')).reply), { timeout: 5000 })
      .toBe(200)
  })
})

describe('D115: a refused connection', () => {
  const service = testService({ requestLimits: { connectionsMax: 1 } })
  beforeAll(() => startListening(service))

  it('D115: 503 for a request on a refused connection, and no effect', async () => {
    const ann = await service.createUser()
    const balanceId = await topsUp(ann, 'GBP', 10)
    const held = open(service, head('GET /health'))
    await held.reply
    const body = JSON.stringify({ profileId: ann.personal, balanceId, currency: 'GBP', amount: 1 })
    const route = 'POST /v1/simulation/balance/topup'
    const length = `content-length: ${body.length}`
    const topUp = head(route, JSON_TYPE, `authorization: Bearer ${ann.token}`, length) + body
    expect(statusOf(await open(service, topUp).closed)).toBe(503)
    held.socket.destroy()
    const balances = () => ann.call(`GET /v4/profiles/${ann.personal}/balances?types=STANDARD`)
    expect((await balances()).body[0].amount.value).toBe(10)
    // The same request has an effect on an admitted connection, so it was refused only because of the limit.
    await expect
      .poll(async () => statusOf(await open(service, topUp).reply), { timeout: 5000 })
      .toBe(200)
    expect((await balances()).body[0].amount.value).toBe(11)
  })
})

describe('D115: behind a proxy', () => {
  const service = testService({
    requestLimits: {
      connectionsMax: 6,
      connectionsPerAddressMax: 1,
      unfinishedBodiesPerAddressMax: 1,
      bodyMs: 300,
      trustedProxies: parseProxies('127.0.0.0/8') ?? expect.unreachable(),
    },
  })
  beforeAll(() => startListening(service))
  const from = (address: string) =>
    `${head('POST /oauth/token', FORM, 'content-length: 9', `x-forwarded-for: ${address}`)}grant`

  it('D115: clients of a trusted proxy are limited by X-Forwarded-For, and the proxy has no limit of connections', async () => {
    const replies = await Promise.all(
      ['1.2.3.4', '1.2.3.4', '2001:db8::1', '2001:db8::2', '2001:db8:0:1::1'].map(
        (address) => open(service, from(address)).closed,
      ),
    )
    expect(replies.map(statusOf).sort()).toEqual([408, 408, 408, 429, 429])
  })
})

describe('D115: without a proxy', () => {
  const service = testService({ requestLimits: { unfinishedBodiesPerAddressMax: 1, bodyMs: 300 } })
  beforeAll(() => startListening(service))

  it('D115: X-Forwarded-For of a client that is not a trusted proxy is ignored', async () => {
    const texts = ['1.2.3.4', '1.2.3.5'].map(
      (each) =>
        `${head('POST /oauth/token', FORM, 'content-length: 9', `x-forwarded-for: ${each}`)}grant`,
    )
    const replies = await Promise.all(texts.map((text) => open(service, text).closed))
    expect(replies.map(statusOf).sort()).toEqual([408, 429])
  })
})

describe('D104: bytes that are not a valid request', () => {
  const service = testService()
  beforeAll(() => startListening(service))

  it.each([
    ['a text that is not HTTP', 'HELO there\r\n\r\n', 400, 'request.http.malformed'],
    [
      'two content-length headers',
      head('POST /x', 'content-length: 1', 'content-length: 2'),
      400,
      'request.http.malformed',
    ],
    [
      'headers that are too large',
      head('GET /x', `x-a: ${'x'.repeat(20_000)}`),
      431,
      'request.headers.too-large',
    ],
    [
      'chunk extensions that are too large',
      `${head('POST /oauth/token', FORM, 'transfer-encoding: chunked')}1;${'x'.repeat(20_000)}\r\n`,
      413,
      'request.body.too-large',
    ],
  ])(
    'D104: %s gets a JSON error with the headers of every reply',
    async (_, text, status, code) => {
      const reply = await open(service, text).closed
      expect([statusOf(reply), codeOf(reply)]).toEqual([status, code])
      expect(reply).toMatch(/x-trace-id: [0-9a-f-]{36}\r\n/)
      expect(reply).toContain('x-content-type-options: nosniff')
    },
  )

  it('D104: 400 request.host.missing for a request without Host', async () => {
    const reply = await open(service, 'GET /health HTTP/1.1\r\nconnection: close\r\n\r\n').closed
    expect([statusOf(reply), codeOf(reply)]).toEqual([400, 'request.host.missing'])
  })

  it('D104: an unknown Expect header is ignored', async () => {
    const text = head('GET /health', 'expect: 200-ok', 'connection: close')
    expect(statusOf(await open(service, text).closed)).toBe(200)
  })
})

describe('D104: malformed bytes behind a request', () => {
  const gate = { open: Promise.withResolvers<void>(), isEntered: Promise.withResolvers<void>() }
  const waits = reads(
    {
      id: 'probe.waits',
      operationId: 'probeWaits',
      route: 'GET /probe/waits',
      summary: 'Waits until the gate opens',
      spec: 'D104',
      access: { token: 'none' },
      reply: Type.Object({ waited: Type.Boolean() }),
      errors: [],
    },
    async () => {
      gate.isEntered.resolve()
      await gate.open.promise
      return { waited: true }
    },
  )
  const service = testService({ extra: [waits] })
  beforeAll(() => startListening(service))

  it('D104: close the connection, and are not answered in place of the request in progress', async () => {
    const { socket, closed } = open(service, head('GET /probe/waits'))
    await gate.isEntered.promise
    socket.write('HELO there\r\n\r\n')
    expect(await closed).toBe('')
    gate.open.resolve()
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
    ['larger than any limit', `"${'x'.repeat(2 ** 20)}"`, 'application/json'],
  ])('D104: 404 not.found for an unknown path with a body that is %s', async (_, body, type) => {
    const reply = await service.call('POST /v1/no/such', {
      body,
      headers: { 'content-type': type },
    })
    expect([reply.status, reply.body.errors[0].code]).toEqual([404, 'not.found'])
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
    const path = 'GET /v1/account-requirements?source=GBP&target=EUR&sourceAmount=100'
    const form = async (version: string) =>
      (await service.call(path, { token, headers: { 'accept-minor-version': version } })).body
    const [none, first, second] = [await form(''), await form('1'), await form('2')]
    expect(second).toEqual(first)
    expect(first).not.toEqual(none)
  })
})

describe('client addresses', () => {
  it.each([
    ['1.2.3.4', '1.2.3.4', 'an IPv4 address is one client'],
    ['::ffff:1.2.3.4', '1.2.3.4', 'an IPv4 address mapped to IPv6 is the same client'],
    ['2001:db8::1', '2001:db8:0:0::/64', 'a customer has a whole /64'],
    ['2001:0db8:0:0:ffff::9', '2001:db8:0:0::/64', 'leading zeros do not matter'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64', 'a zone is local to this machine'],
    ['::1', '0:0:0:0::/64', 'zeros may be abbreviated'],
  ])('%s counts as %s: %s', (address, key) => {
    expect(addressKey(address)).toBe(key)
  })

  it.each([
    ['10.0.0.0/8', '10.1.2.3', true],
    ['10.0.0.0/8, ::1', '::1', true],
    ['10.0.0.0/8', '::ffff:10.1.2.3', true],
    ['10.0.0.0/8', '11.1.2.3', false],
    ['10.0.0.7', '10.0.0.8', false],
  ])('%s trusts %s: %s', (text, address, trusted) => {
    expect(isTrusted(parseProxies(text) ?? expect.unreachable(), address)).toBe(trusted)
  })

  it.each(['10.0.0.0/33', 'a.b', '10.0.0.0/', '10.0.0.1,', '::1/129'])(
    '%s is not a valid list of proxies',
    (text) => {
      expect(parseProxies(text)).toBeUndefined()
    },
  )
})
