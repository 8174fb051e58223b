// Idempotency keys in headers: a key has one effect. Its row is inserted in the same transaction as the effect, so
// either both exist or neither does, and concurrent requests with one key wait for each other at its primary key. A
// call to the outside cannot be rolled back, so a request that makes one commits a hold on its key before the call.

import { createHash } from 'node:crypto'
import { type Database, sql, type Tx } from './database/db.ts'
import { LOCK_MS_MAX } from './database/open-connections.ts'
import { type ErrorKind, refuse } from './refusal.ts'
import { sweep } from './sweep.ts'
import { DAY, endOf, timer } from './timer.ts'
import { refuseTryLater } from './try-later.ts'

export const KeyReused: ErrorKind = {
  code: 'idempotency.key.reused',
  status: 409,
  message:
    'This idempotency key was already used for a different request. Send another key with a different request.',
}

/** For keys in headers. Keys in bodies are stored for ever, in columns. */
export const keyRetention = timer({
  name: 'idempotency.key-retention',
  seconds: 30 * DAY,
  spec: 'D7',
  ends: 'The same X-idempotence-uuid is a new request.',
})

/** A stored reply; `body` is its text. */
export type Reply = { readonly status: number; readonly body: string }

export type Key = {
  /** The owner of the key: `profile:12`, `user:5`, `application:3`. */
  readonly scope: string
  /** The id of the endpoint, such as `conversions.create`. */
  readonly operation: string
  readonly key: string
  readonly requestHash: string
}

const claimKeySql = sql<{ key: string }>(`
  insert into idempotency_keys (scope, operation, key, request_hash, expires_at)
  values ($1, $2, $3, $4, $5)
  on conflict (scope, operation, key) do update
     set request_hash = excluded.request_hash, expires_at = excluded.expires_at,
         status = null, body = null, held_until = null
   where idempotency_keys.expires_at <= $6 or idempotency_keys.held_until = $7
  returning key`)

type StoredReply = { requestHash: string; status: number | null; body: string }

const findReplySql = sql<StoredReply>(`
  select request_hash, status, body from idempotency_keys
   where scope = $1 and operation = $2 and key = $3`)

const storeReplySql = sql<never>(`
  update idempotency_keys set status = $4, body = $5
   where scope = $1 and operation = $2 and key = $3`)

/**
 * Runs `effect` for the first request with a key, and returns the stored reply for later ones until `keyRetention` ends.
 * Refuses a key that was used for a different request. `heldUntil` identifies the hold that this request already has on
 * the key.
 */
export async function withIdempotencyKey(
  tx: Tx,
  key: Key,
  {
    now,
    heldUntil,
  }: { readonly now: Temporal.Instant; readonly heldUntil: Temporal.Instant | undefined },
  effect: () => Promise<Reply>,
): Promise<{ readonly reply: Reply; readonly isReplay: boolean }> {
  const id = primaryKeyOf(key)
  const times = [expiryOf(now), now.toString(), heldUntil?.toString() ?? null]
  const claimed = await tx.row(claimKeySql, [...id, key.requestHash, ...times])
  if (claimed === undefined) {
    // In a second statement, because the snapshot of the first is older than the commit that it has waited for.
    const first = await tx.row(findReplySql, id)
    if (first === undefined)
      throw new Error('an idempotency key was deleted while a request used it')
    const reply =
      replyOf(first, key) ?? refuseTryLater(new Error('the hold on an idempotency key has expired'))
    return { reply, isReplay: true }
  }
  const reply = await effect()
  await tx.rows(storeReplySql, [...id, reply.status, reply.body])
  return { reply, isReplay: false }
}

/** The hold is extended while the call lasts, because a move of the sandbox clock can take longer. */
export const keyHold = timer({
  name: 'idempotency.key-hold',
  seconds: 60,
  spec: 'gap 200',
  ends: 'The key of a request that was killed while it called the outside may be used again.',
  realTime: true,
})
/** Early enough that a hold is extended before it expires, also when one extension fails. */
const EXTENSION_INTERVAL_MS = (keyHold.seconds * 1000) / 3
/**
 * Short compared with the time until another server replies, and long enough that a waiting request polls at most 40 times
 * a second.
 */
const POLL_MS = 25

// A key that another request still holds is not taken over, even if the key has expired: the other request may be moving
// the sandbox clock past the expiry.
const holdKeySql = sql<{ heldUntil: Temporal.Instant }>(`
  insert into idempotency_keys (scope, operation, key, request_hash, expires_at, held_until)
  values ($1, $2, $3, $4, $5, clock_timestamp() + make_interval(secs => ${keyHold.seconds}))
  on conflict (scope, operation, key) do update
     set request_hash = excluded.request_hash, expires_at = excluded.expires_at,
         held_until = excluded.held_until, status = null, body = null
   where idempotency_keys.held_until <= clock_timestamp()
      or idempotency_keys.held_until is null and idempotency_keys.expires_at <= $6
  returning held_until`)

const extendHoldSql = sql<{ heldUntil: Temporal.Instant }>(`
  update idempotency_keys set held_until = clock_timestamp() + make_interval(secs => ${keyHold.seconds})
   where scope = $1 and operation = $2 and key = $3 and held_until = $4
  returning held_until`)

const releaseKeySql = sql<never>(`
  delete from idempotency_keys
   where scope = $1 and operation = $2 and key = $3 and held_until = $4`)

