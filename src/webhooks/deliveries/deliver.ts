// Leases due deliveries, sends them while no transaction is open, and records the results in bulk. The leases of a
// process that dies expire, and another process sends the same bytes under the same id.
//
// More deliveries are leased as soon as earlier sends return. `shareSlots` decides how many of each subscription, so that
// a slow receiver occupies only slots of the subscription's owner.

import { setTimeout as pause } from 'node:timers/promises'
import type { Database, Tx } from '../../kernel/database/db.ts'
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
  listWaitingSubscriptions,
  recordAttempts,
} from './attempt-store.ts'
import { recordAttemptsInFeed } from './feed-entry.ts'
import { lockQueues } from './queue-store.ts'
import { countSlots, SLOTS_MAX, SLOTS_PER_SUBSCRIPTION_MAX, shareSlots } from './share-slots.ts'

/** The most entries of `Loop.failing`, which bounds its memory: a further entry replaces the oldest. */
const FAILING_MAX = 10_000
/** How long to wait after a result, so that results that arrive together are recorded in one transaction. */
const BATCH_MS = 15
/** How often `deliverNow` checks whether another process has recorded the deliveries that it leased. */
const ELSEWHERE_POLL_MS = 20

/** A leased delivery with the owner of its subscription, as in `WaitingSubscription`. */
type OwnedDelivery = LeasedDelivery & { readonly owner: string }

type Result = {
  readonly delivery: LeasedDelivery
  readonly reply: Reply
  readonly signatures: Signatures | undefined
}

/** The state of a loop that leases, sends and records deliveries. */
type Loop = {
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
  /** Whether deliveries may have become due since the last lease. */
  hasWork: boolean
  /** Whether the process stops, so that no more deliveries are leased. */
  draining: boolean
  wake(): void
}

/** The properties of the sweep context that the sending of deliveries uses. */
export type SendingContext = Pick<SweepContext, 'outside' | 'background' | 'recordsFeed'>

