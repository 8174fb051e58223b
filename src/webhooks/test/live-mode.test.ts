// Webhooks in live mode, sent over TLS to a receiver on this machine. Address check, certificate check, probe, delivery
// and signature run as in the service. The tests answer the DNS lookups, and connections are redirected to the receiver.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { type Receiver, receiverFor } from '../../../test/support/tls.ts'
import { outcome } from '../../../test/support/transfers.ts'
import { createOutside, type Resolve } from '../../app/outside/outside.ts'
import { verifySignatures } from './verify-signatures.ts'
import {
  deliveryOf,
  recordStates,
  signingService,
  subscriptionRequest,
  summaryOf,
} from './webhook-fixtures.ts'

const NAME = 'hooks.example'
const HOOK = `https://${NAME}/hook`
const PUBLIC_ADDRESS = '93.184.216.34'

describe('webhooks in live mode', () => {
  const service = signingService({ mode: 'live' })
  let receiver: Receiver
  beforeAll(async () => {
    receiver = await receiverFor(NAME)
  })
  afterAll(() => receiver.close())

  type Network = { resolve?: Resolve; trust?: 'own-certificate' | 'public-authorities' }

  /** Sends all following messages as in live mode. */
  function sendLive({
    resolve = async () => [PUBLIC_ADDRESS],
    trust = 'own-certificate',
  }: Network = {}): void {
    receiver.received.length = 0
    const { post } = createOutside({ mode: 'live', resolve, secure: receiver.agent(trust) })
    service.respondWith(post)
  }

  const createSubscription = (ann: Person, url = HOOK) =>
    ann.call(`POST /v3/profiles/${ann.personal}/subscriptions`, {
      body: subscriptionRequest({ url }),
    })

  it('are probed, sent and signed', async () => {
    sendLive()
    const ann = await service.createUser()
    const { status, body } = await createSubscription(ann)
    expect([status, body.delivery.url]).toEqual([200, HOOK])
    expect(receiver.received[0]?.headers['x-test-notification']).toBe('true')
    await recordStates(service, ann.personal, 1, 'processing')
    await service.settle()
    const [, sent, ...more] = receiver.received
    if (sent === undefined) throw new Error('no message was received')
    expect([more, sent.method, sent.url, summaryOf(sent), sent.headers.host]).toEqual([
      [],
      'POST',
      '/hook',
      '1 processing',
      NAME,
    ])
    await verifySignatures(service, {
      body: sent.body,
      headers: service.sent.at(-1)?.headers ?? {},
    })
    expect(sent.headers['x-signature-sha256']).toBe(
      service.sent.at(-1)?.headers['X-Signature-SHA256'],
    )
    expect(await deliveryOf(ann, body.id)).toMatchObject({ state: 'DELIVERED' })
  })

  it('are probed at a URL with scheme and host in upper case, and the reply for the subscription has this URL unchanged', async () => {
    sendLive()
    const url = `HTTPS://${NAME.toUpperCase()}/hook`
    const { status, body } = await createSubscription(await service.createUser(), url)
    expect([status, body.delivery?.url]).toEqual([200, url])
    expect(receiver.received).toHaveLength(1)
  })

  it('do not follow a redirect, and are retried', async () => {
    sendLive()
    const ann = await service.createUser()
    const { body } = await createSubscription(ann)
    receiver.replies.push({ status: 307, headers: { location: '/elsewhere' } })
    await recordStates(service, ann.personal, 2, 'processing')
    await service.settle()
    expect(receiver.received.map(({ url }) => url)).toEqual(['/hook', '/hook'])
    expect(await deliveryOf(ann, body.id)).toMatchObject({
      state: 'RETRYING',
      last_attempt: { status: 307 },
    })
    await service.advance({ minutes: 1 })
    expect(await deliveryOf(ann, body.id)).toMatchObject({ state: 'DELIVERED', attempts: 2 })
  })

  it('422 INVALID_CALLBACK_URL for an untrusted certificate and for a certificate of another name', async () => {
    const ann = await service.createUser()
    const refusalOf = async (url?: string) => {
      const reply = await createSubscription(ann, url)
      expect(outcome(reply)).toBe('422 INVALID_CALLBACK_URL')
      return reply.body.errors[1].message
    }
    sendLive({ trust: 'public-authorities' })
    expect(await refusalOf()).toContain('got no reply: untrusted certificate.')
    sendLive()
    expect(await refusalOf('https://other.example/hook')).toContain(
      'got no reply: certificate of another host name.',
    )
    expect(receiver.received).toEqual([])
  })

  it('are not sent to a name that resolves to a private address, even when the name resolved to a public one at creation', async () => {
    let lookups = 0
    sendLive({ resolve: async () => [lookups++ === 0 ? PUBLIC_ADDRESS : '10.0.0.1'] })
    const ann = await service.createUser()
    const { status, body } = await createSubscription(ann)
    expect(status).toBe(200)
    await recordStates(service, ann.personal, 3, 'processing')
    await service.settle()
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
  ])(
    '422 INVALID_CALLBACK_URL for %s with a message about %s, and no request is sent',
    async (url, message) => {
      sendLive()
      const reply = await createSubscription(await service.createUser(), url)
      expect(outcome(reply)).toBe('422 INVALID_CALLBACK_URL')
      expect(reply.body.errors[0].message).toContain(message)
      expect(receiver.received).toEqual([])
    },
  )
})
