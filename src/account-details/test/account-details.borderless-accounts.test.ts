import { describe, expect, it } from 'vitest'
import { opensJar } from '../../../test/support/balances.ts'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome, topsUp } from '../../../test/support/transfers.ts'
import { closesBalance, getsDetails, opensBalance, orderDetails } from './fixtures.ts'

describe('account-details.borderless-accounts', () => {
  const service = testService()
  const listAccounts = (ann: Person, profile: number = ann.personal) =>
    ann.call('GET /v1/borderless-accounts', { query: { profileId: String(profile) } })

  it('200 with an empty list before the first balance', async () => {
    const ann = await service.createUser()
    expect(await ok(listAccounts(ann))).toEqual([])
  })

  it('D57: 200 with the open STANDARD balances of the account', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'JPY', 500)
    await closesBalance(ann, await opensBalance(ann, 'SEK'))
    await opensJar(ann, 'GBP')
    const [account, ...others] = await ok(listAccounts(ann))
    const route = `GET /v4/profiles/${ann.personal}/multi-currency-account`
    const { balances, ...rest } = account
    expect(others).toEqual([])
    expect(rest).toEqual(await ok(ann.call(route)))
    expect(balances).toEqual([
      {
        balanceType: 'AVAILABLE',
        currency: 'JPY',
        amount: { value: 500, currency: 'JPY' },
        reservedAmount: { value: 0, currency: 'JPY' },
        bankDetails: null,
      },
    ])
  })

  it('200 with bank details for EUR, GBP, USD, AUD and NZD, with the newer of two for GBP, and with null for CAD', async () => {
    const ann = await service.createUser()
    await getsDetails(ann, 'GBP')
    await ok(orderDetails(ann, 'GBP'))
    const newest = (await ok(ann.call(`GET /v1/profiles/${ann.personal}/account-details`))).filter(
      (each: { currency: { code: string } }) => each.currency.code === 'GBP',
    )[1]
    for (const currency of ['EUR', 'USD', 'AUD', 'NZD', 'CAD']) await getsDetails(ann, currency)
    const [{ balances }] = await ok(listAccounts(ann))
    expect(balances[0].bankDetails).toEqual({
      id: newest.id,
      currency: 'GBP',
      bankCode: '090300',
      accountNumber: expect.stringMatching(/^\d{8}$/),
      swift: 'GDWTGB2LXXX',
      iban: expect.stringMatching(/^GB\d\dGDWT090300\d{8}$/),
      bankName: 'Estuary Bank plc',
      accountHolderName: 'Ann Sample',
      bankAddress: {
        addressFirstLine: '12 Saltmarsh Lane',
        postCode: 'EC3R 6GW',
        city: 'London',
        country: 'GB',
        stateCode: null,
      },
    })
    const currencies = balances.map(
      ({ currency, bankDetails }: { currency: string; bankDetails: object | null }) =>
        bankDetails === null ? `${currency} null` : currency,
    )
    expect(currencies).toEqual(['GBP', 'EUR', 'USD', 'AUD', 'NZD', 'CAD null'])
  })

  it('gap 652: 200 with the BIC as bankCode where a currency has no other code, such as EUR', async () => {
    const ann = await service.createUser()
    await getsDetails(ann, 'EUR')
    const [{ balances }] = await ok(listAccounts(ann))
    const { bankCode, swift } = balances[0].bankDetails
    expect(swift).toMatch(/^[A-Z\d]{11}$/)
    expect(bankCode).toBe(swift)
  })

  it('400 without a profileId', async () => {
    const ann = await service.createUser()
    const reply = await ann.call('GET /v1/borderless-accounts')
    expect([reply.status, reply.body.errors[0].path]).toEqual([400, 'profileId'])
  })

  it('404 not.found for the profile of another user', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    await opensBalance(bob, 'GBP')
    expect(outcome(await listAccounts(ann, bob.personal))).toBe('404 not.found')
  })
})
