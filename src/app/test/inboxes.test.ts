// Requests to /console/inbox/<id>, which anybody may send: the limits of their cost, and the data that they cannot reach
// (D130, gap 1065).

import events from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { opensConsoleSession } from '../../../test/support/console-session.ts'
import { testService } from '../../../test/support/service.ts'
import { ok } from '../../../test/support/transfers.ts'
import {
  createsInbox,
  INBOXES,
  listsNumbers,
  postTo,
  readsRequest,
  UNKNOWN_INBOX,
} from '../../inboxes/test/inbox-fixtures.ts'
import { replyDelays } from '../http/console/inboxes.ts'
import { rateLimits } from '../http/limits/rate-limit.ts'
import {
  closeConnections,
  codeOf,
  head,
  open,
  portOf,
  startListening,
  statusOf,
} from './sockets.ts'

const MIB = 1024 * 1024
const codeIn = (reply: { json(): { errors: { code: string }[] } }) => reply.json().errors[0]?.code

describe('a request to an inbox', () => {
  const service = testService({
    requestLimits: { bodyMs: 300, delayedRepliesMax: 2, unfinishedBodiesPerAddressMax: 2 },
  })
  beforeAll(() => startListening(service))
  afterEach(closeConnections)

  const createsUserWithInbox = async (body: object = {}) => {
    const ann = await service.createUser()
    return { ann, inbox: await createsInbox(ann, body) }
  }

  it('is answered without a body, without a cookie and without any text of the request', async () => {
    const { inbox } = await createsUserWithInbox()
    const reply = await postTo(service, inbox, {
      body: '<script>alert(1)</script>',
      headers: {
        'content-type': 'text/html',
        cookie: 'a=b',
        origin: 'http://evil.example',
        'x-delivery-id': 'evil',
      },
    })
    expect([reply.statusCode, reply.body]).toEqual([200, ''])
    expect(reply.headers['content-type']).toBeUndefined()
    expect(reply.headers['set-cookie']).toBeUndefined()
    expect(reply.headers['x-content-type-options']).toBe('nosniff')
    expect(JSON.stringify(reply.headers)).not.toContain('evil')
  })

  it.each([204, 302, 304, 404, 599])(
    'is answered with the status %i of the inbox',
    async (status) => {
      const { ann, inbox } = await createsUserWithInbox({ replyStatus: status })
      const reply = await postTo(service, inbox, { body: '{}' })
      expect([reply.statusCode, reply.body]).toEqual([status, ''])
      expect((await listsNumbers(ann, inbox)).numbers).toEqual([1])
    },
  )

  it('may have any or no content type, and no body', async () => {
    const { ann, inbox } = await createsUserWithInbox()
    const url = `/console/inbox/${inbox.id}`
    for (const type of ['application/json', 'multipart/form-data', 'no type', 'a/b; c="'])
      await postTo(service, inbox, { body: '{"a"', headers: { 'content-type': type } })
    await service.app.inject({ method: 'POST', url, payload: Buffer.from('bytes') })
    await service.app.inject({ method: 'POST', url })
    expect((await listsNumbers(ann, inbox)).numbers).toHaveLength(6)
    expect((await readsRequest(ann, inbox, 5)).body).toBe('bytes')
    expect((await readsRequest(ann, inbox, 6)).bodyBytes).toBe(0)
  })

  it('D130: 413 for a body above 1 MiB, and the request is not kept; 200 for a body of 1 MiB', async () => {
    const { ann, inbox } = await createsUserWithInbox()
    const tooLarge = await postTo(service, inbox, { body: Buffer.alloc(MIB + 1, 'x') })
    expect([tooLarge.statusCode, codeIn(tooLarge)]).toEqual([413, 'request.body.too-large'])
    expect((await listsNumbers(ann, inbox)).numbers).toEqual([])
    expect((await postTo(service, inbox, { body: Buffer.alloc(MIB, 'x') })).statusCode).toBe(200)
    expect((await readsRequest(ann, inbox)).bodyBytes).toBe(MIB)
  })

  it('D130: 413 for a body in chunks without end, after 1 MiB', async () => {
    const { ann, inbox } = await createsUserWithInbox()
    const request = head(`POST /console/inbox/${inbox.id}`, 'transfer-encoding: chunked')
    const { socket, reply } = open(portOf(service), request)
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    const sending = setInterval(() => socket.write(chunk), 1)
    const received = await reply
    clearInterval(sending)
    expect([statusOf(received), codeOf(received)]).toEqual([413, 'request.body.too-large'])
    expect((await listsNumbers(ann, inbox)).numbers).toEqual([])
  })

  it('D115: 408 for a body that does not arrive, and the request is not kept', async () => {
    const { ann, inbox } = await createsUserWithInbox()
    const request = head(`POST /console/inbox/${inbox.id}`, 'content-length: 100')
    const reply = await open(portOf(service), `${request}half`).closed
    expect([statusOf(reply), codeOf(reply)]).toEqual([408, 'request.timeout'])
    expect((await listsNumbers(ann, inbox)).numbers).toEqual([])
  })

  it('D115: 429 request.body.too-many-unfinished for a third unfinished body of an address that may have two', async () => {
    const { ann, inbox } = await createsUserWithInbox()
    const request = `${head(`POST /console/inbox/${inbox.id}`, 'content-length: 100')}half`
    const clients = Array.from({ length: 3 }, () => open(portOf(service), request))
    const replies = await Promise.all(clients.map(({ closed }) => closed))
    expect(replies.map((reply) => `${statusOf(reply)} ${codeOf(reply)}`).toSorted()).toEqual([
      '408 request.timeout',
      '408 request.timeout',
      '429 request.body.too-many-unfinished',
    ])
    expect((await listsNumbers(ann, inbox)).numbers).toEqual([])
  })

  it('404 for an unknown id before its body is read', async () => {
    const request = head(`POST /console/inbox/${UNKNOWN_INBOX}`, 'content-length: 1000000')
    const reply = await open(portOf(service), request).reply
    expect([statusOf(reply), codeOf(reply)]).toEqual([404, 'inbox.not-found'])
  })

  it.each(['x', '..%2F..%2Fv1', "'%20or%20true--", 'a%00b', '1'.repeat(400)])(
    '404 inbox.not-found for the id %s, which is no UUID',
    async (id) => {
      const reply = await postTo(service, { id })
      expect([reply.statusCode, codeIn(reply)]).toEqual([404, 'inbox.not-found'])
    },
  )

  it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)(
    '405 for the method %s, and the request is not kept',
    async (method) => {
      const { ann, inbox } = await createsUserWithInbox()
      const reply = await service.app.inject({ method, url: `/console/inbox/${inbox.id}` })
      expect(reply.statusCode).toBe(405)
      expect((await listsNumbers(ann, inbox)).numbers).toEqual([])
    },
  )

  it('with GET is answered with the page of the console, and is not kept', async () => {
    const { ann, inbox } = await createsUserWithInbox()
    const url = `/console/inbox/${inbox.id}`
    const headers = { host: '127.0.0.1:8080' }
    const page = await service.app.inject({ method: 'GET', url: '/console', headers })
    const reply = await service.app.inject({ method: 'GET', url, headers })
    expect([reply.statusCode, reply.body]).toEqual([page.statusCode, page.body])
    expect((await listsNumbers(ann, inbox)).numbers).toEqual([])
  })

  it('neither renews nor stores the session of the console that the browser sends', async () => {
    const session = await opensConsoleSession(service)
    const { ann, inbox } = await createsUserWithInbox()
    const reply = await postTo(service, inbox, { headers: session })
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['set-cookie']).toBeUndefined()
    const shown = JSON.stringify(await readsRequest(ann, inbox))
    expect(shown).not.toContain(session['x-csrf-token'])
    expect(shown).not.toContain('godwit-console')
  })

  it('gap 1066: is kept at once, and answered after the delay', async () => {
    const { ann, inbox } = await createsUserWithInbox({ replyDelayMs: 1000 })
    const started = performance.now()
    let isAnswered = false
    const answered = postTo(service, inbox).then((reply) => {
      isAnswered = true
      return reply
    })
    await expect.poll(async () => (await listsNumbers(ann, inbox)).numbers).toEqual([1])
    expect(isAnswered).toBe(false)
    expect((await answered).statusCode).toBe(200)
    // A timer of Node may fire up to a millisecond early.
    expect(performance.now() - started).toBeGreaterThanOrEqual(999)
  })

  it('gap 1066: 503 inbox.busy while the maximum of replies is delayed, and the request is kept', async () => {
    const { ann, inbox } = await createsUserWithInbox({ replyDelayMs: 6000 })
    const delayed = [postTo(service, inbox), postTo(service, inbox)]
    await expect.poll(async () => (await listsNumbers(ann, inbox)).numbers).toEqual([2, 1])
    const refused = await postTo(service, inbox)
    expect([refused.statusCode, codeIn(refused)]).toEqual([503, 'inbox.busy'])
    expect(refused.headers['retry-after']).toBe('1')
    expect((await listsNumbers(ann, inbox)).numbers).toEqual([3, 2, 1])
    expect((await Promise.all(delayed)).map(({ statusCode }) => statusCode)).toEqual([200, 200])
    await ann.call(`PATCH ${INBOXES}/${inbox.id}`, { body: { replyDelayMs: 1 } })
    expect((await postTo(service, inbox)).statusCode).toBe(200)
  })

  it('gap 1066: the delays of requests whose clients have gone end, so further requests are not refused', async () => {
    const { ann, inbox } = await createsUserWithInbox({ replyDelayMs: 6000 })
    const request = head(`POST /console/inbox/${inbox.id}`, 'content-length: 0')
    const clients = [open(portOf(service), request), open(portOf(service), request)]
    await expect.poll(async () => (await listsNumbers(ann, inbox)).numbers).toEqual([2, 1])
    expect(codeIn(await postTo(service, inbox))).toBe('inbox.busy')
    for (const { socket } of clients) socket.destroy()
    await ok(ann.call(`PATCH ${INBOXES}/${inbox.id}`, { body: { replyDelayMs: 1 } }))
    await expect
      .poll(async () => (await postTo(service, inbox)).statusCode, { timeout: 3000 })
      .toBe(200)
  })

  it('gap 1066: a reply whose client goes before the delay begins is not delayed', async () => {
    const delays = replyDelays(1)
    const ended = Promise.withResolvers<void>()
    const server = createServer(async (_, raw) => {
      client.destroy()
      await events.once(raw, 'close')
      await delays.wait(60_000, { raw })
      ended.resolve()
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await events.once(server, 'listening')
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
    client.write(head('GET /'))
    await ended.promise
  })

  it('gap 1066: a service that stops does not wait for delayed replies', async () => {
    const { ann, inbox } = await createsUserWithInbox({ replyDelayMs: 6000 })
    open(portOf(service), head(`POST /console/inbox/${inbox.id}`, 'content-length: 0'))
    await expect.poll(async () => (await listsNumbers(ann, inbox)).numbers).toEqual([1])
    const started = performance.now()
    await service.restart()
    expect(performance.now() - started).toBeLessThan(5000)
  })
})

