// Who gets the free slots of a process. A slot is one message that is out, and a receiver that does not
// answer keeps its slot until the timeout, so slots are never all given away (D118). The rule is that of
// the dynamic threshold by which switches share a packet buffer: an owner may hold at most as many slots
// as are left free. One owner gets up to half of all slots, n owners get 1/(n+1) each, and the free rest
// is there at once for an owner who comes later. Within an owner, one subscription may hold half of that,
// so the owner's other subscriptions do not wait either.

/** Sends of one process that may be out at once. */
export const SLOTS_MAX = 512
/** Of these, to one subscription: protects the receiver. */
export const SLOTS_PER_SUBSCRIPTION_MAX = 128
/** The same while the subscription's latest answer was a failure. */
const SLOTS_TO_FAILING_MAX = 4
/** Never given to failing subscriptions, so that hundreds of them leave room for those that answer. */
const SLOTS_KEPT_FROM_FAILING = 64

export type Waiting = {
  readonly subscriptionId: string
  /** The application or the user whose subscription it is. */
  readonly owner: string
  /** How many of its deliveries are due, at most SLOTS_PER_SUBSCRIPTION_MAX. */
  readonly due: number
}

/** The slots that are taken, by subscription. */
export type Taken = ReadonlyMap<string, { readonly owner: string; readonly slots: number }>

type Queue = { readonly id: string; readonly isFailing: boolean; held: number; due: number }
type Owner = { held: number; readonly queues: Queue[] }

/**
 * How many deliveries of each subscription to send now. Owners with fewer slots come first; among equals,
 * the order of `waiting` decides.
 */
export function shareSlots(
  waiting: readonly Waiting[],
  taken: Taken,
  failing: ReadonlySet<string>,
): Map<string, number> {
  let owners = ownersOf(waiting, taken, failing)
  const given = new Map<string, number>()
  for (let free = SLOTS_MAX - total(taken); free > 0 && owners.length > 0; ) {
    const least = Math.min(...owners.map(({ held }) => held))
    const done = new Set<Owner>()
    for (const owner of owners) {
      if (owner.held > least) continue
      const queue = owner.held < free ? nextQueue(owner, free) : undefined
      if (queue === undefined) {
        done.add(owner)
        continue
      }
      give(owner, queue)
      given.set(queue.id, (given.get(queue.id) ?? 0) + 1)
      free -= 1
    }
    // What an owner may not have now it may not have later either: fewer slots are free then.
    owners = owners.filter((owner) => !done.has(owner))
  }
  return given
}

function give(owner: Owner, queue: Queue): void {
  owner.held += 1
  queue.held += 1
  queue.due -= 1
}

/** The owner's subscription with the fewest slots that may have one more. */
function nextQueue({ queues }: Owner, free: number): Queue | undefined {
  let found: Queue | undefined
  for (const queue of queues)
    if (mayHaveMore(queue, free) && (found === undefined || queue.held < found.held)) found = queue
  return found
}

function mayHaveMore({ isFailing, held, due }: Queue, free: number): boolean {
  if (due === 0) return false
  if (isFailing) return held < SLOTS_TO_FAILING_MAX && free > SLOTS_KEPT_FROM_FAILING
  return held < SLOTS_PER_SUBSCRIPTION_MAX && held * 2 < free
}

function ownersOf(
  waiting: readonly Waiting[],
  taken: Taken,
  failing: ReadonlySet<string>,
): Owner[] {
  const heldBy = new Map<string, number>()
  for (const { owner, slots } of taken.values()) heldBy.set(owner, (heldBy.get(owner) ?? 0) + slots)
  const owners = new Map<string, Owner>()
  for (const { subscriptionId: id, owner: name, due } of waiting) {
    const owner = owners.get(name) ?? { held: heldBy.get(name) ?? 0, queues: [] }
    owners.set(name, owner)
    owner.queues.push({ id, isFailing: failing.has(id), held: taken.get(id)?.slots ?? 0, due })
  }
  return [...owners.values()]
}

export function total(taken: Taken): number {
  let slots = 0
  for (const each of taken.values()) slots += each.slots
  return slots
}
