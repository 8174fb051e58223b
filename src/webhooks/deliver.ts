// Sends what is due. Deliveries are leased, sent with no transaction open, and recorded in bulk; a
// process that dies in between loses its leases, and another sends the same bytes under the same id.
//
// A crew holds the sends that are out. It takes up new ones as earlier ones come back, so that a slow
// receiver keeps only its own share of the crew busy and nobody waits for it.

import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../kernel/db.ts'
import type { Outside } from '../kernel/outside.ts'
import type { SweepTools } from '../kernel/sweep.ts'
import type { Lasting } from '../kernel/timer.ts'
import {
  type Attempt,
  holdLines,
  isOutElsewhere,
  type LeasedDelivery,
  leaseDeliveries,
  type Room,
  recordAttempts,
} from './delivery-store.ts'
import type { Signatures } from './envelope.ts'
import { type Answer, isAcknowledged, judge } from './model.ts'
import { postMessage } from './post-message.ts'
import { loadSigningKeys, type SigningKeys } from './signing-keys.ts'
import * as timers from './timers.ts'

/** Sends of one process that may be out at once. */
export const SENDS_AT_ONCE_MAX = 512
/** Of these, to one subscription; fewer while its latest answer was a failure. */
const SENDS_PER_SUBSCRIPTION_MAX = 128
const SENDS_TO_FAILING_MAX = 4
/** Results that come together are recorded together. */
const GATHER_MS = 15
const ELSEWHERE_POLL_MS = 20
const ERROR_LENGTH_MAX = 200

type Result = {
  readonly delivery: LeasedDelivery
  readonly answer: Answer
  readonly signatures: Signatures | undefined
}

type Crew = {
  readonly db: Database
  readonly keys: SigningKeys
  readonly outside: Outside
  readonly timeoutMs: number
  /** How many sends are out, by subscription. */
  readonly out: Map<string, number>
  readonly failing: Set<string>
  /** Came back and are not recorded yet. */
  results: Result[]
  /** Somebody has seen more that is due. */
  news: boolean
  /** No new ones are taken up. */
  leaving: boolean
  rouse(): void
}

export type Tools = Pick<SweepTools, 'outside' | 'background'>

async function gatherCrew(db: Database, { outside }: Tools, { seconds }: Lasting): Promise<Crew> {
  return {
    db,
    // Made by the roof at the start; a house without a roof makes them here.
    keys: await loadSigningKeys(db, undefined),
    outside,
    timeoutMs: seconds * 1000,
    out: new Map(),
    failing: new Set(),
    results: [],
    news: false,
    leaving: false,
    rouse: () => undefined,
  }
}

/** Works until nothing is due at `now()` and nothing is out. Answers how many it sent. */
async function work(crew: Crew, now: () => Temporal.Instant): Promise<number> {
  for (let sent = 0; ; ) {
    crew.news = false
    const leased = await takeUp(crew, now())
    for (const delivery of leased) send(crew, delivery)
    sent += leased.length
    if (isIdle(crew)) return sent
    await somethingHappens(crew)
  }
}

/** Records what came back and leases what there is room for, in one transaction. */
async function takeUp(crew: Crew, now: Temporal.Instant): Promise<LeasedDelivery[]> {
  const results = [...crew.results]
  const room = roomOf(crew)
  if (results.length === 0) {
    if (room.max <= 0) return []
    return crew.db.transact((tx) => leaseDeliveries(tx, now, room, timers.lease.seconds))
  }
  const leased = await crew.db.transact(async (tx) => {
    await holdLines(tx, 'tolerated')
    await recordAttempts(
      tx,
      results.map((result) => attemptOf(result, now)),
      now,
    )
    return room.max <= 0 ? [] : leaseDeliveries(tx, now, room, timers.lease.seconds)
  })
  crew.results = crew.results.slice(results.length)
  return leased
}

function roomOf({ out, failing, leaving }: Crew): Room {
  const held = new Map<string, number>()
  for (const id of failing) held.set(id, SENDS_TO_FAILING_MAX)
  for (const [id, sends] of out)
    held.set(id, Math.max((held.get(id) ?? SENDS_PER_SUBSCRIPTION_MAX) - sends, 0))
  const max = leaving ? 0 : SENDS_AT_ONCE_MAX - total(out)
  return { max, perSubscription: SENDS_PER_SUBSCRIPTION_MAX, held }
}

