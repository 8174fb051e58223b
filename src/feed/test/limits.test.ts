// Streams whose client does not read, whose token is revoked, whose service stops, or whose database is silent; the most
// streams of a process; heartbeats; and HEAD.

import events from 'node:events'
import { connect } from 'node:net'
import type { Readable } from 'node:stream'
import { beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { cloneTemplate } from '../../../test/support/postgres.ts'
import { openProxy } from '../../../test/support/proxy.ts'
import { type TestService, testService } from '../../../test/support/service.ts'
import { outcome } from '../../../test/support/transfers.ts'
import { feedStreams } from '../../app/feed-streams.ts'
import { head, portOf, startListening } from '../../app/test/sockets.ts'
import { openDatabase, type Reader } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import { liveReply } from '../../kernel/live-reply.ts'
import { STREAMS_MAX, STREAMS_PER_USER_MAX } from '../errors.ts'
import { findSnapshot, formatSnapshot } from '../index.ts'
import { closeStreamsAfterEach, insertEvents, openStreamFor } from './streams.ts'

closeStreamsAfterEach()

const connectionsTo = ({ app }: TestService) =>
  new Promise<number>((resolve, reject) =>
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )

const log = { error: () => undefined }
const userOf = (n: number) => n as Id<'user'>
const allowed = { isAllowed: async () => true, cut: () => undefined }

describe('a service', () => {
  const service = testService({ audited: false, requestLimits: { heartbeatMs: 50 } })
  beforeAll(() => startListening(service))

  /** Opens a stream whose client stops reading once the client has all entries that were committed before. */
  async function connectsWithoutReading(token: string) {
    const socket = connect({ port: portOf(service), host: '127.0.0.1' })
    onTestFinished(() => void socket.destroy())
    // The service may reset the connection.
    socket.on('error', () => undefined)
    const headers = ['accept: text/event-stream', `authorization: Bearer ${token}`]
    socket.write(head('GET /v1/sandbox/feed', ...headers))
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    let text = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    // A heartbeat has a position once the stream has caught up. While a stream catches up, the service waits for a client
    // that does not read, instead of closing its connection.
    await expect.poll(() => text).toContain(': heartbeat\nid: ')
    socket.pause()
    return { socket, closed }
  }

  it('200 for HEAD without a stream, however often it is sent on one connection', async () => {
    const ann = await service.createUser()
    const socket = connect({ port: portOf(service), host: '127.0.0.1' })
    onTestFinished(() => void socket.destroy())
    let text = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    const headers = ['accept: text/event-stream', `authorization: Bearer ${ann.token}`]
    for (let sent = 1; sent <= STREAMS_PER_USER_MAX + 1; sent++) {
      socket.write(head('HEAD /v1/sandbox/feed', ...headers))
      await expect.poll(() => text.match(/^HTTP.* 200 OK\r$/gm)?.length).toBe(sent)
      await expect.poll(() => text.match(/^content-type: text\/event-stream/gm)?.length).toBe(sent)
    }
  })

  it('sends heartbeats, with new positions even to a client that gets no entries', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const stream = await openStreamFor(service, ann)
    const first = stream.lastId()
    await insertEvents(service.db.pool, bob.personal, 1)
    await expect.poll(() => stream.text()).toContain(': heartbeat\nid: ')
    await expect.poll(() => stream.lastId()).not.toBe(first)
    expect(stream.entries()).toEqual([])
  })

  it('closes the connection of a client that does not read, and serves the others meanwhile', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const slow = await connectsWithoutReading(ann.token)
    const stream = await openStreamFor(service, bob)
    const name = 'x'.repeat(5000)
    for (let batches = 0; batches < 40 && !slow.socket.destroyed; batches++)
      await insertEvents(service.db.pool, ann.personal, 200, { name })
    await insertEvents(service.db.pool, bob.personal, 1)
    await stream.next((entry) => entry.kind === 'event')
    await expect.poll(() => connectionsTo(service), { timeout: 10_000 }).toBe(1)
  })

  it('ends the stream of a token that was revoked', async () => {
    const ann = await service.createUser()
    const stream = await openStreamFor(service, ann)
    await service.db.pool.query('update tokens set revoked_at = now() where user_id = $1', [
      ann.userId,
    ])
    await stream.ended
    expect((await openStreamFor(service, ann)).status).toBe(401)
  })

  it(`503 feed.streams.full for a user when others have ${STREAMS_MAX} streams`, async () => {
    for (let users = 0; users < STREAMS_MAX / STREAMS_PER_USER_MAX; users++) {
      const user = await service.createUser()
      for (let n = 0; n < STREAMS_PER_USER_MAX; n++) await openStreamFor(service, user)
    }
    const ann = await service.createUser()
    const refused = await ann.call('GET /v1/sandbox/feed', {
      headers: { accept: 'text/event-stream' },
    })
    expect(outcome(refused)).toBe('503 feed.streams.full')
  })

  it('stops within two seconds with open streams, one of which is not read', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const stream = await openStreamFor(service, ann)
    const slow = await connectsWithoutReading(bob.token)
    await insertEvents(service.db.pool, bob.personal, 200, { name: 'x'.repeat(5000) })
    const started = performance.now()
    await service.restart()
    expect(performance.now() - started).toBeLessThan(2000)
    await stream.ended
    slow.socket.resume()
    await slow.closed
  })
})

