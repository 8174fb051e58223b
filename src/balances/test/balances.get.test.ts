import { describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import { outcome } from '../../../test/support/transfers.ts'
import { openBalance, opensBalanceWith } from './fixtures.ts'

describe('balances.get', () => {
  const service = testService()
  const get = (person: Person, id: number) =>
    person.call(`GET /v4/profiles/${person.personal}/balances/${id}`)

  it('200 returns the amounts in the scale of the currency', async () => {
    const ann = await service.createUser()
    const pounds = await get(ann, await opensBalanceWith(service, ann, 'GBP', '12.5'))
    expect(pounds.status).toBe(200)
    expect(pounds.body).toMatchObject({
      amount: { value: 12.5, currency: 'GBP' },
      reservedAmount: { value: 0, currency: 'GBP' },
      cashAmount: { value: 12.5, currency: 'GBP' },
      totalWorth: { value: 12.5, currency: 'GBP' },
    })
    const yen = await get(ann, await opensBalanceWith(service, ann, 'JPY', '7'))
    expect(yen.body.amount).toEqual({ value: 7, currency: 'JPY' })
  })

  it('404 balance.not-found for an unknown balance, a closed balance and another user’s balance', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const { body: bobs } = await openBalance(bob, 'GBP')
    const { body: closed } = await openBalance(ann, 'GBP')
    await ann.call(`DELETE /v4/profiles/${ann.personal}/balances/${closed.id}`)
    for (const id of [bobs.id, 999_999, closed.id]) {
      const reply = await get(ann, id)
      expect(outcome(reply)).toBe('404 balance.not-found')
    }
  })

  it('404 not.found for another user’s profile', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const { body } = await openBalance(bob, 'GBP')
    const reply = await ann.call(`GET /v4/profiles/${bob.personal}/balances/${body.id}`)
    expect(outcome(reply)).toBe('404 not.found')
  })
})