describe('a flood of requests to inboxes', () => {
  const now = { ms: 0 }
  const limits = rateLimits({
    perSecond: { address: 5, user: 1000, application: 1000 },
    nowMs: () => now.ms,
  })
  const service = testService({ rateLimits: limits })

  it('429 beyond the requests per second of an address, for known and unknown ids', async () => {
    const ann = await service.createUser()
    const inbox = await createsInbox(ann)
    const statuses = []
    for (let n = 0; n < 5; n++) statuses.push((await postTo(service, inbox)).statusCode)
    const tooMany = await postTo(service, inbox)
    const unknown = await postTo(service, { id: UNKNOWN_INBOX })
    expect(statuses).toEqual([200, 200, 200, 200, 200])
    expect([tooMany.statusCode, unknown.statusCode]).toEqual([429, 429])
    // In this second, a request of the user would count against the same address when the cached caller has expired.
    now.ms += 1000
    expect((await listsNumbers(ann, inbox)).numbers).toEqual([5, 4, 3, 2, 1])
  })
})

describe('an inbox in live mode', () => {
  const service = testService({ mode: 'live' })

  it('404 not.found, because live mode has no inboxes', async () => {
    const reply = await postTo(service, { id: UNKNOWN_INBOX })
    expect([reply.statusCode, codeIn(reply)]).toEqual([404, 'not.found'])
  })
})
