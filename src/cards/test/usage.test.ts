import { beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { race, rowLock } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { changeUsage, countTransaction } from '../limits/usage-store.ts'
import { type CardRow, findCardWithUsage, requireCardUnchanged } from '../store.ts'
import { cardLock, issuesCard, movesCard, readsCard } from './issued-cards.ts'

// Not audited: the audit compares usage with card transactions, and these tests write no card transactions.
const service = testService({ audited: false })
let ann: Person
let card: CardRow
beforeEach(async () => {
  ann = await service.createUser()
  card = await issuesCard(service, ann, { lifetimeLimitMinor: 100n })
})

const usedAmount = (
  { profileId, id: cardId }: CardRow,
  amountMinor: bigint,
  at = service.now(),
) => ({
  profileId,
  cardId,
  amountMinor,
  at,
})
const countAmount = (amount: bigint, at?: Temporal.Instant) =>
  service.db.transact((tx) => tx.write(countTransaction(usedAmount(card, amount, at), card)))
const changeUsageBy = (amount: bigint, at?: Temporal.Instant) =>
  service.db.transact((tx) => tx.write(changeUsage(usedAmount(card, amount, at))))
const readUsage = async (at = service.now()) => {
  const found = await findCardWithUsage(service.db.reader, ann.personal, card.token, at)
  return [found?.dailyUsageMinor, found?.monthlyUsageMinor, found?.lifetimeUsageMinor]
}

describe('the usage of a card', () => {
  it('D66: counts in the day, the month and the lifetime', async () => {
    expect(await readUsage()).toEqual([0n, 0n, 0n])
    await countAmount(30n)
    await countAmount(20n)
    expect(await readUsage()).toEqual([50n, 50n, 50n])
    await service.advance({ hours: 14 })
    expect(await readUsage()).toEqual([0n, 50n, 50n])
    await service.advance({ hours: 24 * 27 })
    expect(await readUsage()).toEqual([0n, 0n, 50n])
  })

  it('may reach a limit, but not exceed it', async () => {
    await countAmount(100n)
    await expect(countAmount(1n)).rejects.toThrow('try.again.later')
    expect(await readUsage()).toEqual([100n, 100n, 100n])
  })

  it('a first amount above the limit is not counted', async () => {
    await expect(countAmount(101n)).rejects.toThrow('try.again.later')
    expect(await readUsage()).toEqual([0n, 0n, 0n])
  })

  it('D66: of two concurrent authorisations that together exceed a limit, one is refused', async () => {
    await countAmount(1n)
    const lock = rowLock('card_usage', { profile_id: ann.personal, card_id: card.id })
    const outcomes = await race(service.db, lock, [() => countAmount(60n), () => countAmount(60n)])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(await readUsage()).toEqual([61n, 61n, 61n])
  })

  it('D66: a release reduces the usage of the periods of the authorisation, not of the release', async () => {
    const authorisedAt = service.now()
    await countAmount(40n)
    await service.advance({ hours: 24 })
    await countAmount(10n)
    await changeUsageBy(-40n, authorisedAt)
    expect(await readUsage()).toEqual([10n, 10n, 10n])
  })

  it('D66: a release in a later month reduces only the lifetime, before and after a transaction of that month', async () => {
    const authorisedAt = service.now()
    await countAmount(40n)
    await service.advance({ hours: 24 * 28 })
    await changeUsageBy(-10n, authorisedAt)
    expect(await readUsage()).toEqual([0n, 0n, 30n])
    await countAmount(5n)
    await changeUsageBy(-10n, authorisedAt)
    expect(await readUsage()).toEqual([5n, 5n, 25n])
  })

  it('D66: a request of the previous day that is written after one of the next day counts in the next day', async () => {
    const yesterday = service.now()
    await service.advance({ hours: 24 })
    await countAmount(60n)
    await countAmount(30n, yesterday)
    expect(await readUsage()).toEqual([90n, 90n, 90n])
    await expect(countAmount(11n, yesterday)).rejects.toThrow('try.again.later')
    expect(await readUsage(yesterday)).toEqual([90n, 90n, 90n])
  })

  it('D66: a declined transaction starts the next day at zero, even when the usage is above a limit', async () => {
    const yesterday = service.now()
    await countAmount(100n)
    await changeUsageBy(20n)
    await service.advance({ hours: 24 })
    const declined = usedAmount(card, 0n)
    await service.db.transact((tx) => tx.write(countTransaction(declined)))
    // As of yesterday, the daily usage is the stored amount of the day: 0, because the declined transaction began a new day.
    expect(await readUsage(yesterday)).toEqual([0n, 120n, 120n])
  })

  it('a capture may raise the usage above a limit', async () => {
    await countAmount(100n)
    await changeUsageBy(20n)
    expect(await readUsage()).toEqual([120n, 120n, 120n])
  })

  it('never falls below zero', async () => {
    await countAmount(10n)
    await expect(changeUsageBy(-11n)).rejects.toThrow('card_usage_day_amount_check')
    expect(await readUsage()).toEqual([10n, 10n, 10n])
  })
})

describe('an authorisation guarded by requireCardUnchanged', () => {
  const authorise = () =>
    service.db.transact((tx) =>
      tx.write(requireCardUnchanged(card), countTransaction(usedAmount(card, 1n), card)),
    )
  const freeze = () => movesCard(service, card, 'freeze')

  it('succeeds while the card is unchanged', async () => {
    await authorise()
    expect(await readUsage()).toEqual([1n, 1n, 1n])
  })

  it('fails when a concurrent freeze is committed first', async () => {
    const outcomes = await race<unknown>(service.db, cardLock(card), [freeze, authorise])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(await readUsage()).toEqual([0n, 0n, 0n])
  })

  it('succeeds when it is committed before a concurrent freeze', async () => {
    const outcomes = await race<unknown>(service.db, cardLock(card), [authorise, freeze])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    expect(await readUsage()).toEqual([1n, 1n, 1n])
    expect((await readsCard(service, card)).status).toBe('FROZEN')
  })
})
