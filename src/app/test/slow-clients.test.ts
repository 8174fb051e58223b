// D115: slow clients, many connections and large bodies are refused, and cannot occupy the resources of other clients.

import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { topsUp } from '../../../test/support/transfers.ts'
import { addressKey, isTrusted, parseProxies } from '../http/limits/request-limits.ts'
import {
  closeConnections,
  codeOf,
  FORM_TYPE,
  head,
  JSON_TYPE,
  open,
  portOf,
  startListening,
  statusOf,
} from './sockets.ts'

afterEach(closeConnections)

/** A request with the first ten bytes of a body of 100,000. */
const unfinished = `${head('POST /oauth/token', FORM_TYPE, 'content-length: 100000')}grant_type`

/** A request that is forwarded for the address, with the first five bytes of a body of nine. */
const unfinishedFrom = (address: string) =>
  `${head('POST /oauth/token', FORM_TYPE, 'content-length: 9', `x-forwarded-for: ${address}`)}grant`

describe('D115: a slow client', () => {
  const service = testService({
    requestLimits: { headersMs: 150, bodyMs: 200, uploadMs: 1000, idleMs: 300 },
  })
  beforeAll(() => startListening(service))

  it.each([
    ['sends nothing', '', 0.15],
    ['does not finish its headers', 'POST /oauth/token HTTP/1.1\r\nhost: 127.0.0.1\r\nx-a: ', 0.15],
    ['does not finish its body', unfinished, 0.2],
    [
      'does not finish a chunked body',
      `${head('POST /oauth/token', FORM_TYPE, 'transfer-encoding: chunked')}a\r\ngrant_type\r\n`,
      0.2,
    ],
  ])(
    'D115: 408 with the time limit, and a closed connection, for a client that %s',
    async (_, text, seconds) => {
      const reply = await open(portOf(service), text).closed
      expect([statusOf(reply), codeOf(reply)]).toEqual([408, 'request.timeout'])
      expect(reply).toContain(`did not arrive within ${seconds} seconds.`)
      expect(reply).toMatch(/x-trace-id: [0-9a-f-]{36}/)
    },
  )

  it('D115: 408 request.timeout for an authenticated client that does not finish its body', async () => {
    const { token } = await service.createUser()
    const reply = await open(
      portOf(service),
      head('POST /v2/quotes', JSON_TYPE, `authorization: Bearer ${token}`, 'content-length: 50'),
    ).closed
    expect([statusOf(reply), codeOf(reply)]).toEqual([408, 'request.timeout'])
  })

  it('D115: an operation that accepts a larger body waits longer for it', async () => {
    const { token } = await service.createUser()
    const { socket, reply } = open(
      portOf(service),
      head(
        'POST /v1/user/facemap/enrol',
        JSON_TYPE,
        `authorization: Bearer ${token}`,
        'content-length: 2',
      ),
    )
    // This request continues after the time for an ordinary body, which the 408 of another client proves.
    expect(statusOf(await open(portOf(service), unfinished).closed)).toBe(408)
    socket.write('{}')
    expect(statusOf(await reply)).toBe(400)
  })

  it('D115: a connection without a further request is closed after the idle timeout', async () => {
    const { reply, closed } = open(portOf(service), head('GET /health'))
    expect(statusOf(await reply)).toBe(200)
    expect(await closed).toBe(await reply)
  })

  it('D115: the connection of a client that does not read its replies is closed', async () => {
    const connectionCount = () =>
      new Promise<number>((resolve, reject) => {
        service.app.server.getConnections((error, count) =>
          error ? reject(error) : resolve(count),
        )
      })
    await expect.poll(connectionCount).toBe(0)
    const { socket, closed } = open(portOf(service))
    await expect.poll(connectionCount).toBe(1)
    socket.pause()
    for (let n = 0; n < 60; n++) socket.write(head('GET /openapi.json'))
    await expect.poll(connectionCount, { timeout: 10_000 }).toBe(0)
    socket.destroy()
    await closed
  })
})

