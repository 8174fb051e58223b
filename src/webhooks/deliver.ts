// Sends what is due. Deliveries are leased, sent with no transaction open, and recorded in bulk; a
// process that dies in between loses its leases, and another sends the same bytes under the same id.
//
// New deliveries are leased as earlier ones come back. `share-slots.ts` says which: a slow receiver takes
// only from its owner's share.

import { setTimeout as pause } from 'node:timers/promises'
import type { Database, Tx } from '../kernel/database/db.ts'
import type { Outside } from '../kernel/outside.ts'
import type { SweepTools } from '../kernel/sweep.ts'
import type { Lasting } from '../kernel/timer.ts'
import {
  type Attempt,
  holdLines,
  isOutElsewhere,
  type LeasedDelivery,
  leaseDeliveries,
  listWaiting,
  recordAttempts,
} from './delivery-store.ts'
import type { Signatures } from './envelope.ts'
import { type Answer, isAcknowledged, judge } from './model.ts'
import { postMessage } from './post-message.ts'
import { SLOTS_MAX, SLOTS_PER_SUBSCRIPTION_MAX, shareSlots, total } from './share-slots.ts'
import { loadSigningKeys, type SigningKeys } from './signing-keys.ts'
import * as timers from './timers.ts'

/** More than can be failing at any moment in practice; the oldest are forgotten first. */
const FAILING_MAX = 10_000
/** Results that come together are recorded together. */
const BATCH_MS = 15
const ELSEWHERE_POLL_MS = 20
const ERROR_LENGTH_MAX = 200

type Leased = LeasedDelivery & { readonly owner: string }

type Result = {
  readonly delivery: LeasedDelivery
  readonly answer: Answer
  readonly signatures: Signatures | undefined
}

type Workers = {
  readonly db: Database
  readonly keys: SigningKeys
  readonly outside: Outside
  readonly timeoutMs: number
  /** The sends that are out, by subscription. */
  readonly out: Map<string, { readonly owner: string; readonly slots: number }>
  readonly failing: Set<string>
  /** Came back and are not recorded yet. */
  results: Result[]
  /** More may be due than at the last look. */
  hasWork: boolean
  /** Nothing more is leased. */
  draining: boolean
  wake(): void
}

export type Tools = Pick<SweepTools, 'outside' | 'background'>

async function createWorkers(
  db: Database,
  { outside }: Tools,
  { seconds }: Lasting,
): Promise<Workers> {
  return {
    db,
    // Loaded by the application at startup; a test without an application loads them here.
    keys: await loadSigningKeys(db, undefined),
    outside,
    timeoutMs: seconds * 1000,
    out: new Map(),
    failing: new Set(),
    results: [],
    hasWork: false,
    draining: false,
    wake: () => undefined,
  }
}

/** Works until nothing is due at `now()` and nothing is out. Answers how many it sent. */
async function work(workers: Workers, now: () => Temporal.Instant): Promise<number> {
  for (let sent = 0; ; ) {
    workers.hasWork = false
    const leased = await takeUp(workers, now())
    for (const delivery of leased) send(workers, delivery)
    sent += leased.length
    if (isIdle(workers)) return sent
    await somethingHappens(workers)
  }
}

/** Records what came back and leases what there is room for, in one transaction. */
async function takeUp(workers: Workers, now: Temporal.Instant): Promise<Leased[]> {
  const results = [...workers.results]
  const hasRoom = !workers.draining && total(workers.out) < SLOTS_MAX
  if (results.length === 0) {
    if (!hasRoom) return []
    return workers.db.transact((tx) => lease(tx, workers, now))
  }
  const leased = await workers.db.transact(async (tx) => {
    await holdLines(tx, 'tolerated')
    await recordAttempts(
      tx,
      results.map((result) => attemptOf(result, now)),
      now,
    )
    return hasRoom ? lease(tx, workers, now) : []
  })
  workers.results = workers.results.slice(results.length)
  return leased
}

async function lease(tx: Tx, { out, failing }: Workers, now: Temporal.Instant): Promise<Leased[]> {
  const waiting = await listWaiting(tx, now, SLOTS_PER_SUBSCRIPTION_MAX)
  const shares = shareSlots(waiting, out, failing)
  if (shares.size === 0) return []
  const owners = new Map(waiting.map(({ subscriptionId, owner }) => [subscriptionId, owner]))
  const leased = await leaseDeliveries(tx, now, shares, timers.lease.seconds)
  return leased.map((each) => ({ ...each, owner: owners.get(each.subscriptionId) ?? '' }))
}

function send(workers: Workers, delivery: Leased): void {
  addSlots(workers.out, delivery, 1)
  void attempt(workers, delivery).then((result) => {
    addSlots(workers.out, delivery, -1)
    noteAnswer(workers.failing, delivery.subscriptionId, result.answer)
    workers.results.push(result)
    workers.wake()
  })
}

