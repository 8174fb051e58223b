// Idempotency keys of requests that call the outside before their transaction begins.
// All else about keys is in test/architecture/idempotency.test.ts.

import { randomUUID } from 'node:crypto'
import Type from 'typebox'
import { afterEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { type Reply, testService } from '../../../test/support/service.ts'
import { writes } from '../endpoint.ts'
import { requestHash } from '../idempotency.ts'
import { type ErrorKind, refuse } from '../refusal.ts'

describe('D91: the hash of a request', () => {
  it.each([
    [undefined, {}, 'no body asks for nothing'],
    [undefined, null, 'null is absent'],
    [{ name: '' }, {}, 'empty text is absent'],
    [{ name: null, n: 1 }, { n: 1 }, 'a null field is absent'],
    [{ details: {} }, {}, 'an empty object is absent'],
    [{ details: { reference: '' } }, {}, 'an object with only empty fields is empty'],
    [{ names: [] }, {}, 'an empty list is absent'],
    [{ names: [{ a: '' }] }, { names: [{}] }, 'the same inside a list'],
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, 'the order of fields makes no difference'],
  ])('is the same for %j and %j: %s', (one: unknown, other: unknown, _: string) => {
    expect(requestHash('/path', one)).toBe(requestHash('/path', other))
  })

  it.each([
    [{ n: 0 }, {}, 'nought is a value'],
    [{ is: false }, {}, 'false is a value'],
    [{ name: ' ' }, {}, 'a blank is text'],
    [{ names: [''] }, {}, 'a list with an item is not empty'],
    [{ names: ['', 'a'] }, { names: ['a', ''] }, 'the order of a list matters'],
    [{ n: 1 }, { n: 2 }, 'values differ'],
  ])('differs for %j and %j: %s', (one: unknown, other: unknown, _: string) => {
    expect(requestHash('/path', one)).not.toBe(requestHash('/path', other))
  })
})

const Deaf: ErrorKind = { code: 'probe.deaf', status: 422, message: 'Nobody answered.' }
const Unlucky: ErrorKind = { code: 'probe.unlucky', status: 409, message: 'It was not to be.' }

const shout = writes(
  {
    id: 'probe.shout',
    operationId: 'probeShout',
    route: 'POST /probe/shout',
    summary: 'Calls the outside, and writes nothing but its key',
    spec: 'D7',
    access: { token: 'user' },
    body: Type.Object({ word: Type.String() }),
    reply: Type.Object({ heard: Type.String() }),
    idempotencyKey: 'accepted',
    onRepeat: 'another',
    errors: [Deaf, Unlucky],
    before: async (_db, { body: { word } }, outside) => {
      const url = 'https://echo.example.com/'
      const reply = await outside.post({ url, body: word, headers: {}, timeoutMs: 1000 })
      if ('failed' in reply || reply.status > 299) refuse(Deaf)
      return word
    },
  },
  async (_tx, { found }) => {
    if (found === 'unlucky') refuse(Unlucky)
    return { heard: found }
  },
)

const GOOD = { status: 200, headers: {}, elapsedMs: 1 }

describe('the idempotency key of a request that calls another server', () => {
  const service = testService({ extra: [shout] })
  afterEach(() => {
    service.sent.length = 0
    service.respondWith(() => GOOD)
  })

  const shouts = (person: Person, key: string, word = 'hello') =>
    person.call('POST /probe/shout', { body: { word }, headers: { 'x-idempotence-uuid': key } })
  const resultOf = ({ status, body, headers }: Reply) =>
    [status, body.errors?.[0].code ?? body.heard, headers['idempotency-replayed']].join(' ').trim()
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

  it('two concurrent requests cause one call; the second waits and replays the reply of the first', async () => {
    const [ann, key] = [await service.createUser(), randomUUID()]
    const { called, end } = delayReply()
    const first = shouts(ann, key)
    await called
    const second = shouts(ann, key)
    const other = shouts(ann, key, 'goodbye')
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
    expect(resultOf(await shouts(ann, key))).toBe('422 probe.deaf')
    expect(await keyRow(key)).toBeUndefined()
    service.respondWith(() => GOOD)
    expect(resultOf(await shouts(ann, key, 'unlucky'))).toBe('409 probe.unlucky')
    expect(await keyRow(key)).toBeUndefined()
    expect(resultOf(await shouts(ann, key, 'goodbye'))).toBe('200 goodbye')
  })

  it('is used by the second of two concurrent requests when the first is refused', async () => {
    const [ann, key] = [await service.createUser(), randomUUID()]
    const { called, end } = delayReply()
    const first = shouts(ann, key, 'unlucky')
    await called
    const second = shouts(ann, key)
    end()
    expect([await first, await second].map(resultOf)).toEqual(['409 probe.unlucky', '200 hello'])
  })

  it('503 try.again.later while a killed request holds it, 200 after the hold has expired', async () => {
    const [ann, key] = [await service.createUser(), randomUUID()]
    const held = (until: string) =>
      service.db.pool.query(
        `insert into idempotency_keys (scope, operation, key, request_hash, expires_at, held_until)
         values ($1, 'probe.shout', $2, 'hash', $3, clock_timestamp() + $4::interval)
         on conflict (scope, operation, key) do update set held_until = excluded.held_until`,
        [`user:${ann.userId}`, key, service.now().add({ hours: 24 }).toString(), until],
      )
    await held('60 s')
    const refused = await shouts(ann, key)
    expect([resultOf(refused), refused.headers['retry-after']]).toEqual([
      '503 try.again.later',
      '1',
    ])
    expect(service.sent).toEqual([])
    await held('-1 ms')
    expect(resultOf(await shouts(ann, key))).toBe('200 hello')
    expect(resultOf(await shouts(ann, key))).toBe('200 hello true')
  })

  it('503 try.again.later and no effect for a request whose hold has expired', async () => {
    const [ann, key] = [await service.createUser(), randomUUID()]
    const first = delayReply()
    const slow = shouts(ann, key)
    await first.called
    const lapse = `update idempotency_keys set held_until = clock_timestamp() - interval '1 s'`
    await service.db.pool.query(`${lapse} where key = $1`, [key])
    const second = delayReply()
    const fast = shouts(ann, key)
    await second.called
    first.end()
    expect(resultOf(await slow)).toBe('503 try.again.later')
    second.end()
    expect(resultOf(await fast)).toBe('200 hello')
  })
})