type HeldWork<F, T> = {
  /** Calls the outside. The hold on the key is extended until the call returns. */
  readonly call: () => Promise<F>
  /** Runs the transaction that has the effect and stores the reply. `heldUntil` identifies the hold. */
  readonly write: (found: F, heldUntil: Temporal.Instant) => Promise<T>
  /** How long a later request waits for the reply; by default for as long as a statement waits for a lock. */
  readonly waitMsMax?: number | undefined
}

/**
 * Runs `call` and then `write` for the first request with a key, which holds the key meanwhile. Later requests with the
 * key wait for at most `waitMsMax`, and get the same reply. For work that calls the outside before its transaction begins.
 */
export async function withHeldKey<F, T>(
  db: Database,
  key: Key,
  now: Temporal.Instant,
  { call, write, waitMsMax = LOCK_MS_MAX }: HeldWork<F, T>,
): Promise<T | { readonly replayed: Reply }> {
  const held = await holdOrReplay(db, key, now, waitMsMax)
  if ('replayed' in held) return held
  const hold = extendedHold(db, key, held.heldUntil)
  try {
    const found = await call()
    return await write(found, await hold.end())
  } catch (error) {
    const heldUntil = await hold.end()
    // The key of a request that was refused or failed can be used again.
    await db.transact((tx) => tx.rows(releaseKeySql, [...primaryKeyOf(key), heldUntil.toString()]))
    throw error
  }
}

/** Extends the hold repeatedly. `end` stops the extensions, and returns the time until which the key is held. */
function extendedHold(db: Database, key: Key, first: Temporal.Instant) {
  let extending = Promise.resolve(first)
  const extend = async (heldUntil: Temporal.Instant) => {
    const params = [...primaryKeyOf(key), heldUntil.toString()]
    // A failed extension does not end the request: the next one follows before the hold expires.
    const row = await db.transact((tx) => tx.row(extendHoldSql, params)).catch(() => undefined)
    return row?.heldUntil ?? heldUntil
  }
  const interval = setInterval(() => {
    extending = extending.then(extend)
  }, EXTENSION_INTERVAL_MS)
  return {
    end(): Promise<Temporal.Instant> {
      clearInterval(interval)
      return extending
    },
  }
}

/** Holds the key, or waits for the reply of the request that holds it. */
async function holdOrReplay(
  db: Database,
  key: Key,
  now: Temporal.Instant,
  waitMsMax: number,
): Promise<{ heldUntil: Temporal.Instant } | { replayed: Reply }> {
  const id = primaryKeyOf(key)
  const params = [...id, key.requestHash, expiryOf(now), now.toString()]
  const giveUpAtMs = performance.now() + waitMsMax
  for (;;) {
    const held = await db.transact((tx) => tx.row(holdKeySql, params))
    if (held !== undefined) return held
    const first = await db.reader.row(findReplySql, id)
    const replayed = first && replyOf(first, key)
    if (replayed) return { replayed }
    if (performance.now() > giveUpAtMs)
      refuseTryLater(new Error('another request has held the idempotency key for too long'))
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

function primaryKeyOf({ scope, operation, key }: Key): string[] {
  return [scope, operation, key]
}

function expiryOf(now: Temporal.Instant): string {
  return endOf(keyRetention, now).toString()
}

/** Undefined while the first request with the key is in progress. Refuses when that request had another hash than this one. */
function replyOf(
  { status, body, ...first }: StoredReply,
  { key, requestHash }: Key,
): Reply | undefined {
  if (status === null) return undefined
  if (first.requestHash !== requestHash) refuse(KeyReused, { arguments: [key] })
  return { status, body }
}

/**
 * SHA-256 of path, validated body and files, equal for requests with the same meaning (D7, D91). The validated body
 * includes the default values of its schema.
 */
export function requestHash(
  path: string,
  body: unknown,
  /** The fingerprints of the files of the request, in their order. */
  files: readonly string[] = [],
): string {
  const hash = createHash('sha256').update(`${path}\n${canonical(withoutEmpty(body))}`)
  if (files.length > 0) hash.update(`\n${canonical(files)}`)
  return hash.digest('hex')
}

/** A field with null, an empty text, an empty list or an empty object means the same as an absent one. */
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

/** In keys; a choice of this project: few enough that the statement ends long before its time limit (`runMs`). */
const BATCH_MAX = 1000

// A request that moves the sandbox clock may move the clock past the expiry of the idempotency key of the request. The key
// must not be deleted while the request holds the key.
const NOT_HELD = '(held_until is null or held_until <= clock_timestamp())'

// The condition is repeated, because a request may claim an expired key while this statement waits for the row: only
// the outer condition is evaluated again on the changed row.
const deleteExpiredSql = sql<{ key: string }>(`
  delete from idempotency_keys
   where (scope, operation, key) in
         (select scope, operation, key from idempotency_keys
           where expires_at <= $1 and ${NOT_HELD} order by expires_at limit $2)
     and expires_at <= $1 and ${NOT_HELD}
  returning key`)

export const deleteExpiredKeys = sweep({
  name: 'idempotency.delete-expired-keys',
  summary: `Deletes keys of headers, and the replies kept for them, after ${keyRetention.seconds / DAY} days (D7).`,
  table: 'idempotency_keys',
  dueAt: 'expires_at',
  where: NOT_HELD,
  batchMax: BATCH_MAX,
  run: async (db, now) =>
    (await db.transact((tx) => tx.rows(deleteExpiredSql, [now.toString(), BATCH_MAX]))).length,
})
