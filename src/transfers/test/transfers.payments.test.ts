import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import {
  addsRecipient,
  createsTransfer,
  fundTransfer,
  outcome,
  simulate,
  topsUp,
} from '../../../test/support/transfers.ts'

describe('transfers.payments', () => {
  const service = testService()
  const route = (id: number) => `GET /v1/transfers/${id}/payments`

  it('200 with an empty list before the payment, then with the payment and its method', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann)
    expect((await ann.call(route(id))).body).toEqual([])
    await fundTransfer(ann, id)
    const reply = await ann.call(route(id))
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

  it('200 with method BANK_TRANSFER for money from a bank', async () => {
    const ann = await service.createUser()
    const { id } = await createsTransfer(ann, { payIn: 'BANK_TRANSFER' })
    await simulate(ann, id, 'processing')
    expect((await ann.call(route(id))).body).toMatchObject([{ method: 'BANK_TRANSFER' }])
  })

  it('D95: 200 with a refund to the balance that paid: its amount, time and balance', async () => {
    const ann = await service.createUser()
    const balanceId = await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann)
    await fundTransfer(ann, id)
    for (const name of ['funds_converted', 'outgoing_payment_sent', 'bounced_back'])
      await simulate(ann, id, name)
    await service.advance({ hours: 1 })
    expect((await ann.call(route(id))).body).toHaveLength(1)
    await simulate(ann, id, 'funds_refunded')
    expect((await ann.call(route(id))).body).toEqual([
      expect.objectContaining({ type: 'PAYMENT', method: 'BALANCE', balanceId }),
      {
        id: expect.any(Number),
        method: 'BALANCE',
        pricingVariant: null,
        amount: 100,
        currency: 'GBP',
        timeCreated: service.now().toString({ smallestUnit: 'millisecond' }),
        timeUpdated: service.now().toString({ smallestUnit: 'millisecond' }),
        type: 'REFUND',
        balanceId,
        recipientId: null,
        rateDifference: null,
      },
    ])
  })

  it('D95: 200 with a refund to the refund recipient, or to the account that the money came from', async () => {
    const ann = await service.createUser()
    const sourceAccount = await addsRecipient(ann, 'GBP')
    for (const [change, recipientId] of [
      [{ sourceAccount }, sourceAccount],
      [{}, null],
    ] as const) {
      const { id } = await createsTransfer(ann, { payIn: 'BANK_TRANSFER', ...change })
      await simulate(ann, id, 'processing')
      await ann.call(`PUT /v1/transfers/${id}/cancel`)
      expect((await ann.call(route(id))).body).toMatchObject([
        { type: 'PAYMENT', amount: 100, method: 'BANK_TRANSFER' },
        { type: 'REFUND', amount: 100, method: 'BANK_TRANSFER', balanceId: null, recipientId },
      ])
    }
  })

  it('404 transfer.not-found for a transfer of another user', async () => {
    const { id } = await createsTransfer(await service.createUser())
    const reply = await (await service.createUser()).call(route(id))
    expect(outcome(reply)).toBe('404 transfer.not-found')
  })
})
