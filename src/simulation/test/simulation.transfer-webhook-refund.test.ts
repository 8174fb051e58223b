import { describe, expect, it } from 'vitest'
import { house } from '../../../test/support/house.ts'
import { ok, sends, step } from '../../../test/support/sending.ts'

describe('simulation.transfer-webhook-refund', () => {
  const h = house()

  it('200 sends transfers#refund and leaves the transfer as it is', async () => {
    const ann = await h.user()
    await ok(
      ann.call(`POST /v3/profiles/${ann.personal}/subscriptions`, {
        body: {
          name: 'refunds',
          trigger_on: 'transfers#refund',
          delivery: { version: '1.0.0', url: 'http://127.0.0.1:9/hook' },
        },
      }),
    )
    const transfer = await sends(ann)
    const reply = await step(ann, transfer.id, 'webhook_refund')
    expect([reply.status, reply.body]).toEqual([200, transfer])
    h.sent.length = 0
    await h.settle()
    expect(h.sent.map(({ body }) => JSON.parse(body).data.resource)).toEqual([
      {
        type: 'transfer',
        id: transfer.id,
        profile_id: ann.personal,
        account_id: transfer.targetAccount,
        refund_amount: 100,
        refund_currency: 'GBP',
      },
    ])
  })

  it('409 refund.webhook.not-configured when nobody subscribes to it', async () => {
    const ann = await h.user()
    const { id } = await sends(ann)
    const reply = await step(ann, id, 'webhook_refund')
    expect([reply.status, reply.body.errors[0].code]).toEqual([
      409,
      'refund.webhook.not-configured',
    ])
  })

  it('404 transfer.not-found for a stranger’s', async () => {
    const { id } = await sends(await h.user())
    expect((await step(await h.user(), id, 'webhook_refund')).status).toBe(404)
  })
})
