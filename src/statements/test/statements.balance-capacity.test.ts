import { describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import { topsUp } from '../../../test/support/transfers.ts'

describe('statements.balance-capacity', () => {
  const service = testService()
  const getCapacity = (ann: Person, currency: string) =>
    ann.call(`GET /v1/profiles/${ann.personal}/balance-capacity`, { query: { currency } })
  const createsUserIn = async (country: string) => {
    const ann = await service.createUser()
    const details = { country, firstLine: '1 High Street', city: 'Somewhere' }
    await ann.call('POST /v1/addresses', { body: { profile: ann.personal, details } })
    return ann
  }

  it('200 without a limit where the country has none or is unknown', async () => {
    for (const ann of [await createsUserIn('GB'), await service.createUser()])
      expect((await getCapacity(ann, 'GBP')).body).toEqual({ hasLimit: false, depositLimit: null })
  })

  it.each([
    ['SG', 'SGD'],
    ['MY', 'MYR'],
  ])('200 returns the rest of the limit of %s in any currency', async (country, currency) => {
    const ann = await createsUserIn(country)
    const limit = (amount: number) => ({ hasLimit: true, depositLimit: { amount, currency } })
    expect((await getCapacity(ann, currency)).body).toEqual(limit(20_000))
    await topsUp(ann, currency, 1_500.5)
    expect((await getCapacity(ann, currency)).body).toEqual(limit(18_499.5))
    const { depositLimit } = (await getCapacity(ann, 'USD')).body
    expect(depositLimit.currency).toBe('USD')
    expect(depositLimit.amount).toBeLessThan(18_499.5)
    await topsUp(ann, 'EUR', 50_000)
    expect((await getCapacity(ann, currency)).body).toEqual(limit(0))
  })

  it('400 CurrencyCode for an unknown currency, 400 at currency for a missing one', async () => {
    const ann = await service.createUser()
    const reply = await getCapacity(ann, 'ABC')
    expect([reply.status, reply.body.errors[0].code]).toEqual([400, 'CurrencyCode'])
    const missing = await ann.call(`GET /v1/profiles/${ann.personal}/balance-capacity`)
    expect([missing.status, missing.body.errors[0].path]).toEqual([400, 'currency'])
  })
})
