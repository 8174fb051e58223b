import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  SLOTS_MAX,
  SLOTS_PER_SUBSCRIPTION_MAX,
  shareSlots,
  type WaitingSubscription,
} from '../deliveries/share-slots.ts'

const noFailures: ReadonlySet<string> = new Set()
const allFree = new Map<string, { owner: string; slots: number }>()
const queue = (
  owner: string,
  subscriptionId: string,
  due = SLOTS_PER_SUBSCRIPTION_MAX,
): WaitingSubscription => ({ owner, subscriptionId, due })
const queues = (owner: string, subscriptions: number, due?: number) =>
  Array.from({ length: subscriptions }, (_, n) => queue(owner, `${owner}-${n}`, due))
const sum = (numbers: Iterable<number>) => [...numbers].reduce((a, b) => a + b, 0)
const slotsOf = (shares: ReadonlyMap<string, number>, owner: string) =>
  sum([...shares].flatMap(([id, slots]) => (id.startsWith(`${owner}-`) ? [slots] : [])))

describe('D118: shareSlots', () => {
  it.each<[claim: string, waiting: WaitingSubscription[], slots: number]>([
    ['four subscriptions of one owner share half of the slots', queues('ann', 4), SLOTS_MAX / 2],
    [
      'a hundred subscriptions of one owner share half of the slots',
      queues('ann', 100),
      SLOTS_MAX / 2,
    ],
    ['a subscription gets no more slots than it has due deliveries', queues('ann', 1, 3), 3],
  ])('%s', (_, waiting, expected) => {
    expect(slotsOf(shareSlots(waiting, allFree, noFailures), 'ann')).toBe(expected)
  })

  it('gives every owner an equal share, and keeps one share free', () => {
    const owners = ['ann', 'ben', 'cem']
    const shares = shareSlots(
      [...queues('ann', 100), ...queues('ben', 2), ...queues('cem', 5)],
      allFree,
      noFailures,
    )
    expect(owners.map((owner) => slotsOf(shares, owner))).toEqual(owners.map(() => SLOTS_MAX / 4))
  })

  it('counts the messages in flight towards the limit of a subscription', () => {
    const taken = new Map([['ann-0', { owner: 'ann', slots: 100 }]])
    const shares = shareSlots([queue('ann', 'ann-0')], taken, noFailures)
    expect(shares).toEqual(new Map([['ann-0', SLOTS_PER_SUBSCRIPTION_MAX - 100]]))
  })

  it('gives a subscription another slot only while it has fewer than half as many as are free', () => {
    const taken = new Map(['ben-0', 'ben-1'].map((id) => [id, { owner: 'ben', slots: 128 }]))
    // 256 slots are free at first. With 85 slots the subscription gets one more, because 171 are free; with 86 slots it gets no more.
    expect(shareSlots([queue('ann', 'ann-0')], taken, noFailures)).toEqual(new Map([['ann-0', 86]]))
  })

  it('gives the free slots of an owner to the subscription with the fewest', () => {
    const taken = new Map([['ann-0', { owner: 'ann', slots: 128 }]])
    const shares = shareSlots([queue('ann', 'ann-0'), queue('ann', 'ann-1')], taken, noFailures)
    expect(shares).toEqual(new Map([['ann-1', 128]]))
  })

  it('gives a failing subscription at most four slots, and never one of the last 64', () => {
    const [waiting, failing] = [queues('ann', 1), new Set(['ann-0'])]
    expect(shareSlots(waiting, allFree, failing)).toEqual(new Map([['ann-0', 4]]))
    const others = Array.from({ length: 500 }, (_, n) => queue(`owner${n}`, `owner${n}-0`))
    const all = new Set(others.map(({ subscriptionId }) => subscriptionId))
    expect(sum(shareSlots(others, allFree, all).values())).toBe(SLOTS_MAX - 64)
  })

  const population = fc.array(
    fc.record({
      owner: fc.integer({ min: 0, max: 30 }),
      due: fc.integer({ min: 1, max: 128 }),
      isFailing: fc.boolean(),
    }),
    { maxLength: 80 },
  )

  it('leaves a free slot for an owner that comes later, for any owners in any order', () => {
    fc.assert(
      fc.property(population, population, (first, second) => {
        const waitingOf = (prefix: string, people: typeof first) =>
          people.map(({ owner, due }, n) => queue(`${owner}`, `${owner}-${prefix}${n}`, due))
        const failing = new Set<string>()
        const before = waitingOf('a', first)
        before.forEach(({ subscriptionId }, n) => {
          if (first[n]?.isFailing) failing.add(subscriptionId)
        })
        const shares = shareSlots(before, allFree, failing)
        const taken = new Map(
          [...shares].map(([id, slots]) => [id, { owner: id.split('-')[0] ?? '', slots }]),
        )
        const free = SLOTS_MAX - sum(shares.values())
        // An owner gets its last slot while it still has fewer than are free.
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
