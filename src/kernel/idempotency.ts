// One key, one effect. The key row is inserted in the same transaction as the effect, so either both
// exist or neither does; two requests racing on one key queue on its primary key. What is called outside
// cannot be rolled back with it, so there the key is held in a row of its own first.

import { createHash } from 'node:crypto'
import { type Database, refuseTryLater, sql, type Tx } from './database/db.ts'
import { type ErrorKind, refuse } from './refusal.ts'
import { sweep } from './sweep.ts'
import { DAY, endOf, timer } from './timer.ts'

export const KeyReused: ErrorKind = {
  code: 'idempotency.key.reused',
  status: 409,
  message: 'This idempotency key was already used for a different request.',
}

/** Keys in headers only: those in bodies are columns, kept for ever. */
export const keyRetention = timer({
  name: 'idempotency.key-retention',
  seconds: 30 * DAY,
  spec: 'D7',
  ends: 'The same X-idempotence-uuid is a new request.',
})

export type Reply = { readonly status: number; readonly body: string }

export type Key = {
  /** Whose name space: `profile:12`, `user:5`, `application:3`. */
  readonly scope: string
  readonly operation: string
  readonly key: string
  readonly requestHash: string
}

const claim = sql<{ key: string }>(`
  insert into idempotency_keys (scope, operation, key, request_hash, expires_at)
  values ($1, $2, $3, $4, $5)
  on conflict (scope, operation, key) do update
     set request_hash = excluded.request_hash, expires_at = excluded.expires_at,
         status = null, body = null, held_until = null
   where idempotency_keys.expires_at <= $6 or idempotency_keys.held_until = $7
  returning key`)

type Seen = { requestHash: string; status: number | null; body: string }

const seen = sql<Seen>(`
  select request_hash, status, body from idempotency_keys
   where scope = $1 and operation = $2 and key = $3`)

const store = sql<never>(`
  update idempotency_keys set status = $4, body = $5
   where scope = $1 and operation = $2 and key = $3`)

/**
 * Runs `effect` the first time a key is seen; afterwards answers what it answered. `held` is until when
 * the request holds the key already.
 */
export async function withIdempotencyKey(
  tx: Tx,
  asked: Key,
  now: Temporal.Instant,
  effect: () => Promise<Reply>,
  held?: Temporal.Instant,
): Promise<{ readonly reply: Reply; readonly isReplay: boolean }> {
  const id = idOf(asked)
  const times = [expiryOf(now), now.toString(), held?.toString() ?? null]
  const claimed = await tx.row(claim, [...id, asked.requestHash, ...times])
  if (claimed === undefined) {
    // A second statement: the first one's snapshot is older than the commit it waited for.
    const first = await tx.row(seen, id)
    if (first === undefined) throw new Error('an idempotency key vanished while it was held')
    const reply = replyOf(first, asked) ?? refuseTryLater(new Error('the hold on a key has lapsed'))
    return { reply, isReplay: true }
  }
  const reply = await effect()
  await tx.rows(store, [...id, reply.status, reply.body])
  return { reply, isReplay: false }
}

/** Longer than any call to the outside may take. */
export const keyHold = timer({
  name: 'idempotency.key-hold',
  seconds: 60,
  spec: 'gap 200',
  ends: 'The key of a request that was killed while it called the outside may be used again.',
  realTime: true,
})
const LOOK_AGAIN_MS = 25
// As long as one request waits for another's locks (db.ts).
const WAIT_MS_MAX = 2_000

const hold = sql<{ heldUntil: Temporal.Instant }>(`
  insert into idempotency_keys (scope, operation, key, request_hash, expires_at, held_until)
  values ($1, $2, $3, $4, $5, clock_timestamp() + make_interval(secs => ${keyHold.seconds}))
  on conflict (scope, operation, key) do update
     set request_hash = excluded.request_hash, expires_at = excluded.expires_at,
         held_until = excluded.held_until, status = null, body = null
   where idempotency_keys.expires_at <= $6 or idempotency_keys.held_until <= clock_timestamp()
  returning held_until`)

