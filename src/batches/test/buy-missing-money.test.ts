// A payment from balances buys the missing amount when the balance in the currency of the group is too small (D28).

import { describe, expect, it } from 'vitest'
import { availableOn } from '../../../test/support/balances.ts'
import { createsCompletedGroup, fundGroup } from '../../../test/support/batch-groups.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, optionOf, topsUp } from '../../../test/support/transfers.ts'
import { conversionsOf } from './ledger-state.ts'

// The groups of these tests cost 200 GBP: `createsCompletedGroup` adds two transfers of 100 GBP.
describe('batches.fund with too little money in the currency of the group', () => {
  const service = testService()

  it('200 buys exactly the missing amount from the most valuable balance', async () => {
    const ann = await service.createUser()
    const pounds = await topsUp(ann, 'GBP', 150)
    const euros = await topsUp(ann, 'EUR', 90)
    const dollars = await topsUp(ann, 'USD', 400)
    const { id } = await createsCompletedGroup(ann)
    expect((await fundGroup(ann, id)).status).toBe(200)
    expect(await availableOn(ann, pounds)).toBe(0)
    expect(await availableOn(ann, euros)).toBe(90)
    const [bought, ...others] = await conversionsOf(service, ann)
    expect(others).toEqual([])
    expect(bought).toMatchObject({
      source_balance_id: String(dollars),
      target_balance_id: String(pounds),
      target_amount: '5000',
      state: 'COMPLETED',
      channel: 'CONVERSION',
    })
    expect(Number(bought?.['fee'])).toBeGreaterThan(0)
    expect(await availableOn(ann, dollars)).toBe((400_00 - Number(bought?.['source_amount'])) / 100)
    const { rows } = await service.db.pool.query(
      `select payload ->> 'channel_name' as channel, payload ->> 'transaction_type' as type
         from events where name = 'balances#update' and subject = $1 order by number desc limit 1`,
      [`balance:${dollars}`],
    )
    expect(rows).toEqual([{ channel: 'CONVERSION', type: 'debit' }])
  })

  it('200 buys at the price of a quote between balances', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'EUR', 1000)
    const pounds = await topsUp(ann, 'GBP', 0.01)
    const { id } = await createsCompletedGroup(ann)
    const order = { sourceCurrency: 'EUR', targetCurrency: 'GBP', targetAmount: 199.99 }
    const { body: quote } = await ann.call(`POST /v3/profiles/${ann.personal}/quotes`, {
      body: { ...order, payOut: 'BALANCE' },
    })
    const option = optionOf(quote, 'BALANCE')
    expect((await fundGroup(ann, id)).status).toBe(200)
    const [bought] = await conversionsOf(service, ann)
    expect(Number(bought?.['source_amount'])).toBe(Math.round(option.sourceAmount * 100))
    expect(Number(bought?.['fee'])).toBe(Math.round(option.fee.total * 100))
    expect(await availableOn(ann, pounds)).toBe(0)
  })

  it('200 buys from several balances when one is not enough, and opens a balance in the currency of the group', async () => {
    const ann = await service.createUser()
    const dollars = await topsUp(ann, 'USD', 120)
    const euros = await topsUp(ann, 'EUR', 200)
    const { id } = await createsCompletedGroup(ann)
    expect((await fundGroup(ann, id)).status).toBe(200)
    const bought = await conversionsOf(service, ann)
    expect(bought.map((row) => row['source_balance_id'])).toEqual([String(euros), String(dollars)])
    expect(await availableOn(ann, euros)).toBe(0)
    const sum = bought.reduce((all, row) => all + Number(row['target_amount']), 0)
    expect(sum).toBe(200_00)
    const balances = await ok(ann.call(`GET /v4/profiles/${ann.personal}/balances?types=STANDARD`))
    expect(balances.map(({ currency }: { currency: string }) => currency)).toContain('GBP')
  })
})