function addSlots(out: Workers['out'], { subscriptionId, owner }: Leased, change: number): void {
  const slots = (out.get(subscriptionId)?.slots ?? 0) + change
  if (slots === 0) out.delete(subscriptionId)
  else out.set(subscriptionId, { owner, slots })
}

/** Remembers the subscriptions whose latest answer was a failure, the latest of them only. */
function noteAnswer(failing: Set<string>, subscriptionId: string, answer: Answer): void {
  failing.delete(subscriptionId)
  if (isAcknowledged(answer)) return
  failing.add(subscriptionId)
  const [oldest] = failing
  if (failing.size > FAILING_MAX && oldest !== undefined) failing.delete(oldest)
}

async function attempt(workers: Workers, delivery: LeasedDelivery): Promise<Result> {
  const { id, url, body, test, signatureSha256: sha256, signatureSha1: sha1 } = delivery
  const kept = sha256 !== null && sha1 !== null ? { sha256, sha1 } : undefined
  const message = { deliveryId: id, url, body, test, signatures: kept }
  try {
    return { delivery, ...(await postMessage(message, workers)) }
  } catch (error) {
    // One message that cannot be posted must not hold up the others; its log shows why.
    return { delivery, answer: { failed: String(error), elapsedMs: 0 }, signatures: kept }
  }
}

function attemptOf({ delivery, answer, signatures }: Result, now: Temporal.Instant): Attempt {
  const { state, afterSeconds } = judge(delivery.state, delivery.attempts + 1, answer)
  return {
    delivery,
    at: now,
    state,
    dueAt: afterSeconds === undefined ? undefined : now.add({ seconds: Math.ceil(afterSeconds) }),
    status: 'status' in answer ? answer.status : undefined,
    error: 'failed' in answer ? answer.failed.slice(0, ERROR_LENGTH_MAX) : undefined,
    elapsedMs: Math.round(answer.elapsedMs),
    signatures: isAcknowledged(answer) ? undefined : signatures,
  }
}

function isIdle({ out, results, hasWork, draining }: Workers): boolean {
  return out.size === 0 && results.length === 0 && (!hasWork || draining)
}

/** Waits until a send comes back or more may be due, and then for sends that come back right behind it. */
async function somethingHappens(workers: Workers): Promise<void> {
  if (workers.results.length === 0 && !workers.hasWork)
    await new Promise<void>((resolve) => {
      workers.wake = resolve
    })
  if (workers.out.size > 0) await pause(BATCH_MS)
}

/**
 * One step of the clock: sends everything that is due at `now` and waits for it, also for what
 * another process has out. Answers how many there were.
 */
export async function deliverNow(
  db: Database,
  now: Temporal.Instant,
  tools: Tools,
): Promise<number> {
  const workers = await createWorkers(db, tools, timers.answerInStep)
  let ran = await work(workers, () => now)
  // Waiting for others counts once: what they brought back may have made something else due.
  let waited = 0
  while (await isOutElsewhere(db.reader, now)) {
    waited = 1
    await pause(ELSEWHERE_POLL_MS)
    ran += await work(workers, () => now)
  }
  return ran + waited
}

type Run = {
  readonly workers: Workers
  now: () => Temporal.Instant
  readonly working: Promise<void>
}

const runs = new WeakMap<Database, Run>()
const lastErrors = new WeakMap<Database, { readonly error: unknown }>()

/**
 * Starts a run, or tells the current one that there is more to do, and returns 0 at once. Throws the error
 * with which an earlier run ended; its leases expire by themselves.
 */
export async function deliverInBackground(
  db: Database,
  now: Temporal.Instant,
  tools: Tools,
): Promise<number> {
  const lastError = lastErrors.get(db)
  lastErrors.delete(db)
  if (lastError !== undefined) throw lastError.error
  const clock = goingOnFrom(now)
  const run = runs.get(db)
  if (run === undefined) runs.set(db, await beginRun(db, clock, tools))
  else noteWork(run, clock)
  return 0
}

async function beginRun(db: Database, now: Run['now'], tools: Tools): Promise<Run> {
  const workers = await createWorkers(db, tools, timers.answer)
  const run: { -readonly [K in keyof Run]: Run[K] } = {
    workers,
    now,
    working: Promise.resolve(),
  }
  run.working = work(workers, () => run.now())
    .catch((error: unknown) => void lastErrors.set(db, { error }))
    .then(() => void runs.delete(db))
  return run
}

function noteWork(run: Run, now: Run['now']): void {
  run.now = now
  run.workers.hasWork = true
  run.workers.wake()
}

/** The clock that showed `now` when it was last looked at. */
function goingOnFrom(now: Temporal.Instant): () => Temporal.Instant {
  const seen = performance.now()
  return () => now.add({ milliseconds: Math.floor(performance.now() - seen) })
}

/** Waits for the sends that are out in the background and records them; leases nothing more. */
export async function drainDeliveries(db: Database): Promise<void> {
  const run = runs.get(db)
  if (run === undefined) return
  run.workers.draining = true
  run.workers.wake()
  await run.working
}
