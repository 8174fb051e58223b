import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { whileLocked } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { createsTransfer, ok, outcome, readsTransfer } from '../../../test/support/transfers.ts'
import { ADVANCE_LOCK } from '../../app/worker/workers.ts'
import { LOCK_MS_MAX } from '../../kernel/database/open-connections.ts'
import { isAfter } from '../../kernel/instant.ts'
import { replyWith, signingService, subscribe } from '../../webhooks/test/webhook-fixtures.ts'

describe('simulation.clock-advance', () => {
  const service = testService()
  const advance = (caller: Pick<Person, 'call'>, body: object) =>
    caller.call('POST /v1/simulation/clock/advance', { body })

  it('200 moves the clock by seconds or to a time, and does the work that becomes due', async () => {
    const ann = await service.createUser()
    const { id } = await createsTransfer(ann)
    const before = service.now()
    const by = await advance(ann, { seconds: 90 })
    expect([by.status, by.body]).toEqual([
      200,
      {
        now: before.add({ seconds: 90 }).toString({ smallestUnit: 'microsecond' }),
        ran: expect.any(Number),
      },
    ])
    const to = await advance(ann, { to: '2026-02-01T00:00:00Z' })
    expect(to.body.now).toBe('2026-02-01T00:00:00.000000Z')
    expect(to.body.ran).toBeGreaterThan(0)
    expect((await readsTransfer(ann, id)).status).toBe('cancelled')
  })

  it('422 clock.backwards for the past, clock.too-far beyond 30 years, clock.time.ambiguous for both seconds and to, or neither', async () => {
    const ann = await service.createUser()
    for (const [body, code] of [
      [{ to: '2020-01-01T00:00:00Z' }, 'clock.backwards'],
      [{ to: '0000-01-01T00:00:00Z' }, 'clock.backwards'],
      [{ to: '2099-01-01T00:00:00Z' }, 'clock.too-far'],
      [{ to: '9999-12-31T23:59:59Z' }, 'clock.too-far'],
      [{}, 'clock.time.ambiguous'],
      [{ seconds: 1, to: '2030-01-01T00:00:00Z' }, 'clock.time.ambiguous'],
    ] as const) {
      const reply = await advance(ann, body)
      expect(outcome(reply)).toBe(`422 ${code}`)
    }
  })

  it('200 for two requests, of which the second waits for a connection: the clock moves by the seconds of both', async () => {
    const ann = await service.createUser()
    await service.settle()
    const before = service.now()
    // With one connection left, the second request waits until the first is finished.
    const connecting = Array.from({ length: service.db.pool.options.max - 1 }, () =>
      service.db.pool.connect(),
    )
    const connections = await Promise.all(connecting)
    const replies = await Promise.all([1, 2].map((seconds) => advance(ann, { seconds }))).finally(
      () => {
        for (const client of connections) client.release()
      },
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(service.now().since(before).total('seconds')).toBe(3)
  })

  it('409 clock.busy while another advance is running', async () => {
    const ann = await service.createUser()
    const lock = { text: 'select pg_advisory_xact_lock($1)', values: [ADVANCE_LOCK] }
    const reply = await whileLocked(service.db, lock, () => advance(ann, { seconds: 1 }))
    expect(outcome(reply)).toBe('409 clock.busy')
  })
})

/** Half a second longer than a repetition waits by default. */
const LONGER_THAN_LOCK_MS = LOCK_MS_MAX + 500

describe('gap 1081: a long move of the clock', () => {
  const service = signingService()
  afterEach(() => service.respondWith(() => replyWith(200)))

  const advance = (caller: Pick<Person, 'call'>, body: object, key = randomUUID()) =>
    caller.call('POST /v1/simulation/clock/advance', {
      body,
      headers: { 'x-idempotence-uuid': key },
    })

  /** Creates a user whose receiver does not answer until `end` is called. `called` resolves when the receiver has a message. */
  async function subscribesSilentReceiver() {
    const ann = await service.createUser()
    await subscribe(service, ann)
    await createsTransfer(ann)
    const [called, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    service.respondWith(async () => {
      called.resolve()
      await ended.promise
      return replyWith(500)
    })
    return { ann, called: called.promise, end: () => ended.resolve() }
  }

  it('a repetition with the same key waits longer than LOCK_MS_MAX, and gets the same reply', async () => {
    const { ann, called, end } = await subscribesSilentReceiver()
    const [key, before] = [randomUUID(), service.now()]
    const first = advance(ann, { seconds: 3600 }, key)
    await called
    const repetition = advance(ann, { seconds: 3600 }, key)
    setTimeout(end, LONGER_THAN_LOCK_MS)
    const replies = [await first, await repetition]
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(replies[1]?.body).toEqual(replies[0]?.body)
    expect(replies[1]?.headers['idempotency-replayed']).toBe('true')
    expect(service.now()).toEqual(before.add({ seconds: 3600 }))
  })

  it('a repetition moves nothing, even when the move was longer than the 30 days for which a key is stored, by seconds or to a time', async () => {
    const ann = await service.createUser()
    const target = service.now().add({ hours: 24 * 40 })
    for (const body of [{ to: String(target) }, { seconds: 40 * 86_400 }]) {
      const key = randomUUID()
      const first = await ok(advance(ann, body, key))
      const after = service.now()
      const repetition = await advance(ann, body, key)
      expect([repetition.status, repetition.body]).toEqual([200, first])
      expect(service.now()).toEqual(after)
    }
  })

  it('a request with pauseAfterSeconds stops before its target time, and repeated requests reach that time with the due work done', async () => {
    const ann = await service.createUser()
    await subscribe(service, ann)
    const { id } = await createsTransfer(ann)
    service.respondWith(() => replyWith(500))
    const to = service.now().add({ hours: 24 * 10 })
    const body = { to: String(to), pauseAfterSeconds: 0 }
    const times: Temporal.Instant[] = []
    do times.push(Temporal.Instant.from((await ok(advance(ann, body))).now))
    while (isAfter(to, service.now()))
    expect(times.length).toBeGreaterThan(2)
    expect(times.toSorted(Temporal.Instant.compare)).toEqual(times)
    expect(times.at(-1)).toEqual(to)
    expect((await readsTransfer(ann, id)).status).toBe('cancelled')
  })
})
