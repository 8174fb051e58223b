// The reply, the postings, the quote and the event after an exchange by a quote.

import { describe, expect, it } from 'vitest'
import { houseAccountBalances } from '../../../test/support/ledger.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, optionOf } from '../../../test/support/transfers.ts'
import { amountOf, eventsAbout, opensBalanceWith } from '../../balances/test/fixtures.ts'
import { createMovement, createsBalanceQuote, pounds } from './fixtures.ts'

describe('an exchange by a quote', () => {
  const service = testService()

  /** Exchanges 100 GBP of a balance of 250 GBP, by a quote, to a balance of 1 EUR. */
  async function exchangesPounds() {
    const ann = await service.createUser()
    const source = await opensBalanceWith(service, ann, 'GBP', '250')
    const target = await opensBalanceWith(service, ann, 'EUR', '1')
    const quote = await createsBalanceQuote(ann, 'GBP', 'EUR')
    const movement = await ok(createMovement(ann, { quoteId: quote.id }))
    return { ann, source, target, quote, movement, option: optionOf(quote, 'BALANCE') }
  }

  it('201 exchanges by a quote and takes its fee', async () => {
    const { ann, source, target, quote, movement, option } = await exchangesPounds()
    const { targetAmount, fee } = option
    const euros = (value: number) => ({ value, currency: 'EUR' })
    const amountsAfter = [pounds(150), euros(Number((1 + targetAmount).toFixed(2)))]
    const amountsAndRate = {
      sourceAmount: pounds(100),
      targetAmount: euros(targetAmount),
      rate: quote.rate,
    }
    expect(movement).toEqual({
      id: expect.any(Number),
      type: 'CONVERSION',
      state: 'COMPLETED',
      balancesAfter: [
        { id: source, ...amountsAfter[0] },
        { id: target, ...amountsAfter[1] },
      ],
      creationTime: '2026-01-05T10:00:00.000000Z',
      steps: [
        {
          id: movement.id,
          type: 'CONVERSION',
          creationTime: '2026-01-05T10:00:00.000000Z',
          balancesAfter: amountsAfter,
          channelName: 'CONVERSION',
          channelReferenceId: null,
          tracingReferenceCode: null,
          ...amountsAndRate,
          fee: pounds(fee.total),
        },
      ],
      ...amountsAndRate,
      feeAmounts: [pounds(fee.total)],
    })
    expect(await amountOf(ann, source)).toBe(150)
  })

  it('201 lists the fields of a step in this order: sourceAmount, targetAmount, fee, rate', async () => {
    const { movement } = await exchangesPounds()
    expect(Object.keys(movement.steps[0]).slice(-4)).toEqual([
      'sourceAmount',
      'targetAmount',
      'fee',
      'rate',
    ])
  })

  it('201 books the target amount, the source amount without the fee, and the fee to house accounts', async () => {
    const { ann, option } = await exchangesPounds()
    const minor = (value: number) => BigInt(Math.round(value * 100))
    const [targetMinor, feeMinor] = [minor(option.targetAmount), minor(option.fee.total)]
    expect(await houseAccountBalances(service.db.reader, ann.personal)).toEqual(
      expect.arrayContaining([
        { account: 'desk', currency: 'EUR', balance: -targetMinor },
        { account: 'desk', currency: 'GBP', balance: 10000n - feeMinor },
        { account: 'fees', currency: 'GBP', balance: feeMinor },
      ]),
    )
  })

  it('201 marks the quote as FUNDED', async () => {
    const { ann, quote } = await exchangesPounds()
    const used = await ann.call(`GET /v3/profiles/${ann.personal}/quotes/${quote.id}`)
    expect(used.body.status).toBe('FUNDED')
  })

  it('201 records an event of the debit', async () => {
    const { source, movement } = await exchangesPounds()
    const debited = (await eventsAbout(service, `balance:${source}`)).at(-1)
    expect(debited?.payload).toMatchObject({
      transaction_type: 'debit',
      amount: 100,
      channel_name: 'CONVERSION',
      transfer_reference: String(movement.id),
    })
  })

  it('201 credits the partner with its share of the fee', async () => {
    const { applicationId } = await service.createClient({ partnerPrice: '0.005' })
    const ann = await service.createUser({ applicationId })
    await opensBalanceWith(service, ann, 'GBP', '100')
    await opensBalanceWith(service, ann, 'EUR', '0')
    const { id } = await createsBalanceQuote(ann, 'GBP', 'EUR')
    expect((await createMovement(ann, { quoteId: id })).status).toBe(201)
    expect(await houseAccountBalances(service.db.reader, ann.personal)).toContainEqual({
      account: `partner:${applicationId}`,
      currency: 'GBP',
      balance: 50n,
    })
  })
})