describe('D115: many unfinished bodies', () => {
  const service = testService({
    // On a busy machine 600 connections take seconds, and the first bodies must not time out before the last ones begin.
    requestLimits: { bodyMs: 8000, connectionsMax: 2000, connectionsPerAddressMax: 1000 },
  })
  beforeAll(() => startListening(service))

  it('D115: 429 request.body.too-many-unfinished for 500 of 600 unfinished bodies of an address; 408 for the others', async () => {
    const connections = Array.from({ length: 600 }, () => open(portOf(service), unfinished))
    const replies = await Promise.all(connections.map(({ closed }) => closed))
    const repliesWith = (status: number) => replies.filter((text) => statusOf(text) === status)
    expect([429, 408].map((status) => repliesWith(status).length)).toEqual([500, 100])
    const [refused = ''] = repliesWith(429)
    expect(codeOf(refused)).toBe('request.body.too-many-unfinished')
    expect(refused).toContain('retry-after: 1')
    // The unfinished bodies have timed out, so the next request is admitted.
    const text = `${head('POST /oauth/token', FORM_TYPE, 'content-length: 10')}grant_type`
    expect(statusOf(await open(portOf(service), text).reply)).toBe(401)
  })
})

describe('D115: the total size of unfinished bodies', () => {
  const service = testService({ requestLimits: { unfinishedBodyBytesMax: 100_000, bodyMs: 5000 } })
  beforeAll(() => startListening(service))
  const bytes = (n: number) => 'x'.repeat(n)
  const begun = (sent: number) =>
    head('POST /oauth/token', FORM_TYPE, 'content-length: 200000') + bytes(sent)

  it('D115: 503 request.body.no-room for a body beyond the total size of unfinished bodies', async () => {
    const first = open(portOf(service), begun(60_000))
    const other = open(portOf(service), begun(60_000))
    const reply = await Promise.race([first.closed, other.closed])
    expect([statusOf(reply), codeOf(reply)]).toEqual([503, 'request.body.no-room'])
    expect(reply).toContain('retry-after: 1')
  })

  it('D115: a body of up to 16 KiB is admitted even beyond the total size of unfinished bodies', async () => {
    const large = open(portOf(service), begun(95_000))
    // After three other requests the server has read the bytes of the large body.
    for (let n = 0; n < 3; n++) await open(portOf(service), head('GET /health')).reply
    const { reply } = open(
      portOf(service),
      `${head('POST /oauth/token', FORM_TYPE, 'content-length: 10000')}a=${bytes(9_998)}`,
    )
    expect(statusOf(await reply)).toBe(401)
    large.socket.destroy()
    await large.closed
  })

  it('D115: 503 request.body.no-room for a chunked body that exceeds the total size of unfinished bodies before it ends', async () => {
    const { socket, reply } = open(
      portOf(service),
      head('POST /oauth/token', FORM_TYPE, 'transfer-encoding: chunked'),
    )
    for (let n = 0; n < 3; n++) socket.write(`${(50_000).toString(16)}\r\n${bytes(50_000)}\r\n`)
    const refused = await reply
    expect([statusOf(refused), codeOf(refused)]).toEqual([503, 'request.body.no-room'])
  })

  it.each([1, 7, 1023, 1024, 1025])(
    'D115: 200 for a body in chunks of %d bytes, whose first and last fields are read',
    async (size) => {
      const { clientKey, secret } = await service.createClient()
      const text = JSON.stringify({
        client_id: clientKey,
        grant_type: 'client_credentials',
        ignored: 'é'.repeat(700),
        client_secret: secret,
      })
      const chunks = Buffer.from(text)
      const { socket, reply } = open(
        portOf(service),
        head('POST /oauth/token', JSON_TYPE, 'transfer-encoding: chunked'),
      )
      for (let start = 0; start < chunks.length; start += size) {
        const chunk = chunks.subarray(start, start + size)
        socket.write(`${chunk.length.toString(16)}\r\n`)
        socket.write(chunk)
        socket.write('\r\n')
      }
      socket.write('0\r\n\r\n')
      expect(statusOf(await reply)).toBe(200)
    },
  )
})

