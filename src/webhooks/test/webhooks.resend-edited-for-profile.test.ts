import { afterEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import { outcome } from '../../../test/support/transfers.ts'
import { BODY_LENGTH_MAX } from '../model.ts'
import { verifySignatures } from './verify-signatures.ts'
import {
  deliveryOf,
  onlyMessage,
  recordStates,
  replyWith,
  signingService,
  subscribe,
  summaryOf,
  UNKNOWN_ID,
} from './webhook-fixtures.ts'

const BODY = '{"data": {"resource": {"id": 7}, "current_state": "edited"}}'

/** The text of a JSON object of this length. */
const bodyOfLength = (length: number) => `{"a":"${'x'.repeat(length - '{"a":""}'.length)}"}`

describe('webhooks.resend-edited-for-profile', () => {
  const service = signingService()
  afterEach(() => {
    service.sent.length = 0
    service.respondWith(() => replyWith(200))
  })

  /** A subscription with one delivery, whose first attempt got this reply. */
  const createDelivery = async (status = 200) => {
    const ann = await service.createUser()
    const subscription = await subscribe(service, ann)
    service.respondWith(() => replyWith(status))
    await recordStates(service, ann.personal, 1, 'processing')
    await service.settle()
    const { delivery_id: id } = await deliveryOf(ann, subscription)
    service.sent.length = 0
    return { ann, subscription, id, path: pathOf(ann, subscription, id) }
  }

  const pathOf = ({ personal }: Pick<Person, 'personal'>, subscription: string, id: string) =>
    `/v1/sandbox/profiles/${personal}/subscriptions/${subscription}/deliveries/${id}/resend-edited`

  const resend = (person: Person, path: string, body: unknown = { body: BODY }) =>
    person.call(`POST ${path}`, { body })

  async function logOf(person: Person, subscription: string) {
    const path = `/v3/profiles/${person.personal}/subscriptions/${subscription}/deliveries`
    return (await person.call(`GET ${path}`)).body
  }

  it('a dialect does not translate the edited bytes', async () => {
    const { ann, path } = await createDelivery()
    const outside: { inDialect?: (message: string) => string } =
      service.workerContext.sweepContext.outside
    outside.inDialect = (message) => message.replace('"current_state"', '"state_now"')
    try {
      await resend(ann, path)
    } finally {
      delete outside.inDialect
    }
    expect(onlyMessage(service).body).toBe(BODY)
  })

  it('D130: 200 sends the edited bytes with valid signatures, marked as a test, under another id', async () => {
    const { ann, id, path } = await createDelivery()
    service.respondWith(() => ({ ...replyWith(202), elapsedMs: 34.4 }))
    const { status, body } = await resend(ann, path)
    expect(status).toBe(200)
    const sent = onlyMessage(service)
    expect(sent).toMatchObject({ url: 'https://ann.example/hook', body: BODY, timeoutMs: 5000 })
    expect(sent.headers).toMatchObject({ 'X-Test-Notification': 'true' })
    await verifySignatures(service, sent)
    expect(body).toMatchObject({
      delivery_id: sent.headers['X-Delivery-Id'],
      event_type: 'transfers#state-change',
      test: true,
      state: 'DELIVERED',
      attempts: 1,
      next_attempt_at: null,
      last_attempt: { status: 202, error: null, elapsed_ms: 34 },
      body: BODY,
    })
    expect(body.delivery_id).not.toBe(id)
  })

  it('D130: 200 adds the edited delivery to the log as the newest, and the original does not change', async () => {
    const { ann, subscription, path } = await createDelivery()
    const [original] = await logOf(ann, subscription)
    const { body } = await resend(ann, path)
    expect(await logOf(ann, subscription)).toEqual([body, original])
  })

  it.each([
    [replyWith(500), 500, null],
    [replyWith(302, { location: 'http://127.0.0.1/' }), 302, null],
    [{ failed: 'connection refused', elapsedMs: 3 }, null, 'connection refused'],
    [{ failed: 'timeout', elapsedMs: 5000 }, null, 'timeout'],
  ])(
    '200 with state FAILED after the reply %j, and the edited body is not sent again',
    async (reply, ...result) => {
      const { ann, subscription, path } = await createDelivery()
      service.respondWith(() => reply)
      const { status, body } = await resend(ann, path)
      expect([status, body.state, body.next_attempt_at]).toEqual([200, 'FAILED', null])
      expect([body.last_attempt.status, body.last_attempt.error]).toEqual(result)
      await service.advance({ hours: 48 })
      expect(service.sent).toHaveLength(1)
      expect(await logOf(ann, subscription)).toMatchObject([body, { state: 'DELIVERED' }])
    },
  )

  it('D130: a delivery that is retried keeps its state, attempts and due time, and is retried with the original bytes', async () => {
    const { ann, subscription, id, path } = await createDelivery(503)
    const before = await deliveryOf(ann, subscription)
    expect(before).toMatchObject({ state: 'RETRYING', attempts: 1 })
    service.respondWith(() => replyWith(200))
    expect((await resend(ann, path)).body.state).toBe('DELIVERED')
    expect((await logOf(ann, subscription)).at(-1)).toEqual(before)
    service.sent.length = 0
    await service.advance({ minutes: 1 })
    const retried = onlyMessage(service)
    expect([retried.headers['X-Delivery-Id'], summaryOf(retried)]).toEqual([id, '1 processing'])
    expect(retried.headers).not.toHaveProperty('X-Test-Notification')
    expect((await logOf(ann, subscription)).at(-1)).toMatchObject({
      state: 'DELIVERED',
      attempts: 2,
    })
  })

  it('D130: a failed edited delivery does not shorten the retry schedule of the original delivery', async () => {
    const { ann, subscription, path } = await createDelivery(410)
    for (let n = 0; n < 3; n++) expect((await resend(ann, path)).body.state).toBe('FAILED')
    expect((await logOf(ann, subscription)).at(-1)).toMatchObject({
      state: 'RETRYING',
      attempts: 1,
    })
    await service.advance({ minutes: 3 })
    expect((await logOf(ann, subscription)).at(-1)).toMatchObject({ state: 'FAILED', attempts: 3 })
  })

  it('200 before the first attempt of the delivery, which stays queued and is sent afterwards', async () => {
    const ann = await service.createUser()
    const subscription = await subscribe(service, ann)
    const { rows } = await service.db.pool.query<{ id: string }>(
      `insert into deliveries (profile_id, subscription_id, event_name, subject, number, body, state, due_at,
                               created_at)
       values ($1, $2, 'transfers#state-change', 'transfer:9', 1, '{"a":1}', 'QUEUED', $3, $3)
       returning id`,
      [ann.personal, subscription, service.now().toString()],
    )
    const id = rows[0]?.id ?? ''
    expect((await resend(ann, pathOf(ann, subscription, id))).status).toBe(200)
    expect((await logOf(ann, subscription)).at(-1)).toMatchObject({ state: 'QUEUED', attempts: 0 })
    await service.settle()
    expect(service.sent.map(({ body }) => body)).toEqual([BODY, '{"a":1}'])
  })

  it('two requests send the edited body twice, under two ids', async () => {
    const { ann, path } = await createDelivery()
    await Promise.all([resend(ann, path), resend(ann, path)])
    expect(service.sent.map(({ body }) => body)).toEqual([BODY, BODY])
    expect(new Set(service.sent.map(({ headers }) => headers['X-Delivery-Id'])).size).toBe(2)
  })

  it('200 sends the longest body, and a body with characters outside of ASCII, unchanged', async () => {
    const { ann, path } = await createDelivery()
    for (const body of [bodyOfLength(BODY_LENGTH_MAX), ' {\n"name":\t"Zoë 😀 \\u0000"} ']) {
      const reply = await resend(ann, path, { body })
      expect([reply.status, reply.body.body]).toEqual([200, body])
      const sent = service.sent.at(-1)
      expect(sent?.body).toBe(body)
      if (sent) await verifySignatures(service, sent)
    }
  })

  it('D130: the live feed reports the edited delivery under the profile, without the body', async () => {
    const { ann, id, path } = await createDelivery()
    const { body } = await resend(ann, path)
    const { rows } = await service.db.pool.query(
      "select profile_id, data from feed_entries where data->>'deliveryId' = $1",
      [body.delivery_id],
    )
    expect(rows).toMatchObject([
      {
        data: { resource: `test:${id}`, attempt: 1, state: 'DELIVERED', nextAttemptAt: null },
      },
    ])
    expect(Number(rows[0]?.profile_id)).toBe(ann.personal)
    expect(JSON.stringify(rows)).not.toContain('edited')
  })

  it.each([
    ['an object without a value', '{"data": }', /^The body is not JSON: Unexpected token '}'/],
    ['an object without its end', '{"data":1', /^The body is not JSON: .*position 9/],
    ['60,000 lists without an end', `{"a":${'['.repeat(60_000)}`, /^The body is not JSON/],
    ['a word', 'transfer', /^The body is not JSON/],
    ['a list', '[{}]', /not an object\. Send a JSON object\.$/],
    ['null', 'null', /not an object\. Send a JSON object\.$/],
    ['a JSON text', '"text"', /not an object\. Send a JSON object\.$/],
  ])(
    '422 delivery.body.invalid for %s, because the body must be the text of a JSON object, and nothing is sent',
    async (_, body, message) => {
      const { ann, subscription, path } = await createDelivery()
      const reply = await resend(ann, path, { body })
      expect(reply.status).toBe(422)
      expect(reply.body.errors).toMatchObject([{ code: 'delivery.body.invalid', path: 'body' }])
      expect(reply.body.errors[0].message).toMatch(message)
      expect(service.sent).toEqual([])
      expect(await logOf(ann, subscription)).toHaveLength(1)
    },
  )

  it.each([
    ['no body', {}],
    ['an empty body', { body: '' }],
    ['a body that is an object instead of its text', { body: { data: {} } }],
    ['a body one character above the limit', { body: bodyOfLength(BODY_LENGTH_MAX + 1) }],
  ])('400 at the field body for %s, and nothing is sent', async (_, body) => {
    const { ann, path } = await createDelivery()
    const reply = await resend(ann, path, body)
    expect(reply.status).toBe(400)
    expect(reply.body.errors).toMatchObject([{ path: 'body' }])
    expect(service.sent).toEqual([])
  })

  it('400 for half of a surrogate pair, which has no bytes', async () => {
    const { ann, path } = await createDelivery()
    expect((await resend(ann, path, { body: '{"a":"\ud800"}' })).status).toBe(400)
    expect(service.sent).toEqual([])
  })

  it('413 for a request body that is longer than any operation accepts', async () => {
    const { ann, path } = await createDelivery()
    expect((await resend(ann, path, { body: bodyOfLength(2 * 1024 * 1024) })).status).toBe(413)
    expect(service.sent).toEqual([])
  })

  it('404 delivery.not.found for an unknown delivery and one of another subscription', async () => {
    const { ann, subscription } = await createDelivery()
    const other = await createDelivery()
    for (const id of [UNKNOWN_ID, other.id]) {
      const reply = await resend(ann, pathOf(ann, subscription, id))
      expect(outcome(reply)).toBe('404 delivery.not.found')
    }
    expect(service.sent).toEqual([])
  })

  it('404 when the profile, the subscription or the delivery in the path belongs to another user', async () => {
    const { ann, subscription } = await createDelivery()
    const { ann: other, ...foreign } = await createDelivery()
    const attempts = [
      [foreign.path, undefined],
      [pathOf(ann, foreign.subscription, foreign.id), '404 subscription.not.found'],
      [pathOf(ann, subscription, foreign.id), '404 delivery.not.found'],
    ] as const
    for (const [path, expected] of attempts) {
      const reply = await resend(ann, path)
      expect(reply.status).toBe(404)
      if (expected) expect(outcome(reply)).toBe(expected)
    }
    expect(service.sent).toEqual([])
    expect(await logOf(other, foreign.subscription)).toHaveLength(1)
  })

  it('404 subscription.not.found after the subscription was deleted', async () => {
    const { ann, subscription, path } = await createDelivery()
    await ann.call(`DELETE /v3/profiles/${ann.personal}/subscriptions/${subscription}`)
    expect(outcome(await resend(ann, path))).toBe('404 subscription.not.found')
    expect(service.sent).toEqual([])
  })

  it('200 when the subscription is deleted while the message is sent, and nothing more is sent', async () => {
    const { ann, subscription, path } = await createDelivery()
    service.respondWith(async () => {
      await ann.call(`DELETE /v3/profiles/${ann.personal}/subscriptions/${subscription}`)
      return replyWith(500)
    })
    expect((await resend(ann, path)).status).toBe(200)
    await service.advance({ hours: 48 })
    expect(service.sent).toHaveLength(1)
  })
})

describe('webhooks.resend-edited-for-profile in live mode', () => {
  const service = testService({ mode: 'live' })

  it('D130: 404 with the reply of an unknown operation', async () => {
    const ann = await service.createUser()
    const path = `/v1/sandbox/profiles/${ann.personal}/subscriptions/${UNKNOWN_ID}/deliveries/${UNKNOWN_ID}/resend-edited`
    const reply = await ann.call(`POST ${path}`, { body: { body: BODY } })
    expect(reply.status).toBe(404)
    expect(reply.body).toEqual((await ann.call('POST /v1/unknown')).body)
    expect(service.sent).toEqual([])
  })
})
