// Sends due deliveries. They are leased, sent while no transaction is open, and recorded in bulk. The leases of a
// process that dies expire, and another process sends the same bytes under the same id.
//
// More deliveries are leased as soon as earlier sends return. `shareSlots` decides which, so that a slow receiver
// occupies slots of its owner only.

import { setTimeout as pause } from 'node:timers/promises'
import type { Database, Tx } from '../../kernel/database/db.ts'
import { recordInFeed } from '../../kernel/feed-entries.ts'
import { instanceMemory } from '../../kernel/instance-memory.ts'
import type { Outside } from '../../kernel/outside.ts'
import type { SweepContext } from '../../kernel/sweep.ts'
import type { TimerInSeconds } from '../../kernel/timer.ts'
import type { Signatures } from '../messages/envelope.ts'
import { postMessage } from '../messages/post-message.ts'
import { loadSigningKeys, type SigningKeys } from '../messages/signing-keys.ts'
import { isAcknowledged, outcomeOf, type Reply, resultOf } from '../model.ts'
import * as timers from '../timers.ts'
import {
  type Attempt,
  isLeasedElsewhere,
  type LeasedDelivery,
  leaseDeliveries,
  listWaiting,
  recordAttempts,
} from './attempt-store.ts'
import { feedEntryOf } from './feed-entry.ts'
import { lockQueues } from './queue-store.ts'
import { countSlots, SLOTS_MAX, SLOTS_PER_SUBSCRIPTION_MAX, shareSlots } from './share-slots.ts'

/** Bounds the memory of failing subscriptions; beyond it the oldest entry is dropped. */
const FAILING_MAX = 10_000
/** How long to wait after a result, so that results that arrive together are recorded in one transaction. */
const BATCH_MS = 15
const ELSEWHERE_POLL_MS = 20

/** A leased delivery with the owner of its subscription, as in `WaitingSubscription`. */
type OwnedDelivery = LeasedDelivery & { readonly owner: string }

type Result = {
  readonly delivery: LeasedDelivery
  readonly reply: Reply
  readonly signatures: Signatures | undefined
}

type Workers = {
  readonly db: Database
  readonly keys: SigningKeys
  readonly outside: Outside
  readonly timeoutMs: number
  readonly recordsFeed: boolean
  /** The sends in flight, by subscription. */
  readonly inFlight: Map<string, { readonly owner: string; readonly slots: number }>
  /** Subscriptions whose latest reply was a failure, oldest failure first. */
  readonly failing: Set<string>
  /** Results that are not recorded yet. */
  results: Result[]
  /** Deliveries may have become due since the last lease. */
  hasWork: boolean
  /** The process stops: lease no more. */
  draining: boolean
  wake(): void
}

export type Tools = Pick<SweepContext, 'outside' | 'background' | 'recordsFeed'>

async function createWorkers(
  db: Database,
  { outside, recordsFeed }: Tools,
  { seconds }: TimerInSeconds,
): Promise<Workers> {
  return {
    db,
    // `start` has loaded them already; without `start`, as in some tests, they are loaded here.
    keys: await loadSigningKeys(db, undefined),
    outside,
    timeoutMs: seconds * 1000,
    recordsFeed: recordsFeed === true,
    inFlight: new Map(),
    failing: new Set(),
    results: [],
    hasWork: false,
    draining: false,
    wake: () => undefined,
  }
}

/** Works until nothing is due at `now()` and nothing is in flight. Returns how many it sent. */
async function work(workers: Workers, now: () => Temporal.Instant): Promise<number> {
  let sent = 0
  while (true) {
    workers.hasWork = false
    const leased = await recordAndLease(workers, now())
    for (const delivery of leased) send(workers, delivery)
    sent += leased.length
    if (isIdle(workers)) return sent
    await waitForResultOrWork(workers)
  }
}

/** Records the results and leases deliveries for the free slots, in one transaction. */
async function recordAndLease(workers: Workers, now: Temporal.Instant): Promise<OwnedDelivery[]> {
  const results = [...workers.results]
  const hasRoom = !workers.draining && countSlots(workers.inFlight) < SLOTS_MAX
  if (results.length === 0) {
    if (!hasRoom) return []
    return workers.db.transact((tx) => lease(tx, workers, now))
  }
  const leased = await workers.db.transact(async (tx) => {
    // If a power failure loses this commit, the messages are sent again under the same ids.
    await lockQueues(tx, 'asynchronous')
    const attempts = results.map((result) => attemptOf(result, now))
    await recordAttempts(tx, attempts, now)
    if (workers.recordsFeed) await recordInFeed(tx, attempts.map(feedEntryOf))
    return hasRoom ? lease(tx, workers, now) : []
  })
  workers.results = workers.results.slice(results.length)
  return leased
}

async function lease(
  tx: Tx,
  { inFlight, failing }: Workers,
  now: Temporal.Instant,
): Promise<OwnedDelivery[]> {
  const waiting = await listWaiting(tx, now, SLOTS_PER_SUBSCRIPTION_MAX)
  const shares = shareSlots(waiting, inFlight, failing)
  if (shares.size === 0) return []
  const owners = new Map(waiting.map(({ subscriptionId, owner }) => [subscriptionId, owner]))
  const leased = await leaseDeliveries(tx, now, shares, timers.lease.seconds)
  return leased.map((each) => ({ ...each, owner: owners.get(each.subscriptionId) ?? '' }))
}

