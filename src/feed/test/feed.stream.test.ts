// GET /v1/sandbox/feed: which entries a stream has, which user gets them, where a stream begins, and how many a user may open.

import { beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import {
  createsTransfer,
  fundTransfer,
  ok,
  outcome,
  topsUp,
} from '../../../test/support/transfers.ts'
import { startListening } from '../../app/test/sockets.ts'
import { sandboxClock } from '../../app/worker/clock.ts'
import type { Database } from '../../kernel/database/db.ts'
import { runSweep } from '../../kernel/sweep.ts'
import { lapse } from '../../transfers/sweeps.ts'
import {
  signingService,
  subscribe,
  subscribeApplication,
} from '../../webhooks/test/webhook-fixtures.ts'
import { STREAMS_PER_USER_MAX } from '../errors.ts'
import type { FeedEntry } from '../index.ts'
import { closeStreamsAfterEach, insertEvents, openStreamFor } from './streams.ts'

const service = signingService({ requestLog: 'on', audited: false })
beforeAll(() => startListening(service))
closeStreamsAfterEach()

const FEED = 'GET /v1/sandbox/feed'

async function payTransfer(person: Person): Promise<number> {
  await topsUp(person, 'GBP', 200)
  const { id } = await createsTransfer(person)
  await ok(fundTransfer(person, id))
  return id
}

/** The entries of a person after a position, by pages. */
async function pageAfter(person: Person, after: string): Promise<FeedEntry[]> {
  const { body } = await person.call(FEED, { query: { after } })
  return body.isComplete
    ? body.entries
    : [...body.entries, ...(await pageAfter(person, body.position))]
}

async function positionNow(person: Person): Promise<string> {
  return (await ok(person.call(FEED))).position
}

describe('a stream', () => {
  it('200 text/event-stream with transitions, events and requests, each with its position as id, and without the request for the stream', async () => {
    const ann = await service.createUser()
    const stream = await openStreamFor(service, ann)
    expect(stream.status).toBe(200)
    expect(stream.headers.get('content-type')).toBe('text/event-stream')
    expect(stream.headers.get('cache-control')).toBe('no-store, no-transform')
    const id = await payTransfer(ann)
    await service.flushRequests()
    const moved = await stream.next(
      (entry) => entry.kind === 'transition' && entry.to === 'processing',
    )
    expect(moved).toMatchObject({
      profileId: ann.personal,
      name: 'transfers#state-change',
      resource: `transfer:${id}`,
      from: 'incoming_payment_waiting',
    })
    const request = await stream.next(
      (entry) => entry.kind === 'request' && entry.operation === 'fundTransfer',
    )
    expect(request).toMatchObject({ method: 'POST', status: 201, errorCodes: [] })
    const event = await stream.next((entry) => entry.kind === 'event')
    expect(event).toMatchObject({ name: 'balances#update', profileId: ann.personal })
    for (const { kind, position } of [moved, request, event])
      expect(stream.text()).toContain(`event: ${kind}\nid: ${position}\ndata: {`)
    const requests = stream.entries().filter(({ kind }) => kind === 'request')
    expect(
      requests.some((entry) => entry.kind === 'request' && entry.operation === 'streamFeed'),
    ).toBe(false)
  })

  it('has each attempt of a delivery, with its status and latency and without the URL of the subscription', async () => {
    const ann = await service.createUser()
    await subscribe(service, ann)
    await service.settle()
    const stream = await openStreamFor(service, ann)
    service.respondWith(() => ({ status: 500, headers: {}, elapsedMs: 12 }))
    const id = await payTransfer(ann)
    await service.settle()
    const failed = await stream.next((entry) => entry.kind === 'delivery' && entry.status === 500)
    expect(failed).toMatchObject({
      profileId: ann.personal,
      name: 'transfers#state-change',
      resource: `transfer:${id}`,
      attempt: 1,
      state: 'RETRYING',
      error: null,
      latencyMs: 12,
      nextAttemptAt: expect.any(String),
    })
    expect(JSON.stringify(failed)).not.toContain('ann.example')
    service.respondWith(() => ({ status: 200, headers: {}, elapsedMs: 3 }))
    await service.advance({ hours: 1 })
    const delivered = await stream.next((entry) => entry.kind === 'delivery' && entry.attempt === 2)
    expect(delivered).toMatchObject({ state: 'DELIVERED', status: 200, nextAttemptAt: null })
  })

  it('has a timer entry when a sweep acts on a row of the user', async () => {
    const ann = await service.createUser()
    const { id } = await createsTransfer(ann)
    const stream = await openStreamFor(service, ann)
    await service.advance({ hours: 20 * 24 })
    const timer = await stream.next((entry) => entry.kind === 'timer')
    expect(timer).toMatchObject({
      profileId: ann.personal,
      sweep: 'transfers.lapse',
      row: String(id),
      summary: expect.stringContaining('Cancels a transfer'),
    })
    await stream.next((entry) => entry.kind === 'transition' && entry.to === 'cancelled')
  })

  it('has one timer entry when two processes find the same row due', async () => {
    const ann = await service.createUser()
    const { id } = await createsTransfer(ann)
    const before = await positionNow(ann)
    await service.advance({ hours: 20 * 24 })
    // The other process read the row before the first one acted on it.
    const keys = [{ profileId: ann.personal, id: String(id) }]
    const late = { ...service.db, reader: { ...service.db.reader, rows: async () => keys } }
    await runSweep(late as unknown as Database, lapse, {
      now: service.now(),
      context: service.workerContext.sweepContext,
      onFailure: (error) => {
        throw error
      },
    })
    const timers = (await pageAfter(ann, before)).filter(
      (entry) => entry.kind === 'timer' && entry.sweep === lapse.name,
    )
    expect(timers).toHaveLength(1)
  })

  it('has each move of the clock, for every user, and no entry for a move to an earlier time', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const streams = [await openStreamFor(service, ann), await openStreamFor(service, bob)]
    const clock = sandboxClock(service.db)
    const now = await clock.now()
    await clock.set(now.add({ hours: 2 }))
    await clock.set(now.add({ hours: 1 }))
    await clock.set(now.add({ hours: 3 }))
    for (const stream of streams) {
      await expect
        .poll(() => stream.entries().filter(({ kind }) => kind === 'clock').length)
        .toBe(2)
      const moves = stream.entries()
      expect(moves).toMatchObject([{ kind: 'clock' }, { kind: 'clock' }])
      const hours = (moves as unknown as { from: string; to: string }[]).map(({ from, to }) =>
        Math.round(Temporal.Instant.from(to).since(from).total('hours')),
      )
      // To two hours from now, and from there to three hours from now.
      expect(hours).toEqual([2, 1])
    }
  })

  it('has an entry within 300 ms after its commit, as the median of five', async () => {
    const ann = await service.createUser()
    const stream = await openStreamFor(service, ann)
    const waits: number[] = []
    for (let n = 0; n < 5; n++) {
      const { id } = await createsTransfer(ann)
      const committed = performance.now()
      await stream.next(
        (entry) => entry.kind === 'transition' && entry.resource === `transfer:${id}`,
      )
      waits.push(performance.now() - committed)
    }
    expect(waits.toSorted((a, b) => a - b)[2]).toBeLessThan(300)
  })

  it('begins with its position, so that a client that disconnects before the first entry can continue from there', async () => {
    const ann = await service.createUser()
    const stream = await openStreamFor(service, ann)
    expect(stream.text()).toMatch(/^retry: 1000\nid: \d+:\d+:[\d,]*\n\n/)
  })

  it(`429 feed.streams.too-many for a user with ${STREAMS_PER_USER_MAX} streams, until one is closed; another user can still open one`, async () => {
    const ann = await service.createUser()
    const open = []
    for (let n = 0; n < STREAMS_PER_USER_MAX; n++) open.push(await openStreamFor(service, ann))
    const refused = await ann.call(FEED, {
      headers: { accept: 'text/event-stream' },
    })
    expect(outcome(refused)).toBe('429 feed.streams.too-many')
    expect(refused.headers['retry-after']).toBe('5')
    const bob = await service.createUser()
    expect((await openStreamFor(service, bob)).status).toBe(200)
    await open[0]?.close()
    await expect
      .poll(async () => (await openStreamFor(service, ann)).status, { timeout: 5000 })
      .toBe(200)
  })
})

