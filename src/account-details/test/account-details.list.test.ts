import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { ok } from '../../../test/support/transfers.ts'
import { payableNumbers } from '../../corridors/index.ts'
import {
  closesBalance,
  getsDetails,
  importPayment,
  listsDetails,
  newestDetails,
  opensBalance,
  orderDetails,
} from './fixtures.ts'

describe('account-details.list', () => {
  const service = testService()

  it('D52: 200 with one masked example for each of the eleven currencies, ordered by currency code', async () => {
    const ann = await service.createUser()
    const all = await listsDetails(ann)
    expect(all.map((each: { currency: { code: string } }) => each.currency.code).join(' ')).toBe(
      'AUD CAD EUR GBP HUF MYR NZD RON SGD TRY USD',
    )
    for (const each of all) {
      expect(each).toMatchObject({
        id: null,
        balanceId: -1,
        status: 'AVAILABLE',
        deprecated: false,
        migrated: false,
      })
      expect(each.receiveOptions).not.toEqual([])
      for (const { shareText } of each.receiveOptions) expect(shareText).toContain('xx')
    }
    const [local] = all[3].receiveOptions
    expect(local.details).toContainEqual({
      type: 'BANK_CODE',
      title: 'Sort code',
      body: '09-xx-xx',
      description: { title: 'Sort code', body: expect.any(String), cta: null },
      hidden: false,
    })
    expect(local.shareText).not.toMatch(/\d{6}/)
  })

  it('200 with the issued account details in place of the example', async () => {
    const ann = await service.createUser()
    await getsDetails(ann, 'GBP')
    const all = await listsDetails(ann)
    const pounds = await newestDetails(ann, 'GBP')
    expect(all).toHaveLength(11)
    expect(pounds).toMatchObject({
      id: expect.any(Number),
      currency: { code: 'GBP', name: 'British Pound' },
      title: 'GBP account details',
      subtitle: 'Sort code, Account number, IBAN',
      status: 'ACTIVE',
      deprecated: false,
      receiveOptions: [{ type: 'LOCAL' }, { type: 'INTERNATIONAL' }],
    })
    expect(JSON.stringify(pounds)).toContain('Ann Sample')
    expect(JSON.stringify(pounds)).not.toContain('xx')
  })

  it('B 2.8: lists the features of each currency: EUR supports SWIFT, and AUD does not', async () => {
    const ann = await service.createUser()
    const featuresOf = async (currency: string) => {
      const found = (await newestDetails(ann, currency)) as unknown as {
        bankFeatures: { key: string; supported: boolean }[]
      }
      return found.bankFeatures.map(({ key, supported }) => `${key} ${supported}`)
    }
    expect(await featuresOf('EUR')).toEqual([
      'LOCAL_RECEIVE true',
      'SWIFT true',
      'DIRECT_DEBITS false',
      'PLATFORM_RECEIVE false',
    ])
    expect(await featuresOf('AUD')).toContain('SWIFT false')
  })

  it('B 2.8: marks earlier account details as deprecated, and they still receive money', async () => {
    const ann = await service.createUser()
    const first = await getsDetails(ann, 'EUR')
    await ok(orderDetails(ann, 'EUR'))
    const euros = (await listsDetails(ann)).filter(
      (each: { currency: { code: string } }) => each.currency.code === 'EUR',
    )
    expect(euros.map((each: { deprecated: boolean }) => each.deprecated)).toEqual([true, false])
    expect(euros[0].id).toBe(first.id)
    const paid = await ok(importPayment(ann, 'EUR', 5, { accountDetailsId: first.id }))
    expect(paid).toMatchObject({ accountDetailsId: first.id, state: 'COMPLETED' })
    const newest = await ok(importPayment(ann, 'EUR', 5))
    expect(newest.accountDetailsId).toBe(euros[1].id)
  })

  it('B 3: closing the balance ends its account details, and a new balance has none until they are ordered', async () => {
    const ann = await service.createUser()
    const details = await getsDetails(ann, 'CAD')
    await closesBalance(ann, details.balanceId)
    expect(await newestDetails(ann, 'CAD')).toMatchObject({ id: null, status: 'AVAILABLE' })
    await opensBalance(ann, 'CAD')
    expect(await newestDetails(ann, 'CAD')).toMatchObject({ id: null, status: 'AVAILABLE' })
    await ok(orderDetails(ann, 'CAD'))
    const renewed = await newestDetails(ann, 'CAD')
    expect(renewed).toMatchObject({ status: 'ACTIVE', deprecated: false })
    expect(renewed?.id).not.toBe(details.id)
  })

  it('D53: the accounts of two profiles have different numbers, and account_numbers has the owner of each number', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    for (const person of [ann, bob]) await getsDetails(person, 'EUR')
    const { rows } = await service.db.pool.query(
      `select d.profile_id, d.numbers, array_agg(n.number order by n.number desc) as found
         from account_details d join account_numbers n
           on n.profile_id = d.profile_id and n.account_details_id = d.id
        where d.profile_id = any($1) group by d.profile_id, d.id`,
      [[ann.personal, bob.personal]],
    )
    expect(rows).toHaveLength(2)
    for (const { numbers, found } of rows) expect(found).toEqual(payableNumbers(numbers))
    expect(new Set(rows.map(({ found }) => found[0])).size).toBe(2)
  })
})
