import { describe, expect, it } from 'vitest'
import { accountBalance } from '../../../test/support/ledger.ts'
import { raceResults, rowLock } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import type { Id } from '../../kernel/ids.ts'
import { type Money, money } from '../../kernel/money.ts'
import {
  cardAuthorised,
  cardCaptured,
  cardReleased,
  debtIncurred,
  debtSettled,
  type Journal,
  listDebts,
  post,
  requireNoDebt,
  topUp,
} from '../index.ts'

const balance = 3 as Id<'balance'>
const transfer = 12 as Id<'transfer'>
const GBP = (minor: bigint) => money(minor, 'GBP')
const EUR = (minor: bigint) => money(minor, 'EUR')

describe('a debt of a profile', () => {
  const service = testService({ audited: false })
  let lastProfileId = 70

  /** Creates a profile that owes `owed`. */
  async function createDebtor(owed: Money): Promise<Id<'profile'>> {
    const profileId = ++lastProfileId as Id<'profile'>
    await postJournal(profileId, debtIncurred(transfer, owed))
    return profileId
  }

  const postJournal = (profileId: Id<'profile'>, journal: Journal) =>
    service.db.oneStatement((tx) => tx.write(post(profileId, journal, service.now())))

  const debtsOf = async (profileId: Id<'profile'>) =>
    (await listDebts(service.db.reader, profileId)).map(({ currency, amountMinor }) => [
      currency,
      amountMinor,
    ])

  it.each([
    [40n, 0n, 60n, 'the debt is larger than the credit'],
    [100n, 0n, 0n, 'the debt equals the credit'],
    [130n, 30n, 0n, 'the rest stays on the balance'],
  ])(
    'of 100: a credit of %s leaves a balance of %s and a debt of %s, because %s',
    async (credit, left, owed, _) => {
      const profileId = await createDebtor(GBP(100n))
      const changes = await postJournal(profileId, topUp(balance, 7, GBP(credit)))
      const taken = credit - left
      expect(
        changes.map(({ sequence, deltaMinor, balanceMinor }) => [
          sequence,
          deltaMinor,
          balanceMinor,
        ]),
      ).toEqual([
        [1, credit, credit],
        [2, -taken, left],
      ])
      expect(await accountBalance(service.db.reader, profileId, 'available:3', 'GBP')).toBe(left)
      expect(await debtsOf(profileId)).toEqual(owed === 0n ? [] : [['GBP', owed]])
    },
  )

  it('is settled by concurrent credits, with the entry of each settlement directly after the entry of its credit', async () => {
    const profileId = await createDebtor(GBP(150n))
    const lock = rowLock('ledger_accounts', { profile_id: profileId, account: 'owed' })
    const writes = await raceResults(
      service.db,
      lock,
      [7, 8, 9].map((n) => () => postJournal(profileId, topUp(balance, n, GBP(100n)))),
    )
    const entries = writes
      .map((changes) => changes.map(({ sequence, deltaMinor }) => [sequence, deltaMinor]))
      .sort(([a], [b]) => Number(a?.[0]) - Number(b?.[0]))
    expect(entries).toEqual([
      [
        [1, 100n],
        [2, -100n],
      ],
      [
        [3, 100n],
        [4, -50n],
      ],
      [[5, 100n]],
    ])
    expect(await accountBalance(service.db.reader, profileId, 'available:3', 'GBP')).toBe(150n)
    expect(await debtsOf(profileId)).toEqual([])
  })

  it('D71: a capture that the balance does not cover leaves a debt, which a released hold settles', async () => {
    const profileId = ++lastProfileId as Id<'profile'>
    const first = 31 as Id<'card-transaction'>
    const second = 32 as Id<'card-transaction'>
    await postJournal(profileId, topUp(balance, 7, GBP(100n)))
    await postJournal(profileId, cardAuthorised(first, balance, GBP(60n)))
    await postJournal(profileId, cardAuthorised(second, balance, GBP(30n)))
    const terms = { source: GBP(90n), target: GBP(90n), fee: GBP(0n) }
    const captured = await postJournal(
      profileId,
      cardCaptured(second, balance, { terms, heldMinor: 30n, owedMinor: 50n }),
    )
    expect(captured.map(({ account, balanceMinor }) => [account, balanceMinor])).toEqual([
      ['available:3', 0n],
      ['held:3', 60n],
      ['owed', -50n],
    ])
    await postJournal(profileId, cardReleased(first, balance, GBP(60n)))
    expect(await accountBalance(service.db.reader, profileId, 'available:3', 'GBP')).toBe(10n)
    expect(await accountBalance(service.db.reader, profileId, 'held:3', 'GBP')).toBe(0n)
    expect(await debtsOf(profileId)).toEqual([])
  })

  it('is settled by exactly one posting, that of the journal debtSettled', async () => {
    const profileId = await createDebtor(GBP(100n))
    await postJournal(profileId, topUp(balance, 7, GBP(30n)))
    const { rows } = await service.db.pool.query(
      `select journal as name, reference, from_account, to_account, currency, amount::text
         from ledger_postings where profile_id = $1 and journal = 'debt-settled' order by id`,
      [profileId],
    )
    const { name, reference, postings } = debtSettled(balance, 'movement:7', GBP(30n))
    expect(rows).toEqual(
      postings.map(({ from, to, amount: { minor, currency } }) => ({
        name,
        reference,
        from_account: from,
        to_account: to,
        currency,
        amount: String(minor),
      })),
    )
  })

  it('is not settled by a credit in another currency', async () => {
    const profileId = await createDebtor(EUR(100n))
    await postJournal(profileId, topUp(balance, 7, GBP(30n)))
    expect(await debtsOf(profileId)).toEqual([['EUR', 100n]])
    expect(await accountBalance(service.db.reader, profileId, 'available:3', 'GBP')).toBe(30n)
  })

  it('makes requireNoDebt refuse with profile.owes until it is settled, for its own profile only', async () => {
    const check = (id: Id<'profile'>) =>
      service.db.oneStatement((tx) => tx.write(requireNoDebt(id)))
    const profileId = await createDebtor(EUR(100n))
    await expect(check(profileId)).rejects.toThrow('profile.owes')
    await check((profileId + 1000) as Id<'profile'>)
    await postJournal(profileId, topUp(balance, 7, EUR(100n)))
    await check(profileId)
  })

  it('is an account balance that the database keeps at or below zero', async () => {
    const overpaid = service.db.pool.query(
      `insert into ledger_accounts values (1, 'owed', 'GBP', 1, 1)`,
    )
    await expect(overpaid).rejects.toThrow('owed_never_above_zero')
  })
})
