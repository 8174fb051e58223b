// Card payments on a statement (D85): a line for each change of the balance.

import { expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { ok, topsUp } from '../../../test/support/transfers.ts'
import { authorises, clear, holdsCard, refund } from '../../card-transactions/test/terminal.ts'

const service = testService()

it('D85: a card payment is a CARD line when it is held, and another when money comes back', async () => {
  const ann = await service.createUser()
  const balance = await topsUp(ann, 'GBP', 100)
  const card = await holdsCard(service, ann)
  const payment = await authorises(card, 20, { currency: 'EUR' })
  await ok(clear(card, payment, 15))
  await ok(refund(card, payment, 0))
  const [from, to] = [service.now().subtract({ hours: 1 }), service.now().add({ hours: 1 })]
  const { transactions } = await ok(
    ann.call(
      `GET /v1/profiles/${ann.personal}/balance-statements/${balance}/statement.json?currency=GBP&intervalStart=${from}&intervalEnd=${to}&type=COMPACT`,
    ),
  )
  const referenceNumber = `CARD-${payment.id}`
  const description = 'Card payment of 20.00 EUR at Corner Shop'
  const shown = { details: { type: 'CARD', description }, referenceNumber }
  const exchangeDetails = { forAmount: { value: 20, currency: 'EUR' }, rate: expect.any(Number) }
  expect(transactions).toMatchObject([
    {
      type: 'CREDIT',
      details: { type: 'CARD', description: 'Card refund of 15.00 EUR at Corner Shop' },
    },
    { ...shown, type: 'CREDIT' },
    { ...shown, type: 'DEBIT', exchangeDetails },
    { type: 'CREDIT', runningBalance: { value: 100 } },
  ])
  expect(transactions[0].runningBalance.value).toBe(100)
})
