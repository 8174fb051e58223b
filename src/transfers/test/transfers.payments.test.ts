import { describe, expect, it } from 'vitest'
import { fund, holds, pays, sends, step } from '../../../test/support/sending.ts'
import { house } from '../../../test/support/service.ts'

describe('transfers.payments', () => {
  const h = house()
  const path = (id: number) => `GET /v1/transfers/${id}/payments`

  it('200 nothing before it is paid, then what was paid, and how', async () => {
    const ann = await h.user()
    await holds(ann, 'GBP', 500)
    const { id } = await sends(ann)
    expect((await ann.call(path(id))).body).toEqual([])
    await fund(ann, id)
    const reply = await ann.call(path(id))
    expect([reply.status, reply.body]).toEqual([
      200,
      [
        {
          id: expect.any(Number),
          method: 'BALANCE',
          pricingVariant: null,
          amount: 100,
          currency: 'GBP',
          timeCreated: '2026-01-05T10:00:00.000Z',
          timeUpdated: '2026-01-05T10:00:00.000Z',
          type: 'PAYMENT',
          balanceId: expect.any(Number),
          recipientId: null,
          rateDifference: null,
        },
      ],
    ])
  })

  it('200 money from a bank', async () => {
    const ann = await h.user()
    const { id } = await sends(ann, { payIn: 'BANK_TRANSFER' })
    await step(ann, id, 'processing')
    expect((await ann.call(path(id))).body).toMatchObject([{ method: 'BANK_TRANSFER' }])
  })

  it('D95: 200 a refund to the balance that paid, with amount, time and balance', async () => {
    const ann = await h.user()
    const balanceId = await holds(ann, 'GBP', 500)
    const { id } = await sends(ann)
    await fund(ann, id)
    for (const name of ['funds_converted', 'outgoing_payment_sent', 'bounced_back'])
      await step(ann, id, name)
    await h.advance({ hours: 1 })
    expect((await ann.call(path(id))).body).toHaveLength(1)
    await step(ann, id, 'funds_refunded')
    expect((await ann.call(path(id))).body).toEqual([
      expect.objectContaining({ type: 'PAYMENT', method: 'BALANCE', balanceId }),
      {
        id: expect.any(Number),
        method: 'BALANCE',
        pricingVariant: null,
        amount: 100,
        currency: 'GBP',
        timeCreated: h.now().toString({ smallestUnit: 'millisecond' }),
        timeUpdated: h.now().toString({ smallestUnit: 'millisecond' }),
        type: 'REFUND',
        balanceId,
        recipientId: null,
        rateDifference: null,
      },
    ])
  })

  it('D95: 200 a refund to the refund recipient, or to the account the money came from', async () => {
    const ann = await h.user()
    const sourceAccount = await pays(ann, 'GBP')
    for (const [wanted, recipientId] of [
      [{ sourceAccount }, sourceAccount],
      [{}, null],
    ] as const) {
      const { id } = await sends(ann, { payIn: 'BANK_TRANSFER', ...wanted })
      await step(ann, id, 'processing')
      await ann.call(`PUT /v1/transfers/${id}/cancel`)
      expect((await ann.call(path(id))).body).toMatchObject([
        { type: 'PAYMENT', amount: 100, method: 'BANK_TRANSFER' },
        { type: 'REFUND', amount: 100, method: 'BANK_TRANSFER', balanceId: null, recipientId },
      ])
    }
  })

  it("404 transfer.not-found for a stranger's", async () => {
    const { id } = await sends(await h.user())
    const reply = await (await h.user()).call(path(id))
    expect([reply.status, reply.body.errors[0].code]).toEqual([404, 'transfer.not-found'])
  })
})
