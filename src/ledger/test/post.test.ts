import { describe, expect, it } from 'vitest'
import { accountBalance, houseAccountBalances } from '../../../test/support/ledger.ts'
import { testService } from '../../../test/support/service.ts'
import type { Id } from '../../kernel/ids.ts'
import { money } from '../../kernel/money.ts'
import {
  cardAuthorised,
  cardReleased,
  type Journal,
  listPostings,
  lockAvailable,
  post,
  topUp,
  transferFunded,
  transferPaidIn,
} from '../index.ts'

const profile = 7 as Id<'profile'>
const transfer = (n: number) => n as Id<'transfer'>
const GBP = (minor: bigint) => money(minor, 'GBP')

describe('post', () => {
  const service = testService({ audited: false })
  const postJournal = (journals: Journal | readonly Journal[]) =>
    service.db.oneStatement((tx) => tx.write(post(profile, journals, service.now())))

  it('returns the change of each account of a customer', async () => {
    const accountChanges = await postJournal(transferPaidIn(transfer(1), GBP(100n)))
    expect(accountChanges).toEqual([
      { account: 'transfer:1', currency: 'GBP', deltaMinor: 100n, balanceMinor: 100n, sequence: 1 },
    ])
    expect(await accountBalance(service.db.reader, profile, 'transfer:1', 'GBP')).toBe(100n)
    expect(await houseAccountBalances(service.db.reader, profile)).toEqual([
      { account: 'pay-in', currency: 'GBP', balance: -100n },
    ])
  })

  it('refuses with balance.insufficient-funds and changes nothing when an account would fall below zero', async () => {
    const funded = postJournal(transferFunded(transfer(2), 9 as Id<'balance'>, GBP(1n)))
    await expect(funded).rejects.toThrow('balance.insufficient-funds')
    for (const account of ['available:9', 'transfer:2'] as const)
      expect(await accountBalance(service.db.reader, profile, account, 'GBP')).toBe(0n)
    expect(await listPostings(service.db.reader, profile, 'transfer:2')).toEqual([])
  })

  it('posts many journals in one write step, all or none', async () => {
    const balance = 9 as Id<'balance'>
    const many = Array.from({ length: 40 }, (_, n) => transfer(100 + n))
    const fund = (ids: readonly Id<'transfer'>[]) =>
      postJournal(ids.map((id) => transferFunded(id, balance, GBP(5n))))
    await postJournal(topUp(balance, 1, GBP(300n)))
    const accountChanges = await fund(many)
    expect(accountChanges.map(({ account }) => account).sort()).toEqual(
      ['available:9', ...many.map((id) => `transfer:${id}`)].sort(),
    )
    for (const { account, deltaMinor, balanceMinor, sequence } of accountChanges)
      expect([account, deltaMinor, balanceMinor, sequence]).toEqual(
        account === 'available:9' ? [account, -200n, 100n, 2] : [account, 5n, 5n, 1],
      )
    await expect(fund(many)).rejects.toThrow('balance.insufficient-funds')
    expect((await fund(many.slice(20))).find(({ account }) => account === 'transfer:139')).toEqual({
      account: 'transfer:139',
      currency: 'GBP',
      deltaMinor: 5n,
      balanceMinor: 10n,
      sequence: 2,
    })
    expect(await accountBalance(service.db.reader, profile, 'transfer:100', 'GBP')).toBe(5n)
  })

  it('returns to each batched write on one account the balance right after that write', async () => {
    const balance = 11 as Id<'balance'>
    await postJournal(topUp(balance, 4, GBP(100n)))
    const changes = await Promise.all(
      [1, 2, 3, 4].map((n) =>
        postJournal(transferFunded(transfer(200 + n), balance, GBP(BigInt(n)))),
      ),
    )
    const accountChanges = changes.map((changesOfWrite) =>
      changesOfWrite.find(({ account }) => account === 'available:11'),
    )
    expect(
      accountChanges.map((change) => [change?.sequence, change?.deltaMinor, change?.balanceMinor]),
    ).toEqual([
      [2, -1n, 99n],
      [3, -2n, 97n],
      [4, -3n, 94n],
      [5, -4n, 90n],
    ])
  })

  it('does not let an account fall below zero between the writes of a batch', async () => {
    const balance = 12 as Id<'balance'>
    await postJournal(topUp(balance, 5, GBP(90n)))
    // With the top-up of 100 the balance covers both transfers. Before the top-up the balance covers one transfer.
    const settled = await Promise.allSettled([
      postJournal(transferFunded(transfer(205), balance, GBP(80n))),
      postJournal(transferFunded(transfer(206), balance, GBP(80n))),
      postJournal(topUp(balance, 6, GBP(100n))),
    ])
    const changes = settled
      .flatMap((write) => (write.status === 'fulfilled' ? write.value : []))
      .filter(({ account }) => account === 'available:12')
      .sort((a, b) => a.sequence - b.sequence)
    expect(changes.length).toBeGreaterThanOrEqual(2)
    let expected = 90n
    changes.forEach(({ sequence, deltaMinor, balanceMinor }, n) => {
      expected += deltaMinor
      expect([sequence, balanceMinor, balanceMinor >= 0n]).toEqual([2 + n, expected, true])
    })
    expect(await accountBalance(service.db.reader, profile, 'available:12', 'GBP')).toBe(expected)
  })

  it('refuses with balance.insufficient-funds to release more than an account holds, and changes nothing', async () => {
    const balance = 13 as Id<'balance'>
    const transaction = 33 as Id<'card-transaction'>
    await postJournal(topUp(balance, 7, GBP(100n)))
    await postJournal(cardAuthorised(transaction, balance, GBP(60n)))
    const release = postJournal(cardReleased(transaction, balance, GBP(61n)))
    await expect(release).rejects.toThrow('balance.insufficient-funds')
    expect(await accountBalance(service.db.reader, profile, 'held:13', 'GBP')).toBe(60n)
    expect(await accountBalance(service.db.reader, profile, 'available:13', 'GBP')).toBe(40n)
  })

  it('lockAvailable returns the balances ascending by id as a number, in whatever order they were passed', async () => {
    const second = 2 as Id<'balance'>
    const tenth = 10 as Id<'balance'>
    await postJournal([topUp(tenth, 2, GBP(10n)), topUp(second, 3, GBP(20n))])
    const amounts = await service.db.transact((tx) => lockAvailable(tx, profile, [tenth, second]))
    expect([...amounts]).toEqual([
      ['available:2', 20n],
      ['available:10', 10n],
    ])
  })

  it('the database refuses to change, delete or truncate postings', async () => {
    const change = service.db.pool.query('update ledger_postings set amount = amount + 1')
    await expect(change).rejects.toThrow('is history')
    await expect(service.db.pool.query('delete from ledger_postings')).rejects.toThrow('is history')
    await expect(service.db.pool.query('truncate ledger_postings')).rejects.toThrow('is history')
  })
})
