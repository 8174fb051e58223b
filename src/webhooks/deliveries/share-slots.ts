// Shares the send slots of a process among owners and their subscriptions (D118). A slot is one message in
// flight; a receiver that does not reply occupies its slot until the timeout.
//
// The rule is the dynamic threshold by which switches share a packet buffer: an owner gets another slot while it occupies
// fewer slots than are free. One owner gets up to half of all slots, n owners get 1/(n+1) each, and the rest is free for
// an owner who comes later. One subscription may occupy half as many slots as its owner, so that the owner's
// other subscriptions do not wait either.

/** The most messages that a process has in flight; a choice of this project, like the limits below (gap 440). */
export const SLOTS_MAX = 512
/** The most messages that a process has in flight to one subscription; the limit protects the receiver. */
export const SLOTS_PER_SUBSCRIPTION_MAX = 128
/** The most messages that a process has in flight to a subscription whose latest reply was a failure. */
const SLOTS_TO_FAILING_MAX = 4
/** Slots that failing subscriptions may not occupy; hundreds of failing subscriptions would otherwise occupy every slot. */
const SLOTS_RESERVED = 64

export type WaitingSubscription = {
  readonly subscriptionId: string
  /** The owner of the subscription, such as `application:7`, or `user:12` for a profile of the user. */
  readonly owner: string
  /** How many deliveries of the subscription are due, at most SLOTS_PER_SUBSCRIPTION_MAX. */
  readonly due: number
}

/** The slots that are occupied, by subscription. */
type OccupiedSlots = ReadonlyMap<string, { readonly owner: string; readonly slots: number }>

type Subscription = { readonly id: string; readonly isFailing: boolean; slots: number; due: number }
type Owner = { slots: number; readonly subscriptions: Subscription[] }

/**
 * Returns how many deliveries of each subscription to send now. Owners with fewer slots come first; among equals
 * the order of `waiting` decides.
 */
export function shareSlots(
  waiting: readonly WaitingSubscription[],
  occupied: OccupiedSlots,
  failing: ReadonlySet<string>,
): Map<string, number> {
  let owners = ownersOf(waiting, occupied, failing)
  const shares = new Map<string, number>()
  let free = SLOTS_MAX - countSlots(occupied)
  while (free > 0 && owners.length > 0) {
    const fewestSlots = Math.min(...owners.map(({ slots }) => slots))
    const done = new Set<Owner>()
    for (const owner of owners) {
      if (owner.slots > fewestSlots) continue
      const next = owner.slots < free ? nextSubscription(owner, free) : undefined
      if (next === undefined) {
        done.add(owner)
        continue
      }
      addSlot(owner, next)
      shares.set(next.id, (shares.get(next.id) ?? 0) + 1)
      free -= 1
    }
    // The number of free slots only falls, so an owner that may not have a slot now may not have one later either.
    owners = owners.filter((owner) => !done.has(owner))
  }
  return shares
}

function addSlot(owner: Owner, subscription: Subscription): void {
  owner.slots += 1
  subscription.slots += 1
  subscription.due -= 1
}

/** Of the owner's subscriptions that may have one more slot, the one with the fewest slots. */
function nextSubscription({ subscriptions }: Owner, free: number): Subscription | undefined {
  let found: Subscription | undefined
  for (const subscription of subscriptions) {
    const hasFewer = found === undefined || subscription.slots < found.slots
    if (hasFewer && mayHaveMore(subscription, free)) found = subscription
  }
  return found
}

function mayHaveMore({ isFailing, slots, due }: Subscription, free: number): boolean {
  if (due === 0) return false
  if (isFailing) return slots < SLOTS_TO_FAILING_MAX && free > SLOTS_RESERVED
  return slots < SLOTS_PER_SUBSCRIPTION_MAX && slots * 2 < free
}

function ownersOf(
  waiting: readonly WaitingSubscription[],
  occupied: OccupiedSlots,
  failing: ReadonlySet<string>,
): Owner[] {
  const slotsByOwner = new Map<string, number>()
  for (const { owner, slots } of occupied.values())
    slotsByOwner.set(owner, (slotsByOwner.get(owner) ?? 0) + slots)
  const owners = new Map<string, Owner>()
  for (const { subscriptionId: id, owner: name, due } of waiting) {
    const owner = owners.get(name) ?? { slots: slotsByOwner.get(name) ?? 0, subscriptions: [] }
    owners.set(name, owner)
    const slots = occupied.get(id)?.slots ?? 0
    owner.subscriptions.push({ id, isFailing: failing.has(id), slots, due })
  }
  return [...owners.values()]
}

export function countSlots(occupied: OccupiedSlots): number {
  let total = 0
  for (const { slots } of occupied.values()) total += slots
  return total
}
