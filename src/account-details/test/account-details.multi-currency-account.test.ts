import { describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import { changesCountry } from '../../statements/test/excess.ts'
import { closesBalance, opensBalance } from './fixtures.ts'

describe('account-details.multi-currency-account', () => {
  const service = testService()
  const getAccount = (ann: Person, profile: number = ann.personal) =>
    ann.call(`GET /v4/profiles/${profile}/multi-currency-account`)

  it('D49: 404 multi-currency-account.not-found before the first balance', async () => {
    const ann = await service.createUser()
    await opensBalance(ann, 'GBP')
    expect(outcome(await getAccount(ann, ann.business))).toBe(
      '404 multi-currency-account.not-found',
    )
  })

  it('200 with the account; opening or closing a balance changes modificationTime only', async () => {
    const ann = await service.createUser()
    const balance = await opensBalance(ann, 'GBP')
    const first = await getAccount(ann)
    expect(first.status).toBe(200)
    expect(first.body).toEqual({
      id: expect.any(Number),
      profileId: ann.personal,
      recipientId: expect.any(Number),
      creationTime: '2026-01-05T10:00:00.000000Z',
      modificationTime: '2026-01-05T10:00:00.000000Z',
      active: true,
      eligible: true,
    })
    await service.advance({ hours: 1 })
    await closesBalance(ann, balance)
    const closed = { ...first.body, modificationTime: '2026-01-05T11:00:00.000000Z' }
    expect(await ok(getAccount(ann))).toEqual(closed)
    await service.advance({ hours: 1 })
    await opensBalance(ann, 'EUR')
    const opened = { ...closed, modificationTime: '2026-01-05T12:00:00.000000Z' }
    expect(await ok(getAccount(ann))).toEqual(opened)
  })

  it('B 2.7: the account and its balance have the same recipientId', async () => {
    const ann = await service.createUser()
    const balance = await opensBalance(ann, 'GBP')
    const { recipientId } = await ok(getAccount(ann))
    const route = `GET /v4/profiles/${ann.personal}/balances/${balance}`
    expect((await ok(ann.call(route))).recipientId).toBe(recipientId)
  })

  it('D51: eligible becomes false when the primary address moves to a country that is not eligible, such as Cuba', async () => {
    const ann = await service.createUser()
    await opensBalance(ann, 'GBP')
    expect(await ok(getAccount(ann))).toMatchObject({ active: true, eligible: true })
    await changesCountry(ann, 'CU')
    expect(await ok(getAccount(ann))).toMatchObject({ active: true, eligible: false })
  })
})