describe('the streams of a process', () => {
  it(`of 1,000 streams all but ${STREAMS_MAX} are refused with 503 feed.streams.full, and one more can be opened after one is closed`, async () => {
    const db = {
      row: async () => ({ snapshot: '5:5:' }),
      rows: async () => [],
    } as unknown as Reader
    const feed = feedStreams(db, log, 15_000)
    onTestFinished(feed.close)
    const openFor = (user: number) => feed.open(liveReply(userOf(user), '5:5:'), allowed)
    const open: Readable[] = []
    const refused: unknown[] = []
    for (let n = 0; n < 1000; n++)
      try {
        open.push(openFor(n))
      } catch (error) {
        refused.push(error)
      }
    expect(open).toHaveLength(STREAMS_MAX)
    const full = { status: 503, message: 'feed.streams.full' }
    expect(refused).toMatchObject(Array(1000 - STREAMS_MAX).fill(full))
    const [first] = open
    const closed = events.once(first!, 'close')
    first!.destroy()
    await closed
    openFor(1000)
    expect(() => openFor(1001)).toThrow('feed.streams.full')
  })

  it('while the database is silent streams stay open with heartbeats, and no entry is lost or repeated afterwards', async () => {
    const clone = await cloneTemplate(inject('postgresUrl'))
    onTestFinished(clone.drop)
    const proxy = await openProxy(clone.url)
    onTestFinished(proxy.close)
    const direct = openDatabase(clone.url, 2)
    onTestFinished(direct.close)
    const db = openDatabase(proxy.url, 4, { silenceMs: 300, checkIntervalMs: 50 })
    onTestFinished(db.close)
    const failures: string[] = []
    const feed = feedStreams(db.reader, { error: (_, text) => failures.push(text) }, 50)
    const after = formatSnapshot(await findSnapshot(db.reader))
    const bytes = feed.open(liveReply(userOf(1), after), allowed)
    onTestFinished(() => void bytes.destroy())
    let text = ''
    bytes.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    // A heartbeat with a position: the stream has caught up.
    await expect.poll(() => text).toContain(': heartbeat\nid: ')
    proxy.freeze()
    text = ''
    await expect.poll(() => failures.length, { timeout: 5000 }).toBe(1)
    await expect.poll(() => text.split(': heartbeat').length).toBeGreaterThan(2)
    await direct.pool.query(
      `insert into feed_entries (profile_id, kind, data, occurred_at) values (0, 'clock', '{"from":"a","to":"b"}', now())`,
    )
    proxy.thaw()
    await expect.poll(() => text.split('event: clock').length, { timeout: 10_000 }).toBe(2)
  })
})