describe('D115: connections', () => {
  const service = testService({ requestLimits: { connectionsMax: 5, connectionsPerAddressMax: 3 } })
  beforeAll(() => startListening(service))

  it('D115: 503 connections.too-many for an address at its limit; 200 after one of its connections is closed', async () => {
    const held = Array.from({ length: 3 }, () => open(portOf(service), head('GET /health')))
    for (const { reply } of held) expect(statusOf(await reply)).toBe(200)
    const refused = await open(portOf(service)).closed
    expect([statusOf(refused), codeOf(refused)]).toEqual([503, 'connections.too-many'])
    expect(refused).toContain('retry-after: 1')
    held[0]?.socket.destroy()
    await expect
      .poll(async () => statusOf(await open(portOf(service), head('GET /health')).reply), {
        timeout: 5000,
      })
      .toBe(200)
  })
})

describe('D115: a refused connection', () => {
  const service = testService({ requestLimits: { connectionsMax: 1 } })
  beforeAll(() => startListening(service))

  it('D115: 503 connections.too-many for a request on a refused connection, and no effect', async () => {
    const ann = await service.createUser()
    const balanceId = await topsUp(ann, 'GBP', 10)
    const held = open(portOf(service), head('GET /health'))
    await held.reply
    const body = JSON.stringify({ profileId: ann.personal, balanceId, currency: 'GBP', amount: 1 })
    const headers = [`authorization: Bearer ${ann.token}`, `content-length: ${body.length}`]
    const topUp = head('POST /v1/simulation/balance/topup', JSON_TYPE, ...headers) + body
    const refused = await open(portOf(service), topUp).closed
    expect([statusOf(refused), codeOf(refused)]).toEqual([503, 'connections.too-many'])
    held.socket.destroy()
    const balances = () => ann.call(`GET /v4/profiles/${ann.personal}/balances?types=STANDARD`)
    expect((await balances()).body[0].amount.value).toBe(10)
    // The same request has an effect on an admitted connection, so it was refused only because of the limit.
    await expect
      .poll(async () => statusOf(await open(portOf(service), topUp).reply), { timeout: 5000 })
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

  it('D115: clients of a trusted proxy are limited by X-Forwarded-For, and the proxy has no limit of connections per address', async () => {
    const replies = await Promise.all(
      ['1.2.3.4', '1.2.3.4', '2001:db8::1', '2001:db8::2', '2001:db8:0:1::1'].map(
        (address) => open(portOf(service), unfinishedFrom(address)).closed,
      ),
    )
    expect(replies.map(statusOf).sort()).toEqual([408, 408, 408, 429, 429])
  })
})

describe('D115: without a proxy', () => {
  const service = testService({ requestLimits: { unfinishedBodiesPerAddressMax: 1, bodyMs: 300 } })
  beforeAll(() => startListening(service))

  it('D115: X-Forwarded-For of a client that is not a trusted proxy is ignored', async () => {
    const replies = await Promise.all(
      ['1.2.3.4', '1.2.3.5'].map(
        (address) => open(portOf(service), unfinishedFrom(address)).closed,
      ),
    )
    expect(replies.map(statusOf).sort()).toEqual([408, 429])
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
  ])('%s counts as %s, because %s', (address, key) => {
    expect(addressKey(address)).toBe(key)
  })

  it.each([
    ['10.0.0.0/8', 'contains', '10.1.2.3'],
    ['10.0.0.0/8, ::1', 'contains', '::1'],
    ['10.0.0.0/8', 'contains', '::ffff:10.1.2.3'],
    ['10.0.0.0/8', 'does not contain', '11.1.2.3'],
    ['10.0.0.7', 'does not contain', '10.0.0.8'],
  ])('the list of trusted proxies %s %s %s', (text, verb, address) => {
    const proxies = parseProxies(text) ?? expect.unreachable()
    expect(isTrusted(proxies, address)).toBe(verb === 'contains')
  })

  it.each(['10.0.0.0/33', 'a.b', '10.0.0.0/', '10.0.0.1,', '::1/129'])(
    '%s is not a valid list of proxies',
    (text) => {
      expect(parseProxies(text)).toBeUndefined()
    },
  )
})
