// Webhooks in live mode, over TLS to a receiver on this machine: address check, lookup, certificate,
// probe, delivery and signature are those of the service. Only where the connection ends is not.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { type Receiver, receiverFor } from '../../../test/support/tls.ts'
import { createOutside, type Resolve } from '../../app/outside/outside.ts'
import { verifySignatures } from './verify-signatures.ts'
import { deliveryOf, happens, signingHouse, tellingOf, wish } from './webhook-fixtures.ts'

const NAME = 'hooks.example'
const HOOK = `https://${NAME}/hook`
const PUBLIC = '93.184.216.34'

describe('in live, webhooks', () => {
  const h = signingHouse({ mode: 'live' })
  let receiver: Receiver
  beforeAll(async () => {
    receiver = await receiverFor(NAME)
  })
  afterAll(() => receiver.close())

  type Way = { resolve?: Resolve; trust?: 'trusting' | 'wary' }

  /** What leaves the house from now on leaves it as in live. */
  function goesOut({ resolve = async () => [PUBLIC], trust = 'trusting' }: Way = {}): void {
    receiver.received.length = 0
    const { post } = createOutside({ mode: 'live', resolve, secure: receiver.agent(trust) })
    h.answer(post)
  }

  const asks = (ann: Person, url = HOOK) =>
    ann.call(`POST /v3/profiles/${ann.personal}/subscriptions`, { body: wish({ url }) })

  it('are probed, sent and signed', async () => {
    goesOut()
    const ann = await h.user()
    const { status, body } = await asks(ann)
    expect([status, body.delivery.url]).toEqual([200, HOOK])
    expect(receiver.received[0]?.headers['x-test-notification']).toBe('true')
    await happens(h, ann.personal, 1, 'processing')
    await h.settle()
    const [, sent, ...more] = receiver.received
    if (sent === undefined) throw new Error('nothing arrived')
    expect([more, sent.method, sent.url, tellingOf(sent), sent.headers.host]).toEqual([
      [],
      'POST',
      '/hook',
      '1 processing',
      NAME,
    ])
    await verifySignatures(h, { body: sent.body, headers: h.sent.at(-1)?.headers ?? {} })
    expect(sent.headers['x-signature-sha256']).toBe(h.sent.at(-1)?.headers['X-Signature-SHA256'])
    expect(await deliveryOf(ann, body.id)).toMatchObject({ state: 'DELIVERED' })
  })

  it('are sent to an address in capitals as well, which comes back unchanged', async () => {
    goesOut()
    const url = `HTTPS://${NAME.toUpperCase()}/hook`
    const { status, body } = await asks(await h.user(), url)
    expect([status, body.delivery?.url]).toEqual([200, url])
  })

  it('never follow a redirect, and try again', async () => {
    goesOut()
    const ann = await h.user()
    const { body } = await asks(ann)
    receiver.answers.push({ status: 307, headers: { location: '/elsewhere' } })
    await happens(h, ann.personal, 2, 'processing')
    await h.settle()
    expect(receiver.received.map(({ url }) => url)).toEqual(['/hook', '/hook'])
    expect(await deliveryOf(ann, body.id)).toMatchObject({
      state: 'RETRYING',
      last_attempt: { status: 307 },
    })
    await h.advance({ minutes: 1 })
    expect(await deliveryOf(ann, body.id)).toMatchObject({ state: 'DELIVERED', attempts: 2 })
  })

  it('do not trust a certificate that nobody vouches for, nor one for another name', async () => {
    goesOut({ trust: 'wary' })
    expect((await asks(await h.user())).status).toBe(422)
    goesOut()
    expect((await asks(await h.user(), 'https://other.example/hook')).status).toBe(422)
    expect(receiver.received).toEqual([])
  })

  it('do not go to a name that leads inside, not even when it led outside before', async () => {
    let asked = 0
    goesOut({ resolve: async () => [asked++ === 0 ? PUBLIC : '10.0.0.1'] })
    const ann = await h.user()
    const { status, body } = await asks(ann)
    expect(status).toBe(200)
    await happens(h, ann.personal, 3, 'processing')
    await h.settle()
    expect(receiver.received).toHaveLength(1)
    expect(await deliveryOf(ann, body.id)).toMatchObject({
      state: 'RETRYING',
      last_attempt: { status: null, error: 'private address' },
    })
  })

  it.each([
    ['http://hooks.example/hook', 'https'],
    ['https://hooks.example:8443/hook', 'port 443'],
    ['https://127.0.0.1/hook', 'domain name'],
    ['https://hooks.example/hook?for=ann', 'query string'],
  ])('422 INVALID_CALLBACK_URL for %s, before anything is sent', async (url, says) => {
    goesOut()
    const { status, body } = await asks(await h.user(), url)
    expect([status, body.errors[0].code]).toEqual([422, 'INVALID_CALLBACK_URL'])
    expect(body.errors[0].message).toContain(says)
    expect(receiver.received).toEqual([])
  })
})