async function createLoop(
  db: Database,
  { outside, recordsFeed }: SendingContext,
  { seconds }: TimerInSeconds,
): Promise<Loop> {
  return {
    db,
    // `start` has loaded the keys already; without `start`, as in some tests, this call loads them.
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

/**
 * Works until nothing is due at `now()` and nothing is in flight; when the process stops (`draining`), only until nothing is
 * in flight. Returns how many deliveries were sent.
 */
async function runLoop(loop: Loop, now: () => Temporal.Instant): Promise<number> {
  let sent = 0
  while (true) {
    loop.hasWork = false
    const leased = await recordAndLease(loop, now())
    for (const delivery of leased) send(loop, delivery)
    sent += leased.length
    if (isIdle(loop)) return sent
    await waitForResultOrWork(loop)
  }
}

/** Records the results and leases deliveries for the free slots, in one transaction. */
async function recordAndLease(loop: Loop, now: Temporal.Instant): Promise<OwnedDelivery[]> {
  const results = [...loop.results]
  const hasRoom = !loop.draining && countSlots(loop.inFlight) < SLOTS_MAX
  if (results.length === 0) {
    if (!hasRoom) return []
    return loop.db.transact((tx) => lease(tx, loop, now))
  }
  const leased = await loop.db.transact(async (tx) => {
    // If a power failure loses this commit, the messages are sent again under the same ids.
    await lockQueues(tx, 'asynchronous')
    const attempts = results.map((result) => attemptOf(result, now))
    await recordAttempts(tx, attempts, now)
    if (loop.recordsFeed) await recordAttemptsInFeed(tx, attempts)
    return hasRoom ? lease(tx, loop, now) : []
  })
  loop.results = loop.results.slice(results.length)
  return leased
}

async function lease(
  tx: Tx,
  { inFlight, failing }: Loop,
  now: Temporal.Instant,
): Promise<OwnedDelivery[]> {
  const waiting = await listWaitingSubscriptions(tx, now, SLOTS_PER_SUBSCRIPTION_MAX)
  const shares = shareSlots(waiting, inFlight, failing)
  if (shares.size === 0) return []
  const owners = new Map(waiting.map(({ subscriptionId, owner }) => [subscriptionId, owner]))
  const leased = await leaseDeliveries(tx, now, shares, timers.lease.seconds)
  return leased.map((delivery) => ({
    ...delivery,
    owner: owners.get(delivery.subscriptionId) ?? '',
  }))
}

function send(loop: Loop, delivery: OwnedDelivery): void {
  addSlots(loop.inFlight, delivery, 1)
  void attempt(loop, delivery).then((result) => {
    addSlots(loop.inFlight, delivery, -1)
    noteReply(loop.failing, delivery.subscriptionId, result.reply)
    loop.results.push(result)
    loop.wake()
  })
}

function addSlots(
  inFlight: Loop['inFlight'],
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

async function attempt(loop: Loop, delivery: LeasedDelivery): Promise<Result> {
  const { id, url, body, isTest, signatureSha256: sha256, signatureSha1: sha1 } = delivery
  const signatures = sha256 !== null && sha1 !== null ? { sha256, sha1 } : undefined
  const message = { deliveryId: id, url, body, isTest, signatures }
  try {
    return { delivery, ...(await postMessage(message, loop)) }
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

function isIdle({ inFlight, results, hasWork, draining }: Loop): boolean {
  return inFlight.size === 0 && results.length === 0 && (!hasWork || draining)
}

/** Waits for a result or for new work, and then, while sends are in flight, BATCH_MS for further results. */
async function waitForResultOrWork(loop: Loop): Promise<void> {
  if (loop.results.length === 0 && !loop.hasWork)
    await new Promise<void>((resolve) => {
      loop.wake = resolve
    })
  if (loop.inFlight.size > 0) await pause(BATCH_MS)
}

/**
 * Sends every delivery that is due at `now` and waits until the results are recorded, including the results of deliveries
 * that another process has leased. A move of the sandbox clock calls this function. Returns how many deliveries were sent,
 * plus one when the function waited for another process, whose results may have made further deliveries due.
 */
export async function deliverNow(
  db: Database,
  now: Temporal.Instant,
  context: SendingContext,
): Promise<number> {
  const loop = await createLoop(db, context, timers.replyTimeoutOfClockMove)
  let sent = await runLoop(loop, () => now)
  let waited = 0
  while (await isLeasedElsewhere(db.reader, now)) {
    waited = 1
    await pause(ELSEWHERE_POLL_MS)
    sent += await runLoop(loop, () => now)
  }
  return sent + waited
}

type Run = {
  readonly loop: Loop
  now: () => Temporal.Instant
  /** Resolves when the run has ended; its error is in `lastError`. */
  working: Promise<void>
}

type Background = { run?: Run | undefined; lastError?: { readonly error: unknown } | undefined }

/** The current background run of this service, and the error with which the last run ended. */
const backgroundOf = instanceMemory((): Background => ({}))

/**
 * Starts a run in the background, or wakes the current run to look for more work. Returns 0 immediately. Throws the
 * error with which an earlier run ended; the leases of that run expire.
 */
export async function deliverInBackground(
  db: Database,
  now: Temporal.Instant,
  context: SendingContext,
): Promise<number> {
  const background = backgroundOf(db.reader)
  const { lastError } = background
  background.lastError = undefined
  if (lastError !== undefined) throw lastError.error
  const clock = clockFrom(now)
  if (background.run === undefined) background.run = await beginRun(db, background, clock, context)
  else addWork(background.run, clock)
  return 0
}

async function beginRun(
  db: Database,
  background: Background,
  now: Run['now'],
  context: SendingContext,
): Promise<Run> {
  const loop = await createLoop(db, context, timers.replyTimeout)
  const run: Run = { loop, now, working: Promise.resolve() }
  run.working = runLoop(loop, () => run.now())
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
  run.loop.hasWork = true
  run.loop.wake()
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
  run.loop.draining = true
  run.loop.wake()
  await run.working
}
