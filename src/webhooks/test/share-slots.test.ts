import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  SLOTS_MAX,
  SLOTS_PER_SUBSCRIPTION_MAX,
  shareSlots,
  type Waiting,
} from '../deliveries/share-slots.ts'

const none: ReadonlySet<string> = new Set()
const nothing = new Map<string, { owner: string; slots: number }>()
const queue = (owner: string, subscriptionId: string, due = 128): Waiting => ({
  owner,
  subscriptionId,
  due,
})
const many = (owner: string, subscriptions: number, due = 128) =>
  Array.from({ length: subscriptions }, (_, n) => queue(owner, `${owner}-${n}`, due))
const sum = (numbers: Iterable<number>) => [...numbers].reduce((a, b) => a + b, 0)
const slotsOf = (shares: ReadonlyMap<string, number>, owner: string) =>
  sum([...shares].flatMap(([id, slots]) => (id.startsWith(`${owner}-`) ? [slots] : [])))

describe('D118: free slots are shared', () => {
  it.each<[Waiting[], number, string]>([
    [many('ann', 1), SLOTS_PER_SUBSCRIPTION_MAX, 'one subscription gets its limit'],
    [many('ann', 4), 256, 'one owner gets half, however many subscriptions there are'],
    [many('ann', 100), 256, 'one owner gets half, however many subscriptions there are'],
    [many('ann', 1, 3), 3, 'no more than is due'],
  ])('among one owner: %#', (waiting, expected) => {
    expect(slotsOf(shareSlots(waiting, nothing, none), 'ann')).toBe(expected)
  })

  it('equally among owners, and one share stays free', () => {
    const owners = ['ann', 'ben', 'cem']
    const shares = shareSlots(
      [...many('ann', 100), ...many('ben', 2), ...many('cem', 5)],
      nothing,
      none,
    )
    expect(owners.map((owner) => slotsOf(shares, owner))).toEqual([128, 128, 128])
  })

  it('by subscription within an owner: one that holds its half leaves the other half', () => {
    const taken = new Map([['ann-0', { owner: 'ann', slots: 128 }]])
    const shares = shareSlots([queue('ann', 'ann-0'), queue('ann', 'ann-1')], taken, none)
    expect(shares).toEqual(new Map([['ann-1', 128]]))
  })

  it('with at most four for each failing subscription, and none of the last 64', () => {
    const [waiting, failing] = [many('ann', 1), new Set(['ann-0'])]
    expect(shareSlots(waiting, nothing, failing)).toEqual(new Map([['ann-0', 4]]))
    const others = Array.from({ length: 500 }, (_, n) => queue(`owner${n}`, `owner${n}-0`))
    const all = new Set(others.map(({ subscriptionId }) => subscriptionId))
    expect(sum(shareSlots(others, nothing, all).values())).toBe(SLOTS_MAX - 64)
  })

  const population = fc.array(
    fc.record({
      owner: fc.integer({ min: 0, max: 30 }),
      due: fc.integer({ min: 1, max: 128 }),
      fails: fc.boolean(),
    }),
    { maxLength: 80 },
  )

  it('so that a later owner finds a free slot, for any owners and any order', () => {
    fc.assert(
      fc.property(population, population, (first, second) => {
        const waitingOf = (prefix: string, people: typeof first) =>
          people.map(({ owner, due }, n) => queue(`${owner}`, `${owner}-${prefix}${n}`, due))
        const failing = new Set<string>()
        const before = waitingOf('a', first)
        before.forEach(({ subscriptionId }, n) => {
          if (first[n]?.fails) failing.add(subscriptionId)
        })
        const shares = shareSlots(before, nothing, failing)
        const taken = new Map(
          [...shares].map(([id, slots]) => [id, { owner: id.split('-')[0] ?? '', slots }]),
        )
        const free = SLOTS_MAX - sum(shares.values())
        for (const { owner } of before) expect(slotsOf(shares, owner)).toBeLessThanOrEqual(free + 1)
        const later = shareSlots(
          [...before, ...waitingOf('b', second), queue('new', 'new-0', 1)],
          taken,
          failing,
        )
        expect(later.get('new-0')).toBe(1)
        expect(sum(shares.values()) + sum(later.values())).toBeLessThanOrEqual(SLOTS_MAX)
      }),
    )
  })
})
