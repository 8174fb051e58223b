import { describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome, topsUp } from '../../../test/support/transfers.ts'
import { changesCountry } from './excess.ts'

describe('statements.balance-capacity', () => {
  const service = testService()
  const getCapacity = (person: Person, currency: string) =>
    person.call(`GET /v1/profiles/${person.personal}/balance-capacity`, { query: { currency } })
  const createUserIn = async (country: string) => {
    const ann = await service.createUser()
    await changesCountry(ann, country)
    return ann
  }

  it('200 returns hasLimit false when the country of the profile has no limit or is unknown', async () => {
    for (const person of [await createUserIn('GB'), await service.createUser()])
      expect((await getCapacity(person, 'GBP')).body).toEqual({
        hasLimit: false,
        depositLimit: null,
      })
  })

  it.each([
    ['SG', 'SGD'],
    ['MY', 'MYR'],
  ])(
    '200 returns the remaining deposit limit of %s, converted to the requested currency',
    async (country, currency) => {
      const ann = await createUserIn(country)
      const limit = (amount: number) => ({ hasLimit: true, depositLimit: { amount, currency } })
      expect((await getCapacity(ann, currency)).body).toEqual(limit(20_000))
      await topsUp(ann, currency, 1_500.5)
      expect((await getCapacity(ann, currency)).body).toEqual(limit(18_499.5))
      const { depositLimit } = (await getCapacity(ann, 'USD')).body
      const [{ rate }] = (await ok(ann.call(`GET /v1/rates?source=${currency}&target=USD`))) as [
        { rate: number },
      ]
      expect(depositLimit).toEqual({
        amount: Math.floor(18_499.5 * rate * 100) / 100,
        currency: 'USD',
      })
      await topsUp(ann, 'EUR', 50_000)
      expect((await getCapacity(ann, currency)).body).toEqual(limit(0))
    },
  )

  it('400 CurrencyCode for an unknown currency, and 400 at `currency` when the parameter is missing', async () => {
    const ann = await service.createUser()
    const reply = await getCapacity(ann, 'ABC')
    expect(outcome(reply)).toBe('400 CurrencyCode')
    const missing = await ann.call(`GET /v1/profiles/${ann.personal}/balance-capacity`)
    expect([missing.status, missing.body.errors[0].path]).toEqual([400, 'currency'])
  })
})
