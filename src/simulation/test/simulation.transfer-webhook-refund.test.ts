import { describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { movesRate } from '../../../test/support/rate-moves.ts'
import { ok, sends, step } from '../../../test/support/sending.ts'
import { house } from '../../../test/support/service.ts'
import { waiting } from '../../claims/test/claiming.ts'

describe('simulation.transfer-webhook-refund', () => {
  const h = house()

  const subscribes = (ann: Person) =>
    ok(
      ann.call(`POST /v3/profiles/${ann.personal}/subscriptions`, {
        body: {
          name: 'refunds',
          trigger_on: 'transfers#refund',
          delivery: { version: '1.0.0', url: 'http://127.0.0.1:9/hook' },
        },
      }),
    )

  it('200 sends transfers#refund and leaves the transfer as it is', async () => {
    const ann = await h.user()
    await subscribes(ann)
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

  it('D111a: 200 names what went back, where that was less than what was paid', async () => {
    await movesRate(h, 'EUR', '0.9')
    const ann = await h.user()
    const { id } = await waiting(h, ann)
    await movesRate(h, 'EUR', '1.8')
    await h.advance({ hours: 24 * 14 })
    const [, refund] = await ok(ann.call(`GET /v1/transfers/${id}/payments`))
    expect(refund.amount).toBeLessThan(60)
    await subscribes(ann)
    h.sent.length = 0
    await ok(step(ann, id, 'webhook_refund'))
    await h.settle()
    expect(h.sent.map(({ body }) => JSON.parse(body).data.resource.refund_amount)).toEqual([
      refund.amount,
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