function send(crew: Crew, delivery: LeasedDelivery): void {
  const { out } = crew
  const { subscriptionId } = delivery
  out.set(subscriptionId, (out.get(subscriptionId) ?? 0) + 1)
  void attempt(crew, delivery).then((result) => {
    const left = (out.get(subscriptionId) ?? 1) - 1
    if (left === 0) out.delete(subscriptionId)
    else out.set(subscriptionId, left)
    if (isAcknowledged(result.answer)) crew.failing.delete(subscriptionId)
    else crew.failing.add(subscriptionId)
    crew.results.push(result)
    crew.rouse()
  })
}

async function attempt(crew: Crew, delivery: LeasedDelivery): Promise<Result> {
  const { id, url, body, test, signatureSha256: sha256, signatureSha1: sha1 } = delivery
  const kept = sha256 !== null && sha1 !== null ? { sha256, sha1 } : undefined
  const message = { deliveryId: id, url, body, test, signatures: kept }
  try {
    return { delivery, ...(await postMessage(message, crew)) }
  } catch (error) {
    // One message that cannot be posted must not hold up the crew; its log shows why.
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

function isIdle({ out, results, news, leaving }: Crew): boolean {
  return out.size === 0 && results.length === 0 && (!news || leaving)
}

/** Until a send comes back or there is news, and then for those that come right behind it. */
async function somethingHappens(crew: Crew): Promise<void> {
  if (crew.results.length === 0 && !crew.news)
    await new Promise<void>((resolve) => {
      crew.rouse = resolve
    })
  if (crew.out.size > 0) await pause(GATHER_MS)
}

function total(out: ReadonlyMap<string, number>): number {
  let sends = 0
  for (const n of out.values()) sends += n
  return sends
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
  const crew = await gatherCrew(db, tools, timers.answerInStep)
  let ran = await work(crew, () => now)
  // Waiting for others counts once: what they brought back may have made something else due.
  let waited = 0
  while (await isOutElsewhere(db.reader, now)) {
    waited = 1
    await pause(ELSEWHERE_POLL_MS)
    ran += await work(crew, () => now)
  }
  return ran + waited
}

type Shift = {
  readonly crew: Crew
  now: () => Temporal.Instant
  readonly working: Promise<void>
}

const shifts = new WeakMap<Database, Shift>()
const mishaps = new WeakMap<Database, { readonly error: unknown }>()

/**
 * Sets a crew to work, or tells the one at work that there is more, and comes back at once with 0.
 * What went wrong with an earlier crew is thrown here; its leases lapse by themselves.
 */
export async function deliverInBackground(
  db: Database,
  now: Temporal.Instant,
  tools: Tools,
): Promise<number> {
  const mishap = mishaps.get(db)
  mishaps.delete(db)
  if (mishap !== undefined) throw mishap.error
  const clock = goingOnFrom(now)
  const shift = shifts.get(db)
  if (shift === undefined) shifts.set(db, await beginShift(db, clock, tools))
  else tellOfNews(shift, clock)
  return 0
}

async function beginShift(db: Database, now: Shift['now'], tools: Tools): Promise<Shift> {
  const crew = await gatherCrew(db, tools, timers.answer)
  const shift: { -readonly [K in keyof Shift]: Shift[K] } = {
    crew,
    now,
    working: Promise.resolve(),
  }
  shift.working = work(crew, () => shift.now())
    .catch((error: unknown) => void mishaps.set(db, { error }))
    .then(() => void shifts.delete(db))
  return shift
}

function tellOfNews(shift: Shift, now: Shift['now']): void {
  shift.now = now
  shift.crew.news = true
  shift.crew.rouse()
}

/** The clock that showed `now` when it was last looked at. */
function goingOnFrom(now: Temporal.Instant): () => Temporal.Instant {
  const seen = performance.now()
  return () => now.add({ milliseconds: Math.floor(performance.now() - seen) })
}

/** Lets what is out in the background come back and records it; takes up nothing new. */
export async function drainDeliveries(db: Database): Promise<void> {
  const shift = shifts.get(db)
  if (shift === undefined) return
  shift.crew.leaving = true
  shift.crew.rouse()
  await shift.working
}
