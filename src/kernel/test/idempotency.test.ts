// The hash of a request, idempotency keys of requests that call another server before their transaction begins, and the
// deletion of keys. The repetition of each operation is tested in test/architecture/idempotency.test.ts.

import { randomUUID } from 'node:crypto'
import pg from 'pg'
import Type from 'typebox'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { waitForBlockedSessions } from '../../../test/support/race.ts'
import { type Reply, testService } from '../../../test/support/service.ts'
import { writes } from '../endpoint.ts'
import {
  deleteExpiredKeys,
  keyHold,
  requestHash,
  withHeldKey,
  withIdempotencyKey,
} from '../idempotency.ts'
import { type ErrorKind, refuse } from '../refusal.ts'
import { runSweep, type SweepContext } from '../sweep.ts'

describe('D91: the hash of a request', () => {
  it.each([
    [undefined, {}, 'no body is an empty body'],
    [undefined, null, 'null is absent'],
    [{ name: '' }, {}, 'empty text is absent'],
    [{ name: null, n: 1 }, { n: 1 }, 'a null field is absent'],
    [{ details: {} }, {}, 'an empty object is absent'],
    [{ details: { reference: '' } }, {}, 'an object with only empty fields is empty'],
    [{ names: [] }, {}, 'an empty list is absent'],
    [{ names: [{ a: '' }] }, { names: [{}] }, 'an empty field inside a list is absent'],
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, 'the order of fields makes no difference'],
  ])('is the same for %j and %j, because %s', (one: unknown, other: unknown, _: string) => {
    expect(requestHash('/path', one)).toBe(requestHash('/path', other))
  })

  it.each([
    [{ n: 0 }, {}, 'zero is a value'],
    [{ is: false }, {}, 'false is a value'],
    [{ name: ' ' }, {}, 'a space is text'],
    [{ names: [''] }, {}, 'a list with an item is not empty'],
    [{ names: ['', 'a'] }, { names: ['a', ''] }, 'the order of a list matters'],
    [{ n: 1 }, { n: 2 }, 'the values differ'],
  ])('differs for %j and %j, because %s', (one: unknown, other: unknown, _: string) => {
    expect(requestHash('/path', one)).not.toBe(requestHash('/path', other))
  })
})

const EchoUnavailable: ErrorKind = {
  code: 'probe.unavailable',
  status: 422,
  message: 'The echo server did not answer. Send the request again.',
}
const WordRefused: ErrorKind = {
  code: 'probe.refused',
  status: 409,
  message: 'Send another word.',
}

const REFUSED_WORD = 'refused'

const echo = writes(
  {
    id: 'probe.echo',
    operationId: 'probeEcho',
    route: 'POST /probe/echo',
    summary: 'Calls another server, and writes nothing but its key',
    spec: 'D7',
    access: { token: 'user' },
    body: Type.Object({ word: Type.String() }),
    reply: Type.Object({ echo: Type.String() }),
    idempotencyKey: 'accepted',
    onRepeat: 'another',
    errors: [EchoUnavailable, WordRefused],
    before: async (_db, { body: { word } }, outside) => {
      const url = 'https://echo.example.com/'
      const reply = await outside.post({ url, body: word, headers: {}, timeoutMs: 1000 })
      if ('failed' in reply || reply.status > 299) refuse(EchoUnavailable)
      return word
    },
  },
  async (_tx, { found }) => {
    if (found === REFUSED_WORD) refuse(WordRefused)
    return { echo: found }
  },
)

const GOOD = { status: 200, headers: {}, elapsedMs: 1 }
/** Longer than `keyRetention`, which is 30 days. */
const PAST_RETENTION = { hours: 31 * 24 }