function send(workers: Workers, delivery: OwnedDelivery): void {
  addSlots(workers.inFlight, delivery, 1)
  void attempt(workers, delivery).then((result) => {
    addSlots(workers.inFlight, delivery, -1)
    noteReply(workers.failing, delivery.subscriptionId, result.reply)
    workers.results.push(result)
    workers.wake()
  })
}

function addSlots(
  inFlight: Workers['inFlight'],
  { subscriptionId, owner }: OwnedDelivery,
  change: number,
): void {
  const slots = (inFlight.get(subscriptionId)?.slots ?? 0) + change
  if (slots === 0) inFlight.delete(subscriptionId)
  else inFlight.set(subscriptionId, { owner, slots })
}

function noteReply(failing: Set<string>, subscriptionId: string, reply: Reply): void {
  failing.delete(subscriptionId)
  if (isAcknowledged(reply)) return
  failing.add(subscriptionId)
  const [oldest] = failing
  if (failing.size > FAILING_MAX && oldest !== undefined) failing.delete(oldest)
}

async function attempt(workers: Workers, delivery: LeasedDelivery): Promise<Result> {
  const { id, url, body, test, signatureSha256: sha256, signatureSha1: sha1 } = delivery
  const signatures = sha256 !== null && sha1 !== null ? { sha256, sha1 } : undefined
  const message = { deliveryId: id, url, body, test, signatures }
  try {
    return { delivery, ...(await postMessage(message, workers)) }
  } catch (error) {
    // An exception here would end the run for all messages, so it becomes the result of this one.
    return { delivery, reply: { failed: String(error), elapsedMs: 0 }, signatures }
  }
}

function attemptOf({ delivery, reply, signatures }: Result, now: Temporal.Instant): Attempt {
  const { state, afterSeconds } = outcomeOf(delivery.state, delivery.attempts + 1, reply)
  return {
    delivery,
    at: now,
    state,
    dueAt: afterSeconds === undefined ? undefined : now.add({ seconds: Math.ceil(afterSeconds) }),
    ...resultOf(reply),
    signatures: isAcknowledged(reply) ? undefined : signatures,
  }
}

function isIdle({ inFlight, results, hasWork, draining }: Workers): boolean {
  return inFlight.size === 0 && results.length === 0 && (!hasWork || draining)
}

/** Waits for a result or for new work, and then BATCH_MS for further results. */
async function waitForResultOrWork(workers: Workers): Promise<void> {
  if (workers.results.length === 0 && !workers.hasWork)
    await new Promise<void>((resolve) => {
      workers.wake = resolve
    })
  if (workers.inFlight.size > 0) await pause(BATCH_MS)
}

/**
 * Sends everything that is due at `now` and waits until it is recorded, also for deliveries that another process
 * has leased. The sandbox clock needs this when it is moved. Returns how many were sent, and one more when it
 * waited: a result that the other process recorded may have made further deliveries due.
 */
export async function deliverNow(
  db: Database,
  now: Temporal.Instant,
  tools: Tools,
): Promise<number> {
  const workers = await createWorkers(db, tools, timers.replyTimeoutOfClockMove)
  let sent = await work(workers, () => now)
  let waited = 0
  while (await isLeasedElsewhere(db.reader, now)) {
    waited = 1
    await pause(ELSEWHERE_POLL_MS)
    sent += await work(workers, () => now)
  }
  return sent + waited
}

type Run = {
  readonly workers: Workers
  now: () => Temporal.Instant
  readonly working: Promise<void>
}

type Background = { run?: Run | undefined; lastError?: { readonly error: unknown } | undefined }

/** The run in the background of this service, and the error with which the last one ended. */
const backgroundOf = instanceMemory((): Background => ({}))

/**
 * Starts a run in the background, or wakes the current run to look for more work. Returns 0 immediately. Throws the
 * error with which an earlier run ended; the leases of that run expire.
 */
export async function deliverInBackground(
  db: Database,
  now: Temporal.Instant,
  tools: Tools,
): Promise<number> {
  const background = backgroundOf(db.reader)
  const { lastError } = background
  background.lastError = undefined
  if (lastError !== undefined) throw lastError.error
  const clock = clockFrom(now)
  if (background.run === undefined) background.run = await beginRun(db, background, clock, tools)
  else addWork(background.run, clock)
  return 0
}

async function beginRun(
  db: Database,
  background: Background,
  now: Run['now'],
  tools: Tools,
): Promise<Run> {
  const workers = await createWorkers(db, tools, timers.replyTimeout)
  const run: { -readonly [K in keyof Run]: Run[K] } = {
    workers,
    now,
    working: Promise.resolve(),
  }
  run.working = work(workers, () => run.now())
    .catch((error: unknown) => {
      background.lastError = { error }
    })
    .then(() => {
      background.run = undefined
    })
  return run
}

function addWork(run: Run, now: Run['now']): void {
  run.now = now
  run.workers.hasWork = true
  run.workers.wake()
}

/** A clock that starts at `now` and advances with real time. */
function clockFrom(now: Temporal.Instant): () => Temporal.Instant {
  const startedMs = performance.now()
  return () => now.add({ milliseconds: Math.floor(performance.now() - startedMs) })
}

/** Stops leasing, waits for the sends in flight in the background, and records them. */
export async function drainDeliveries(db: Database): Promise<void> {
  const { run } = backgroundOf(db.reader)
  if (run === undefined) return
  run.workers.draining = true
  run.workers.wake()
  await run.working
}
