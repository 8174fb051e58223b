import { describe, expect, it } from 'vitest'
import { houseAccountBalances } from '../../../test/support/ledger.ts'
import { raceResults, rowLock } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import type { Id } from '../../kernel/ids.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { topUp, topUpErrors } from '../index.ts'
import { amountOf, opensBalanceWith, topUpBalance } from './fixtures.ts'

describe('topUp', () => {
  const service = testService()

  it('credits the balance from the pay-in account and returns the new balance', async () => {
    const ann = await service.createUser()
    const id = await opensBalanceWith(service, ann, 'GBP', '10')
    await service.advance({ minutes: 5 })
    const { movementId, balance } = await topUpBalance(service, ann, {
      balanceId: id,
      currency: 'GBP',
      amount: '2.5',
    })
    expect(movementId).toEqual(expect.any(Number))
    expect(balance).toMatchObject({ id, availableMinor: 1250n, modifiedAt: service.now() })
    expect(await amountOf(ann, id)).toBe(12.5)
    expect(await houseAccountBalances(service.db.reader, ann.personal)).toEqual([
      { account: 'pay-in', currency: 'GBP', balance: -1250n },
    ])
  })

  it('runs in `oneStatement`, which refuses a second write', async () => {
    const ann = await service.createUser()
    const balanceId = await opensBalanceWith(service, ann, 'GBP', '0')
    const about = { profileId: ann.personal, balanceId, currency: 'GBP', amount: '1' }
    await service.db.oneStatement((tx) =>
      topUp(tx, { ...about, channel: 'TRANSFER', now: service.now() }),
    )
    expect(await amountOf(ann, balanceId)).toBe(1)
  })

  it('two concurrent top-ups are both credited', async () => {
    const ann = await service.createUser()
    const id = await opensBalanceWith(service, ann, 'GBP', '1')
    const lock = rowLock('ledger_accounts', { profile_id: ann.personal })
    const topUpByTwo = () =>
      topUpBalance(service, ann, { balanceId: id, currency: 'GBP', amount: '2' })
    await raceResults(service.db, lock, [topUpByTwo, topUpByTwo])
    expect(await amountOf(ann, id)).toBe(5)
  })

  const refused: [currency: string, amount: string, code: string, because: string][] = [
    ['EUR', '1', 'balance.currency.mismatch', 'the balance has another currency'],
    ['GBP', '0', 'error.greaterThanZero', 'zero is not a top-up'],
    ['GBP', '-1', 'error.greaterThanZero', 'a top-up cannot withdraw'],
    ['GBP', '0.001', 'amount.not-exact', 'a pound has two decimals'],
    ['GBP', '10000000000000.00', 'amount.not-exact', 'JSON numbers keep fifteen digits only'],
    ['GBP', '9999999999999.99', 'balance.full', 'the sum would have sixteen digits'],
  ]
  it.each(refused)('422 for %s %s: %s, because %s', async (currency, amount, code) => {
    const ann = await service.createUser()
    const id = await opensBalanceWith(service, ann, 'GBP', '0.01')
    const refusal = await topUpBalance(service, ann, { balanceId: id, currency, amount }).catch(
      (error: unknown) => error,
    )
    expect(refusal).toBeInstanceOf(Refusal)
    const { faults, status } = refusal as Refusal
    expect([status, faults[0].kind.code]).toEqual([422, code])
    expect(topUpErrors).toContain(faults[0].kind)
    expect(await amountOf(ann, id)).toBe(0.01)
  })

  it('refuses another user’s and an unknown balance with balance.not-found', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const bobs = await opensBalanceWith(service, bob, 'GBP', '0')
    for (const balanceId of [bobs, 999_999 as Id<'balance'>])
      await expect(
        topUpBalance(service, ann, { balanceId, currency: 'GBP', amount: '1' }),
      ).rejects.toThrow('balance.not-found at balanceId')
  })
})