const letGo = sql<never>(`
  delete from idempotency_keys
   where scope = $1 and operation = $2 and key = $3 and held_until = $4`)

/**
 * Runs `work` the first time a key is seen, and holds the key meanwhile: whoever comes with it waits, and
 * is answered alike. For work that calls the outside, where waiting in a transaction would be too late.
 */
export async function withHeldKey<T>(
  db: Database,
  asked: Key,
  now: Temporal.Instant,
  work: (held: Temporal.Instant) => Promise<T>,
): Promise<T | { readonly replayed: Reply }> {
  const taken = await take(db, asked, now)
  if ('replayed' in taken) return taken
  const { heldUntil } = taken
  try {
    return await work(heldUntil)
  } catch (error) {
    // The key of a refused request is not kept.
    await db.transact((tx) => tx.rows(letGo, [...idOf(asked), heldUntil.toString()]))
    throw error
  }
}

async function take(
  db: Database,
  asked: Key,
  now: Temporal.Instant,
): Promise<{ heldUntil: Temporal.Instant } | { replayed: Reply }> {
  const id = idOf(asked)
  const params = [...id, asked.requestHash, expiryOf(now), now.toString()]
  const patience = performance.now() + WAIT_MS_MAX
  for (;;) {
    const held = await db.transact((tx) => tx.row(hold, params))
    if (held !== undefined) return held
    const first = await db.reader.row(seen, id)
    const replayed = first && replyOf(first, asked)
    if (replayed) return { replayed }
    if (performance.now() > patience) refuseTryLater(new Error('a key is held for long'))
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
  }
}

function idOf({ scope, operation, key }: Key): string[] {
  return [scope, operation, key]
}

function expiryOf(now: Temporal.Instant): string {
  return endOf(keyRetention, now).toString()
}

/** Undefined while the first request is still under way. */
function replyOf({ status, body, ...first }: Seen, { key, requestHash }: Key): Reply | undefined {
  if (status === null) return undefined
  if (first.requestHash !== requestHash) refuse(KeyReused, { arguments: [key] })
  return { status, body }
}

/**
 * SHA-256 of path and validated body: equal for requests that mean the same (D7, D91). The validated body
 * has the default values of its schema already.
 */
export function requestHash(path: string, body: unknown): string {
  return createHash('sha256')
    .update(`${path}\n${canonical(withoutEmpty(body))}`)
    .digest('hex')
}

/** A field that is null, empty text or empty itself means the same as an absent one. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value))
    return value.length === 0 ? undefined : value.map((item) => withoutEmpty(item) ?? null)
  if (value === null || value === '') return undefined
  if (typeof value !== 'object') return value
  const fields = Object.entries(value)
    .map(([name, field]) => [name, withoutEmpty(field)] as const)
    .filter(([, field]) => field !== undefined)
  return fields.length === 0 ? undefined : Object.fromEntries(fields)
}

/** JSON with sorted keys and without absent fields. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value !== null && typeof value === 'object')
    return `{${Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`)
      .join(',')}}`
  return JSON.stringify(value) ?? 'null'
}

const FORGOTTEN_AT_ONCE_MAX = 1000

const forget = sql<{ key: string }>(`
  delete from idempotency_keys where (scope, operation, key) in
    (select scope, operation, key from idempotency_keys
      where expires_at <= $1 order by expires_at limit $2)
  returning key`)

export const keysForgotten = sweep({
  name: 'idempotency.forget',
  summary: `Deletes keys of headers, and the replies kept for them, after ${keyRetention.seconds / DAY} days (D7).`,
  table: 'idempotency_keys',
  key: { profileId: 'scope', id: 'key' },
  dueAt: 'expires_at',
  where: 'true',
  batchMax: FORGOTTEN_AT_ONCE_MAX,
  run: async (db, now) =>
    (await db.transact((tx) => tx.rows(forget, [now.toString(), FORGOTTEN_AT_ONCE_MAX]))).length,
})