describe('the idempotency key of a request that calls another server', () => {
  const service = testService({ extra: [echo] })
  afterEach(() => {
    vi.restoreAllMocks()
    service.sent.length = 0
    service.respondWith(() => GOOD)
  })

  const postEcho = (person: Person, key: string, word = 'hello') =>
    person.call('POST /probe/echo', { body: { word }, headers: { 'x-idempotence-uuid': key } })
  const resultOf = ({ status, body, headers }: Reply) =>
    [status, body.errors?.[0].code ?? body.echo, headers['idempotency-replayed']].join(' ').trim()
  const keyRow = async (key: string) =>
    (await service.db.pool.query('select * from idempotency_keys where key = $1', [key])).rows[0]

  /** Delays the reply of the other server until `end`. `called` resolves when the server was called. */
  function delayReply(): { called: Promise<void>; end(): void } {
    const [called, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    service.respondWith(async () => {
      called.resolve()
      await released.promise
      return GOOD
    })
    return { called: called.promise, end: () => released.resolve() }
  }

  /** Returns the hashes of the requests that have tried to hold a key since this call, one for each attempt. */
  function watchHolds(): () => unknown[] {
    const query = vi.spyOn(pg.Client.prototype, 'query')
    return () =>
      query.mock.calls.flatMap(([sent]) => {
        const { text = '', values = [] } = sent as unknown as { text?: string; values?: unknown[] }
        return text.includes('held_until = excluded.held_until') ? [values[3]] : []
      })
  }

  it('two concurrent requests cause one call; the second waits and gets the reply of the first; a different request gets 409', async () => {
    const [ann, key] = [await service.createUser(), randomUUID()]
    const { called, end } = delayReply()
    const holds = watchHolds()
    const first = postEcho(ann, key)
    await called
    const second = postEcho(ann, key)
    await vi.waitFor(() => expect(holds().length).toBeGreaterThanOrEqual(2))
    const other = postEcho(ann, key, 'goodbye')
    await vi.waitFor(() => expect(new Set(holds()).size).toBe(2))
    end()
    const replies = [await first, await second, await other]
    expect(replies.map(resultOf)).toEqual([
      '200 hello',
      '200 hello true',
      '409 idempotency.key.reused',
    ])
    expect(service.sent).toHaveLength(1)
    expect(await keyRow(key)).toMatchObject({ status: 200, held_until: null })
  })

  it('is deleted by a refusal before the transaction and by a refusal in the transaction', async () => {
    const [ann, key] = [await service.createUser(), randomUUID()]
    service.respondWith(() => ({ ...GOOD, status: 500 }))
    expect(resultOf(await postEcho(ann, key))).toBe('422 probe.unavailable')
    expect(await keyRow(key)).toBeUndefined()
    service.respondWith(() => GOOD)
    expect(resultOf(await postEcho(ann, key, REFUSED_WORD))).toBe('409 probe.refused')
    expect(await keyRow(key)).toBeUndefined()
    expect(resultOf(await postEcho(ann, key, 'goodbye'))).toBe('200 goodbye')
  })

  it('is free for the second of two concurrent requests when the first is refused', async () => {
    const [ann, key] = [await service.createUser(), randomUUID()]
    const { called, end } = delayReply()
    const holds = watchHolds()
    const first = postEcho(ann, key, REFUSED_WORD)
    await called
    const second = postEcho(ann, key)
    await vi.waitFor(() => expect(new Set(holds()).size).toBe(2))
    end()
    expect([await first, await second].map(resultOf)).toEqual(['409 probe.refused', '200 hello'])
  })

  it('503 try.again.later while a killed request holds it, 200 after the hold has expired', async () => {
    const [ann, key] = [await service.createUser(), randomUUID()]
    const holdKey = (until: string) =>
      service.db.pool.query(
        `insert into idempotency_keys (scope, operation, key, request_hash, expires_at, held_until)
         values ($1, 'probe.echo', $2, 'hash', $3, clock_timestamp() + $4::interval)
         on conflict (scope, operation, key) do update set held_until = excluded.held_until`,
        [`user:${ann.userId}`, key, service.now().add({ hours: 24 }).toString(), until],
      )
    await holdKey('60 s')
    const refused = await postEcho(ann, key)
    expect([resultOf(refused), refused.headers['retry-after']]).toEqual([
      '503 try.again.later',
      '1',
    ])
    expect(service.sent).toEqual([])
    await holdKey('-1 ms')
    expect(resultOf(await postEcho(ann, key))).toBe('200 hello')
    expect(resultOf(await postEcho(ann, key))).toBe('200 hello true')
  })

  it('has its hold extended while the call lasts, and stores the reply afterwards', async () => {
    const [ann, key] = [await service.createUser(), randomUUID()]
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const { called, end } = delayReply()
      const slow = postEcho(ann, key)
      await called
      const heldUntil = async (): Promise<Date> => (await keyRow(key)).held_until
      const before = await heldUntil()
      vi.advanceTimersByTime((keyHold.seconds * 1000) / 2)
      await vi.waitFor(async () => expect(await heldUntil()).not.toEqual(before))
      end()
      expect(resultOf(await slow)).toBe('200 hello')
      expect(resultOf(await postEcho(ann, key))).toBe('200 hello true')
    } finally {
      vi.useRealTimers()
    }
  })

  it('503 try.again.later when the hold of a key expired and another request took the key over; the other request gets its reply', async () => {
    const [ann, key] = [await service.createUser(), randomUUID()]
    const first = delayReply()
    const slow = postEcho(ann, key)
    await first.called
    const lapse = `update idempotency_keys set held_until = clock_timestamp() - interval '1 s'`
    await service.db.pool.query(`${lapse} where key = $1`, [key])
    const second = delayReply()
    const fast = postEcho(ann, key)
    await second.called
    first.end()
    expect(resultOf(await slow)).toBe('503 try.again.later')
    second.end()
    expect(resultOf(await fast)).toBe('200 hello')
  })

  it('a repetition does not take over an expired key that a request still holds, and gets its reply afterwards', async () => {
    const key = { scope: 'user:3', operation: 'test.slow', key: randomUUID(), requestHash: 'hash' }
    const now = service.now()
    const later = now.add(PAST_RETENTION)
    const reply = { status: 200, body: '{}' }
    const repeat = () =>
      withHeldKey(service.db, key, later, {
        call: () => expect.fail('the repetition calls the outside'),
        write: () => expect.fail('the repetition has an effect'),
        waitMsMax: 0,
      })
    const first = await withHeldKey(service.db, key, now, {
      call: () => expect(repeat()).rejects.toThrow('try.again.later'),
      write: (_, heldUntil) =>
        service.db.transact((tx) =>
          withIdempotencyKey(tx, key, { now: later, heldUntil }, async () => reply),
        ),
    })
    expect(first).toEqual({ reply, isReplay: false })
    expect(await repeat()).toEqual({ replayed: reply })
  })
})

