import { afterEach, describe, expect, it } from 'vitest'
import type { Client } from '../../../test/support/people.ts'
import { outcome } from '../../../test/support/transfers.ts'
import { EDITED_CONCURRENT_MAX } from '../model.ts'
import { verifySignatures } from './verify-signatures.ts'
import {
  onlyMessage,
  recordStates,
  replyWith,
  signingService,
  subscribeApplication,
  UNKNOWN_ID,
} from './webhook-fixtures.ts'

const BODY = '{"data":{"current_state":"edited"}}'

describe('webhooks.resend-edited-for-application', () => {
  const service = signingService()
  afterEach(() => {
    service.sent.length = 0
    service.respondWith(() => replyWith(200))
  })

  const pathsOf = ({ clientKey }: Pick<Client, 'clientKey'>, subscription: string) => ({
    log: `/v3/applications/${clientKey}/subscriptions/${subscription}/deliveries`,
    resend: (id: string) =>
      `POST /v1/sandbox/applications/${clientKey}/subscriptions/${subscription}/deliveries/${id}/resend-edited`,
  })

  /** A new application with a user, and one delivery about the user. */
  async function createDelivery() {
    const app = await service.createClient()
    const ann = await service.createUser({ applicationId: app.applicationId })
    const subscription = await subscribeApplication(app)
    await recordStates(service, ann.personal, 1, 'processing')
    await service.settle()
    const id = onlyMessage(service).headers['X-Delivery-Id'] ?? ''
    service.sent.length = 0
    return { app, ann, subscription, id, ...pathsOf(app, subscription) }
  }

  it('D130: 200 sends the edited bytes with valid signatures, and adds the edited delivery to the log as a test', async () => {
    const { app, id, log, resend } = await createDelivery()
    const { status, body } = await app.call(resend(id), { body: { body: BODY } })
    expect(status).toBe(200)
    const sent = onlyMessage(service)
    expect(sent).toMatchObject({ body: BODY, headers: { 'X-Test-Notification': 'true' } })
    await verifySignatures(service, sent)
    expect((await app.call(`GET ${log}`)).body).toMatchObject([
      { ...body, test: true, state: 'DELIVERED' },
      { delivery_id: id, test: false, state: 'DELIVERED', attempts: 1 },
    ])
  })

  it('200 for a test notification', async () => {
    const { app, log, resend } = await createDelivery()
    const path = log.replace(/deliveries$/, 'test-notifications')
    const [{ delivery_id: id }] = (await app.call(`POST ${path}`)).body
    await service.settle()
    service.sent.length = 0
    expect((await app.call(resend(id), { body: { body: BODY } })).status).toBe(200)
    expect(onlyMessage(service).body).toBe(BODY)
  })

  it('D119: 404 delivery.not.found after the user has revoked the grant, and the log hides the edited body', async () => {
    const { app, ann, id, log, resend } = await createDelivery()
    await app.call(resend(id), { body: { body: BODY } })
    service.sent.length = 0
    await ann.call(`DELETE /v1/user/grants/${app.clientKey}`)
    const reply = await app.call(resend(id), { body: { body: BODY } })
    expect(outcome(reply)).toBe('404 delivery.not.found')
    expect(service.sent).toEqual([])
    expect((await app.call(`GET ${log}`)).body).toMatchObject([{ body: '' }, { body: '' }])
  })

  it('404 for the path, the subscription or the delivery of another application, and for an unknown delivery', async () => {
    const [own, other] = [await createDelivery(), await createDelivery()]
    const request = { body: { body: BODY } }
    expect((await own.app.call(other.resend(other.id), request)).status).toBe(404)
    const { resend } = pathsOf(own.app, other.subscription)
    expect(outcome(await own.app.call(resend(other.id), request))).toBe(
      '404 subscription.not.found',
    )
    expect(outcome(await own.app.call(own.resend(other.id), request))).toBe(
      '404 delivery.not.found',
    )
    expect(outcome(await own.app.call(own.resend(UNKNOWN_ID), request))).toBe(
      '404 delivery.not.found',
    )
    expect(service.sent).toEqual([])
  })

  it('429 delivery.edited.too-many while a slow receiver holds the maximum of edited deliveries', async () => {
    const { app, id, resend } = await createDelivery()
    const held = Promise.withResolvers<void>()
    const arrived = Promise.withResolvers<void>()
    service.respondWith(async () => {
      if (service.sent.length === EDITED_CONCURRENT_MAX) arrived.resolve()
      await held.promise
      return replyWith(200)
    })
    const request = { body: { body: BODY } }
    const slow = Array.from({ length: EDITED_CONCURRENT_MAX }, () => app.call(resend(id), request))
    await arrived.promise
    expect(outcome(await app.call(resend(id), request))).toBe('429 delivery.edited.too-many')
    held.resolve()
    expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(slow.map(() => 200))
  })

  it('422 delivery.body.invalid for a body that is not JSON', async () => {
    const { app, id, resend } = await createDelivery()
    const reply = await app.call(resend(id), { body: { body: '{' } })
    expect(outcome(reply)).toBe('422 delivery.body.invalid')
    expect(service.sent).toEqual([])
  })
})
