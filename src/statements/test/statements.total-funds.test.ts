import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import { opensBalanceWith } from '../../balances/test/fixtures.ts'
import { authorises, createsTerminal } from '../../card-transactions/test/terminal.ts'
import { makesTransactions } from './transactions.ts'

describe('statements.total-funds', () => {
  const service = testService()

  it('200 sums all balances at mid-market rates, with a separate total of the money that can be spent', async () => {
    const ann = await service.createUser()
    const { converted } = await makesTransactions(service, ann)
    const reply = await ann.call(`GET /v1/profiles/${ann.personal}/total-funds/GBP`)
    expect(reply.status).toBe(200)
    const [{ rate }] = (await ok(ann.call('GET /v1/rates?source=EUR&target=GBP'))) as [
      { rate: number },
    ]
    const euros = converted.balancesAfter.find((b: { currency: string }) => b.currency === 'EUR')
    // `makesTransactions` leaves 660.00 GBP on the STANDARD balance, and 40.00 GBP on the SAVINGS balance.
    const total = Math.round((660 + 40 + euros.value * rate) * 100) / 100
    expect(reply.body).toEqual({
      totalWorth: { value: total, currency: 'GBP' },
      totalAvailable: { value: Math.round((total - 40) * 100) / 100, currency: 'GBP' },
      totalCash: { value: total, currency: 'GBP' },
      overdraft: {
        limit: { value: 0, currency: 'GBP' },
        used: { value: 0, currency: 'GBP' },
        available: { value: 0, currency: 'GBP' },
      },
    })
  })

  it('200 returns whole amounts in a currency without decimals', async () => {
    const ann = await service.createUser()
    await opensBalanceWith(service, ann, 'GBP', '10.01')
    const { body } = await ann.call(`GET /v1/profiles/${ann.personal}/total-funds/JPY`)
    const [{ rate }] = (await ok(ann.call('GET /v1/rates?source=GBP&target=JPY'))) as [
      { rate: number },
    ]
    expect((10.01 * rate) % 1).not.toBe(0)
    expect(body.totalWorth.value).toBe(Math.round(10.01 * rate))
  })

  it('D85: counts the money held for a card payment as cash that cannot be spent', async () => {
    const ann = await service.createUser()
    await opensBalanceWith(service, ann, 'GBP', '10')
    await authorises(await createsTerminal(service, ann), 2.5)
    const { body } = await ann.call(`GET /v1/profiles/${ann.personal}/total-funds/GBP`)
    const { totalWorth, totalAvailable, totalCash } = body
    expect([totalWorth, totalAvailable, totalCash].map(({ value }) => value)).toEqual([10, 7.5, 10])
  })

  it('400 CurrencyCode for an unknown currency', async () => {
    const ann = await service.createUser()
    const reply = await ann.call(`GET /v1/profiles/${ann.personal}/total-funds/ABC`)
    expect(outcome(reply)).toBe('400 CurrencyCode')
  })
})