describe('the sweep idempotency.delete-expired-keys', () => {
  const service = testService()

  it('keeps an expired key while a request holds it, and deletes it afterwards', async () => {
    const now = service.now()
    const key = { scope: 'profile:2', operation: 'probe.delete-expired', key: randomUUID() }
    const context = {} as SweepContext
    const runLater = () =>
      runSweep(service.db, deleteExpiredKeys, {
        now: now.add(PAST_RETENTION),
        context,
        onFailure: () => undefined,
      })
    await withHeldKey(service.db, { ...key, requestHash: 'hash' }, now, {
      call: async () => expect(await runLater()).toBe(0),
      write: async () => undefined,
    })
    await service.db.pool.query(
      `update idempotency_keys set held_until = clock_timestamp() where key = $1`,
      [key.key],
    )
    expect(await runLater()).toBe(1)
  })

  it('keeps an expired key that a request claims while the sweep waits for its row', async () => {
    const now = service.now()
    const key = {
      scope: 'profile:1',
      operation: 'probe.delete-expired',
      key: randomUUID(),
      requestHash: 'hash',
    }
    const claim = (at: Temporal.Instant, effect: () => Promise<void>) =>
      service.db.transact((tx) =>
        withIdempotencyKey(tx, key, { now: at, heldUntil: undefined }, async () => {
          await effect()
          return { status: 200, body: '{}' }
        }),
      )
    await claim(now.subtract(PAST_RETENTION), async () => undefined)
    let swept: Promise<number> | undefined
    await claim(now, async () => {
      const context = {} as SweepContext
      swept = runSweep(service.db, deleteExpiredKeys, { now, context, onFailure: () => undefined })
      await waitForBlockedSessions(service.db, 1)
    })
    expect(await swept).toBe(0)
    expect((await claim(now, () => expect.fail('the key was deleted'))).isReplay).toBe(true)
  })
})
