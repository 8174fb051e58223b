import { beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { race } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { changeUsage, countUsage } from '../limits/usage-store.ts'
import { type CardRow, findCardWithUsage, requireCardUnchanged } from '../store.ts'
import { cardLock, issuesCard, movesCard } from './issued-cards.ts'

// Not audited: the audit compares usage with card transactions, and these tests write none.
const service = testService({ audited: false })
let ann: Person
let card: CardRow
beforeEach(async () => {
  ann = await service.createUser()
  card = await issuesCard(service, ann, { lifetimeLimit: 100n })
})

const usedBy = ({ profileId, id: cardId }: CardRow, amountMinor: bigint, at = service.now()) => ({
  ...{ profileId, cardId, amountMinor, at },
})
const count = (amount: bigint, limits: CardRow = card) =>
  service.db.transact((tx) => tx.write(countUsage(limits, usedBy(card, amount))))
const changeBy = (amount: bigint, at?: Temporal.Instant) =>
  service.db.transact((tx) => tx.write(changeUsage(usedBy(card, amount, at))))
const usage = async () => {
  const found = await findCardWithUsage(service.db.reader, ann.personal, card.token, service.now())
  return [found?.dailyUsage, found?.monthlyUsage, found?.lifetimeUsage]
}

describe('the usage of a card', () => {
  it('D66: counts in the day, the month and the lifetime', async () => {
    expect(await usage()).toEqual([0n, 0n, 0n])
    await count(30n)
    await count(20n)
    expect(await usage()).toEqual([50n, 50n, 50n])
    await service.advance({ hours: 14 })
    expect(await usage()).toEqual([0n, 50n, 50n])
    await service.advance({ hours: 24 * 27 })
    expect(await usage()).toEqual([0n, 0n, 50n])
  })

  it('may reach a limit and not exceed it', async () => {
    await count(100n)
    await expect(count(1n)).rejects.toThrow('try.again.later')
    expect(await usage()).toEqual([100n, 100n, 100n])
  })

  it('a first amount above the limit is not counted', async () => {
    await expect(count(101n)).rejects.toThrow('try.again.later')
    expect(await usage()).toEqual([0n, 0n, 0n])
  })

  it('D66: of two concurrent authorisations that together exceed a limit, one is refused', async () => {
    await count(1n)
    const lock = {
      text: 'select from card_usage where profile_id = $1 and card_id = $2 for update',
      values: [ann.personal, card.id],
    }
    const outcomes = await race(service.db, lock, [() => count(60n), () => count(60n)])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(await usage()).toEqual([61n, 61n, 61n])
  })

  it('D66: a release reduces the usage of the periods of the authorisation, not of the release', async () => {
    const authorisedAt = service.now()
    await count(40n)
    await service.advance({ hours: 24 })
    await count(10n)
    await changeBy(-40n, authorisedAt)
    expect(await usage()).toEqual([10n, 10n, 10n])
  })

  it('a capture may raise the usage above a limit', async () => {
    await count(100n)
    await changeBy(20n)
    expect(await usage()).toEqual([120n, 120n, 120n])
  })

  it('never falls below zero', async () => {
    await count(10n)
    await expect(changeBy(-11n)).rejects.toThrow('card_usage_amount_check')
    expect(await usage()).toEqual([10n, 10n, 10n])
  })
})

describe('an authorisation guarded by requireCardUnchanged', () => {
  const authorise = () =>
    service.db.transact((tx) =>
      tx.write(requireCardUnchanged(card), countUsage(card, usedBy(card, 1n))),
    )
  const freeze = () => movesCard(service, card, 'freeze')

  it('succeeds while the card is unchanged', async () => {
    await authorise()
    expect(await usage()).toEqual([1n, 1n, 1n])
  })

  it('fails when a concurrent freeze is committed first', async () => {
    const outcomes = await race<unknown>(service.db, cardLock(card), [freeze, authorise])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(await usage()).toEqual([0n, 0n, 0n])
  })

  it('succeeds when it is committed before a concurrent freeze', async () => {
    const outcomes = await race<unknown>(service.db, cardLock(card), [authorise, freeze])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  })
})
