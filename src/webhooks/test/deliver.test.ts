import { text } from 'node:stream/consumers'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { closeServers, startServer } from '../../../test/support/local-servers.ts'
import type { SentRequest } from '../../../test/support/service.ts'
import { createOutside } from '../../app/outside/outside.ts'
import { runDueWork, runSweeps } from '../../app/worker/workers.ts'
import { SLOTS_PER_SUBSCRIPTION_MAX } from '../deliveries/share-slots.ts'
import { drainDeliveries } from '../index.ts'
import { verifySignatures } from './verify-signatures.ts'
import {
  backgroundContext,
  deliveryOf,
  dispatchEvents,
  onlyMessage,
  recordStates,
  replyWith,
  signingService,
  stopAllDeliveries,
  subscribe,
  summariesOfSent,
  summaryOf,
  waitUntil,
} from './webhook-fixtures.ts'

describe('deliveries', () => {
  const service = signingService()
  afterAll(closeServers)
  afterEach(async () => {
    await stopAllDeliveries(service)
    service.sent.length = 0
    service.respondWith(() => replyWith(200))
  })

  it('for one subject are sent one at a time and in order, for several subjects concurrently', async () => {
    const ann = await service.createUser()
    await subscribe(service, ann)
    let inFlight = 0
    const allThree = Promise.withResolvers<void>()
    const inFlightBySubject = new Map<string, number>()
    const overlaps: string[] = []
    service.respondWith(async (sent) => {
      const subject = summaryOf(sent).split(' ')[0] ?? ''
      if (inFlightBySubject.get(subject)) overlaps.push(summaryOf(sent))
      inFlightBySubject.set(subject, 1)
      if (++inFlight === 3) allThree.resolve()
      // Each waits until deliveries for three subjects are in flight.
      await allThree.promise
      inFlight -= 1
      inFlightBySubject.set(subject, 0)
      return replyWith(200)
    })
    for (const id of [10, 11, 12]) await recordStates(service, ann.personal, id, 'a', 'b', 'c')
    await service.settle()
    expect(overlaps).toEqual([])
    for (const id of [10, 11, 12])
      expect(summariesOfSent(service).filter((summary) => summary.startsWith(`${id}`))).toEqual([
        `${id} a`,
        `${id} b`,
        `${id} c`,
      ])
  })

  it('that fail do not hold back the next delivery of the subject', async () => {
    const ann = await service.createUser()
    await subscribe(service, ann)
    service.respondWith((sent) =>
      replyWith(summaryOf(sent) === '13 a' && service.sent.length === 1 ? 500 : 200),
    )
    await recordStates(service, ann.personal, 13, 'a', 'b')
    await service.settle()
    await recordStates(service, ann.personal, 13, 'c')
    await service.settle()
    expect(summariesOfSent(service)).toEqual(['13 a', '13 b', '13 c'])
    await service.advance({ minutes: 1 })
    expect(summariesOfSent(service)).toEqual(['13 a', '13 b', '13 c', '13 a'])
  })

  it('stay in order when an event is recorded while the previous delivery is in flight', async () => {
    const ann = await service.createUser()
    const id = await subscribe(service, ann)
    let areDue: boolean[] = []
    service.respondWith(async (sent) => {
      if (summaryOf(sent) === '14 a') {
        await recordStates(service, ann.personal, 14, 'b')
        await dispatchEvents(service)
        const { rows } = await service.db.pool.query<{ due: boolean }>(
          `select due_at is not null as due from deliveries
            where subscription_id = $1 order by number`,
          [id],
        )
        areDue = rows.map(({ due }) => due)
      }
      return replyWith(200)
    })
    await recordStates(service, ann.personal, 14, 'a')
    await service.settle()
    // The second delivery waits while the first is in flight.
    expect(areDue).toEqual([true, false])
    expect(summariesOfSent(service)).toEqual(['14 a', '14 b'])
  })

  it('to a slow receiver do not delay other receivers', async () => {
    const [ann, ben] = [await service.createUser(), await service.createUser()]
    await subscribe(service, ann, { url: 'https://slow.example' })
    await subscribe(service, ben, { url: 'https://quick.example' })
    const released = Promise.withResolvers<void>()
    service.respondWith(async ({ url }) => {
      if (url.includes('slow')) await released.promise
      return replyWith(200)
    })
    for (let id = 1000; id < 1200; id++) await recordStates(service, ann.personal, id, 'processing')
    await runSweeps(backgroundContext(service), service.now())
    await waitUntil(() => service.sent.length === SLOTS_PER_SUBSCRIPTION_MAX)
    await recordStates(service, ben.personal, 1, 'processing', 'funds_converted')
    await runSweeps(backgroundContext(service), service.now())
    const toBen = () => service.sent.filter(({ url }) => url.includes('quick'))
    await waitUntil(() => toBen().length === 2)
    expect(service.sent.length - toBen().length).toBe(SLOTS_PER_SUBSCRIPTION_MAX)
    released.resolve()
    await waitUntil(() => service.sent.length === 200 + 2)
    await drainDeliveries(service.db)
  })

  it('in flight are finished before the process stops, and no further ones are leased', async () => {
    const ann = await service.createUser()
    const id = await subscribe(service, ann)
    const [sent, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    service.respondWith(async () => {
      sent.resolve()
      await released.promise
      return replyWith(200)
    })
    await recordStates(service, ann.personal, 20, 'a', 'b')
    await runSweeps(backgroundContext(service), service.now())
    await sent.promise
    const drained = drainDeliveries(service.db)
    released.resolve()
    await drained
    expect(summariesOfSent(service)).toEqual(['20 a'])
    const route = `GET /v3/profiles/${ann.personal}/subscriptions/${id}/deliveries`
    const states = (await ann.call(route)).body.map(({ state }: { state: string }) => state)
    expect(states).toEqual(['QUEUED', 'DELIVERED'])
    // The background run follows real time, the clock of the test service stands still.
    await service.advance({ seconds: 5 })
    expect(summariesOfSent(service)).toEqual(['20 a', '20 b'])
  })

  it('are sent again with the same id when the lease of a process that died has ended', async () => {
    const ann = await service.createUser()
    const id = await subscribe(service, ann)
    await recordStates(service, ann.personal, 21, 'a', 'b')
    await dispatchEvents(service)
    const leaseFor = (interval: string) =>
      service.db.pool.query(
        `update deliveries set leased_until = clock_timestamp() + $2::interval
          where subscription_id = $1 and due_at is not null`,
        [id, interval],
      )
    // A process that died while sending leaves only its lease.
    await leaseFor('1 hour')
    await runSweeps(backgroundContext(service), service.now())
    await drainDeliveries(service.db)
    expect(service.sent).toEqual([])
    await leaseFor('-1 second')
    await service.settle()
    expect(summariesOfSent(service)).toEqual(['21 a', '21 b'])
    const log = (await ann.call(`GET /v3/profiles/${ann.personal}/subscriptions/${id}/deliveries`))
      .body
    const ids = log.map(({ delivery_id }: { delivery_id: string }) => delivery_id)
    expect(service.sent.map(({ headers }) => headers['X-Delivery-Id'])).toEqual(ids.reverse())
  })

  it('that another process has leased are awaited when all due work is done at once, as by a move of the clock', async () => {
    const ann = await service.createUser()
    const id = await subscribe(service, ann)
    await recordStates(service, ann.personal, 22, 'a')
    await dispatchEvents(service)
    await service.db.pool.query(
      `update deliveries set leased_until = clock_timestamp() + interval '300 ms'
        where subscription_id = $1`,
      [id],
    )
    await service.settle()
    expect(summariesOfSent(service)).toEqual(['22 a'])
  })

  it('reach an HTTP server with signatures that OpenSSL verifies', async () => {
    const messages: Omit<SentRequest, 'timeoutMs'>[] = []
    const base = await startServer(async (request, response) => {
      const body = await text(request)
      const raw = request.rawHeaders
      const headers = Object.fromEntries(
        raw.flatMap((name, i) => (i % 2 === 0 ? [[name, raw[i + 1] ?? '']] : [])),
      )
      messages.push({ url: request.url ?? '', body, headers })
      response.end('{"status":"ok"}')
    })
    const ann = await service.createUser()
    const id = await subscribe(service, ann, { url: `${base}/hook?who=ann` })
    await recordStates(service, ann.personal, 23, 'zurück 🐦')
    const { sweepContext } = service.workerContext
    const outside = { ...sweepContext.outside, ...createOutside({ mode: 'sandbox' }) }
    await runDueWork(
      { ...service.workerContext, sweepContext: { ...sweepContext, outside } },
      service.now(),
    )
    const [message] = messages
    if (message === undefined) throw new Error('no message was received')
    expect([messages.length, message.url, summaryOf(message)]).toEqual([
      1,
      '/hook?who=ann',
      '23 zurück 🐦',
    ])
    await verifySignatures(service, message)
    expect(await deliveryOf(ann, id)).toMatchObject({ state: 'DELIVERED' })
  })

  it('have the delivery id, signature, timestamp, content type and user agent headers', async () => {
    const ann = await service.createUser()
    await subscribe(service, ann)
    await recordStates(service, ann.personal, 24, 'processing')
    await service.settle()
    const { headers } = onlyMessage(service)
    expect(Object.keys(headers).sort()).toEqual([
      'X-Delivery-Id',
      'X-Signature',
      'X-Signature-SHA256',
      'content-type',
      'user-agent',
      'webhook-id',
      'webhook-signature',
      'webhook-timestamp',
    ])
    const age =
      Temporal.Now.instant().epochMilliseconds / 1000 - Number(headers['webhook-timestamp'])
    expect(Math.abs(age)).toBeLessThan(60)
  })

  it('D89: are translated by the dialect when they are signed and sent, but stored untranslated', async () => {
    const outside = service.workerContext.sweepContext.outside as {
      inDialect?: (message: string) => string
    }
    outside.inDialect = (message) => message.replace('"current_state"', '"state_now"')
    try {
      const ann = await service.createUser()
      const id = await subscribe(service, ann)
      service.respondWith(() => replyWith(500))
      await recordStates(service, ann.personal, 25, 'processing')
      await service.settle()
      const sent = onlyMessage(service)
      expect(JSON.parse(sent.body).data).toMatchObject({ state_now: 'processing' })
      await verifySignatures(service, sent)
      const { rows } = await service.db.pool.query(
        'select body, signature_sha256 from deliveries where subscription_id = $1',
        [id],
      )
      expect(JSON.parse(rows[0].body).data).toMatchObject({ current_state: 'processing' })
      expect(rows[0].signature_sha256).toBeNull()
      // Without the dialect the next attempt sends the stored bytes, with their own signature.
      delete outside.inDialect
      service.sent.length = 0
      service.respondWith(() => replyWith(200))
      await service.advance({ minutes: 1 })
      const next = onlyMessage(service)
      expect(JSON.parse(next.body).data).toMatchObject({ current_state: 'processing' })
      await verifySignatures(service, next)
    } finally {
      delete outside.inDialect
    }
  })
})
