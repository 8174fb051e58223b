// Webhooks of the service that the client verifies.

import { describe, expect, it } from 'vitest'
import { signingService, subscribe } from '../../src/webhooks/test/webhook-fixtures.ts'
import type { SentRequest, TestService } from '../../test/support/service.ts'
import { createsTransfer } from '../../test/support/transfers.ts'
import { createGodwit, InvalidSignature } from '../src/index.ts'
import { baseUrlOf, clientFor } from './client.ts'

describe('webhooks.verify', () => {
  const service = signingService()

  function lastSent({ sent }: TestService): SentRequest {
    return sent.at(-1) ?? expect.fail('no webhook was sent')
  }

  /** Causes a delivery to a new user. */
  async function causesDelivery(to: TestService) {
    const ann = await to.createUser()
    await subscribe(to, ann)
    const { id } = await createsTransfer(ann)
    const godwit = await clientFor(to, ann)
    await godwit.transfers.cancelTransfer({ path: { transferId: id } })
    await to.settle()
    return { ann, sent: lastSent(to), transferId: id }
  }

  it('returns the event of a genuine delivery, and rejects a changed body and a wrong, malformed or missing signature', async () => {
    const { ann, sent, transferId } = await causesDelivery(service)
    const { webhooks } = await clientFor(service, ann)
    const event = await webhooks.verify(sent.body, sent.headers)
    expect(event).toMatchObject({
      event_type: 'transfers#state-change',
      data: { resource: { id: transferId } },
    })
    expect(await webhooks.verify(Buffer.from(sent.body), new Headers(sent.headers))).toEqual(event)

    const signature = 'X-Signature-SHA256'
    const forgeries = [
      [sent.body.replace('cancelled', 'completed'), sent.headers],
      [sent.body, { ...sent.headers, [signature]: sent.headers['X-Signature'] }],
      [sent.body, { ...sent.headers, [signature]: 'not Base64!' }],
      // No bytes have Base64 text of this length, so `atob` would throw.
      [sent.body, { ...sent.headers, [signature]: 'A' }],
      [sent.body, {}],
    ] as const
    for (const [body, headers] of forgeries)
      await expect(webhooks.verify(body, headers)).rejects.toBeInstanceOf(InvalidSignature)
  })

  it('returns the event of a delivery that was edited and resent, and rejects the body before the edit', async () => {
    const { ann, sent, transferId } = await causesDelivery(service)
    const godwit = await clientFor(service, ann)
    const path = { profileId: ann.personal }
    const [subscription] = await godwit.webhooks.listSubscriptionsOfProfile({ path })
    const subscriptionId = subscription?.id ?? expect.fail('there is no subscription')
    const body = sent.body.replace('cancelled', 'completed')
    const edited = await godwit.webhooks.resendEditedToProfile({
      path: { ...path, subscriptionId, deliveryId: sent.headers['X-Delivery-Id'] ?? '' },
      body: { body },
    })
    expect(edited).toMatchObject({ test: true, state: 'DELIVERED', body })
    const { headers, body: resent } = lastSent(service)
    expect(headers).toMatchObject({ 'X-Test-Notification': 'true' })
    expect(await godwit.webhooks.verify(resent, headers)).toMatchObject({
      data: { resource: { id: transferId }, current_state: 'completed' },
    })
    await expect(godwit.webhooks.verify(sent.body, headers)).rejects.toBeInstanceOf(
      InvalidSignature,
    )
  })

  it('fetches the public key one time', async () => {
    let requests = 0
    const countingFetch: typeof fetch = (...call) => {
      requests += 1
      return fetch(...call)
    }
    const { sent } = await causesDelivery(service)
    const { webhooks } = createGodwit({ baseUrl: await baseUrlOf(service), fetch: countingFetch })
    await webhooks.verify(sent.body, sent.headers)
    await webhooks.verify(sent.body, sent.headers)
    expect(requests).toBe(1)
  })
})
