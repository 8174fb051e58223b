import { describe, expect, it } from 'vitest'
import { operatorBalances } from '../../../test/support/ledger.ts'
import { race } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import type { Id } from '../../kernel/ids.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { topUp, topUpErrors } from '../index.ts'
import { holding, put, worth } from './fixtures.ts'

describe('topUp', () => {
  const service = testService()

  it('brings money in from outside, and answers the balance as it is afterwards', async () => {
    const ann = await service.createUser()
    const id = await holding(service, ann, 'GBP', '10')
    await service.advance({ minutes: 5 })
    const { movementId, balance } = await put(service, ann, id, 'GBP', '2.5')
    expect(movementId).toEqual(expect.any(Number))
    expect(balance).toMatchObject({ id, availableMinor: 1250n, modifiedAt: service.now() })
    expect(await worth(ann, id)).toBe(12.5)
    expect(await operatorBalances(service.db.reader, ann.personal)).toEqual([
      { account: 'pay-in', currency: 'GBP', balance: -1250n },
    ])
  })

  it('is one statement, so that it can be sent without begin and commit', async () => {
    const ann = await service.createUser()
    const balanceId = await holding(service, ann, 'GBP', '0')
    const about = { profileId: ann.personal, balanceId, currency: 'GBP', amount: '1' }
    await service.db.singleStatement((tx) =>
      topUp(tx, { ...about, channel: 'TRANSFER', now: service.now() }),
    )
    expect(await worth(ann, balanceId)).toBe(1)
  })

  it('adds up when two come at once', async () => {
    const ann = await service.createUser()
    const id = await holding(service, ann, 'GBP', '1')
    const hold = {
      text: 'select from ledger_accounts where profile_id = $1 for update',
      values: [ann.personal],
    }
    const put2 = () => put(service, ann, id, 'GBP', '2')
    await race(service.db, hold, [put2, put2])
    expect(await worth(ann, id)).toBe(5)
  })

  const refused: [currency: string, amount: string, code: string, because: string][] = [
    ['EUR', '1', 'balance.currency.mismatch', 'a balance has one currency'],
    ['GBP', '0', 'error.greaterThanZero', 'nothing cannot arrive'],
    ['GBP', '-1', 'error.greaterThanZero', 'a top-up is no withdrawal'],
    ['GBP', '0.001', 'amount.not-exact', 'there is no tenth of a penny'],
    ['GBP', '10000000000000.00', 'amount.not-exact', 'sixteen digits may not survive the wire'],
    ['GBP', '9999999999999.99', 'balance.full', 'nor may sixteen digits add up'],
  ]
  it.each(refused)('422 for %s %s: %s, %s', async (currency, amount, code) => {
    const ann = await service.createUser()
    const id = await holding(service, ann, 'GBP', '0.01')
    const refusal = await put(service, ann, id, currency, amount).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(Refusal)
    const { faults, status } = refusal as Refusal
    expect([status, faults[0].kind.code]).toEqual([422, code])
    expect(topUpErrors).toContain(faults[0].kind)
    expect(await worth(ann, id)).toBe(0.01)
  })

  it('404 balance.not-found for a stranger’s balance', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const bobs = await holding(service, bob, 'GBP', '0')
    await expect(put(service, ann, bobs, 'GBP', '1')).rejects.toThrow(
      'balance.not-found at balanceId',
    )
    await expect(put(service, ann, 9e9 as Id<'balance'>, 'GBP', '1')).rejects.toThrow('not-found')
  })
})