describe('tenancy', () => {
  it('a user gets nothing of another user, even with a position of that user', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const before = await positionNow(bob)
    const stream = await openStreamFor(service, ann)
    const ofBob = await openStreamFor(service, bob)
    const id = await payTransfer(bob)
    await service.flushRequests()
    const seen = await ofBob.next((entry) => entry.kind === 'request')
    const { id: annsTransfer } = await createsTransfer(ann)
    await stream.next(
      (entry) => entry.kind === 'transition' && entry.resource === `transfer:${annsTransfer}`,
    )
    const shown = [
      ...stream.entries(),
      ...(await pageAfter(ann, before)),
      ...(await pageAfter(ann, seen.position)),
    ]
    expect(JSON.stringify(shown)).not.toContain(`transfer:${id}`)
    expect(
      shown.filter((entry) => 'profileId' in entry && entry.profileId === bob.personal),
    ).toEqual([])
    const replayed = await openStreamFor(service, ann, { 'last-event-id': before })
    await replayed.next(
      (entry) => entry.kind === 'transition' && entry.resource === `transfer:${annsTransfer}`,
    )
    expect(replayed.text()).not.toContain(`transfer:${id}`)
  })

  it('gap 944: a test notification of an application, unchanged or with an edited body, is not on the feed of a user', async () => {
    const app = await service.createClient()
    const ann = await service.createUser()
    const stream = await openStreamFor(service, ann)
    const path = `applications/${app.clientKey}/subscriptions/${await subscribeApplication(app)}`
    const [{ delivery_id: id }] = await ok(app.call(`POST /v3/${path}/test-notifications`))
    await service.settle()
    const resend = `POST /v1/sandbox/${path}/deliveries/${id}/resend-edited`
    await ok(app.call(resend, { body: { body: '{}' } }))
    expect(await ok(app.call(`GET /v3/${path}/deliveries`))).toMatchObject([
      { attempts: 1, body: '{}' },
      { attempts: 1, delivery_id: id },
    ])
    const { id: transfer } = await createsTransfer(ann)
    await stream.next(
      (entry) => entry.kind === 'transition' && entry.resource === `transfer:${transfer}`,
    )
    expect(stream.entries().filter(({ kind }) => kind === 'delivery')).toEqual([])
  })

  it('the stream of a user has events of a profile that is created while the stream is open', async () => {
    const ann = await service.createUser()
    const stream = await openStreamFor(service, ann)
    const business = await ok(
      ann.call('POST /v2/profiles/business-profile', {
        body: {
          businessName: 'Ann Ltd',
          companyType: 'LIMITED',
          companyRole: 'OWNER',
          firstLevelCategory: 'DESIGN_MARKETING_COMMUNICATIONS',
          secondLevelCategory: 'AUDIO_AND_VIDEO',
          registrationNumber: '12345678',
          address: {
            addressFirstLine: '1 High Street',
            city: 'London',
            countryIso3Code: 'gbr',
            postCode: 'E1 6JJ',
          },
        },
      }),
    )
    await insertEvents(service.db.pool, business.id, 1)
    await stream.next((entry) => entry.kind === 'event' && entry.profileId === business.id)
  })
})
