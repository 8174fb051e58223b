import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { outcome } from '../../../test/support/transfers.ts'
import {
  clear,
  moneyOf,
  readsTransaction,
  type Terminal,
} from '../../card-transactions/test/terminal.ts'
import { createsCardHolder } from './card-holder.ts'

describe('simulation.card-authorisation-v2', () => {
  const service = testService()

  const authorise = ({ ann, token, pan }: Terminal, sent: object = {}) =>
    ann.call(
      `POST /v2/simulation/spend/profiles/${ann.personal}/cards/${token}/transactions/authorisation`,
      {
        body: {
          pos: 'CHIP_AND_PIN',
          transactionType: 'GOODS_AND_SERVICES',
          amount: { value: 12.5, currency: 'GBP' },
          mcc: 5812,
          cardNumber: pan,
          ...sent,
        },
      },
    )

  it('200 holds the amount of a request without card codes, and a clearing with the returned reference captures it', async () => {
    const { ann, terminal } = await createsCardHolder(service)
    const { status, body } = await authorise(terminal)
    expect([status, body.error]).toEqual([200, null])
    expect(body.reference.transaction.card).toMatchObject({
      pan: terminal.pan,
      pin: null,
      cvv2: null,
    })
    const id = Number(body.reference.transaction.retrievalReferenceNum)
    expect(await readsTransaction(terminal, id)).toMatchObject({
      type: 'POS_PURCHASE',
      merchant: { name: 'Sandbox merchant', category: { code: '5812', name: 'Restaurants' } },
    })
    expect(await moneyOf(service, ann, 'GBP')).toEqual({
      amount: 87.5,
      reserved: 12.5,
      owedMinor: 0,
    })
    await clear(terminal, { id, ref: body.reference, currency: 'GBP' }, 12.5)
    expect(await moneyOf(service, ann, 'GBP')).toEqual({ amount: 87.5, reserved: 0, owedMinor: 0 })
  })

  it.each([
    [
      'E_COMMERCE_NO_3DS',
      'the transactionType GOODS_AND_SERVICES',
      'ECOM_PURCHASE',
      'GOODS_AND_SERVICES',
    ],
    ['E_COMMERCE_3DS', 'no transactionType', 'ECOM_PURCHASE', undefined],
    ['CHIP_AND_PIN', 'the transactionType CASH_WITHDRAWAL', 'CASH_WITHDRAWAL', 'CASH_WITHDRAWAL'],
  ])(
    '200 for pos %s and %s creates a transaction of type %s',
    async (pos, _, type, transactionType) => {
      const { terminal } = await createsCardHolder(service)
      const { status, body } = await authorise(terminal, { pos, transactionType, mcc: undefined })
      expect(status).toBe(200)
      const id = Number(body.reference.transaction.retrievalReferenceNum)
      expect((await readsTransaction(terminal, id)).type).toBe(type)
    },
  )

  it.each([
    [{ transactionType: 'REFUND' }, 422, 'card.transaction-type.not-supported'],
    [{ amount: { value: -1, currency: 'GBP' } }, 422, 'card.amount.invalid'],
    [{ amount: { value: 1, currency: 'ABC' } }, 422, 'CurrencyCode'],
    [{ cardNumber: '9999100000000000' }, 422, 'card.data.pan.invalid'],
    [{ cardNumber: '9'.repeat(11) }, 400, 'Pattern'],
    [{ cardNumber: 'x' }, 400, 'Pattern'],
  ])('a request with %j is refused: %i %s', async (sent, status, code) => {
    const { terminal } = await createsCardHolder(service)
    const reply = await authorise(terminal, sent)
    expect(outcome(reply)).toBe(`${status} ${code}`)
  })

  it("404 card.not-found for another user's card", async () => {
    const { terminal } = await createsCardHolder(service)
    const bob = await service.createUser()
    const reply = await authorise({ ...terminal, ann: bob })
    expect(outcome(reply)).toBe('404 card.not-found')
  })
})
