import { describe, expect, it } from 'vitest'
import { setsRate } from '../../../test/support/exchange-rates.ts'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import {
  createsTransfer,
  ok,
  outcome,
  readsTransfer,
  simulate,
} from '../../../test/support/transfers.ts'
import { eventsAbout } from '../../balances/test/fixtures.ts'
import { claimableTransfer } from '../../claims/test/claiming.ts'
import { timeToClaim } from '../../transfers/index.ts'

describe('simulation.transfer-webhook-refund', () => {
  const service = testService()

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

  it('200 sends transfers#refund without changing the transfer', async () => {
    const ann = await service.createUser()
    await subscribes(ann)
    const transfer = await createsTransfer(ann)
    const reply = await simulate(ann, transfer.id, 'webhook_refund')
    expect([reply.status, reply.body]).toEqual([200, transfer])
    expect(await readsTransfer(ann, transfer.id)).toEqual(transfer)
    service.sent.length = 0
    await service.settle()
    expect(service.sent.map(({ body }) => JSON.parse(body).data.resource)).toEqual([
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

  it('D111a: 200 sends the refunded amount when it was less than the payment', async () => {
    await setsRate(service, 'EUR', '0.9')
    const ann = await service.createUser()
    const { id } = await claimableTransfer(service, ann)
    await setsRate(service, 'EUR', '1.8')
    await service.advance({ seconds: timeToClaim.seconds })
    const [, refund] = await ok(ann.call(`GET /v1/transfers/${id}/payments`))
    // The target amount is worth half of the 100.00 GBP that were paid.
    expect(refund.amount).toBeLessThan(60)
    await subscribes(ann)
    service.sent.length = 0
    await ok(simulate(ann, id, 'webhook_refund'))
    await service.settle()
    expect(service.sent.map(({ body }) => JSON.parse(body).data.resource.refund_amount)).toEqual([
      refund.amount,
    ])
  })

  it('409 refund.webhook.not-configured without a subscription, and records no event', async () => {
    const ann = await service.createUser()
    const { id } = await createsTransfer(ann)
    const before = await eventsAbout(service, `transfer:${id}`)
    const reply = await simulate(ann, id, 'webhook_refund')
    expect(outcome(reply)).toBe('409 refund.webhook.not-configured')
    expect(await eventsAbout(service, `transfer:${id}`)).toEqual(before)
  })

  it('404 transfer.not-found for a transfer of another user', async () => {
    const { id } = await createsTransfer(await service.createUser())
    const reply = await simulate(await service.createUser(), id, 'webhook_refund')
    expect(outcome(reply)).toBe('404 transfer.not-found')
  })
})
