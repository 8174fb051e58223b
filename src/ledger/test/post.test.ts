import { describe, expect, it } from 'vitest'
import { house } from '../../../test/support/house.ts'
import type { Id } from '../../kernel/ids.ts'
import { money } from '../../kernel/money.ts'
import { accountBalance, houseBalances, post, transferFunded, transferPaidIn } from '../index.ts'

const profile = 7 as Id<'profile'>
const transfer = (n: number) => n as Id<'transfer'>
const GBP = (minor: bigint) => money(minor, 'GBP')

describe('post', () => {
  const h = house({ audited: false })

  it('answers what the journal did to each guarded account', async () => {
    const steps = await h.db.once((tx) =>
      tx.write(post(profile, transferPaidIn(transfer(1), GBP(100n)), h.now())),
    )
    expect(steps).toEqual([
      { account: 'transfer:1', currency: 'GBP', deltaMinor: 100n, balanceMinor: 100n, step: 1 },
    ])
    expect(await accountBalance(h.db.reader, profile, 'transfer:1', 'GBP')).toBe(100n)
    expect(await houseBalances(h.db.reader, profile)).toEqual([
      { account: 'pay-in', currency: 'GBP', balance: -100n },
    ])
  })

  it('422 balance.insufficient-funds when an account would fall below zero, changing nothing', async () => {
    const fund = () =>
      h.db.once((tx) =>
        tx.write(post(profile, transferFunded(transfer(2), 9 as Id<'balance'>, GBP(1n)), h.now())),
      )
    await expect(fund()).rejects.toThrow('balance.insufficient-funds')
    expect(await accountBalance(h.db.reader, profile, 'transfer:2', 'GBP')).toBe(0n)
  })

  it('refuses to change history', async () => {
    await expect(h.db.pool.query('delete from ledger_postings')).rejects.toThrow('is history')
    await expect(h.db.pool.query('truncate ledger_postings')).rejects.toThrow('is history')
  })
})
