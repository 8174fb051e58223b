// One key, one effect. The key row is inserted in the same transaction as the effect, so either both
// exist or neither does; two requests racing on one key queue on its primary key.

import { createHash } from 'node:crypto'
import { type Reader, sql, type Tx } from './db.ts'
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
         status = null, body = null
   where idempotency_keys.expires_at <= $6
  returning key`)

type Seen = { requestHash: string; status: number; body: string; expiresAt: Temporal.Instant }

const seen = sql<Seen>(`
  select request_hash, status, body, expires_at from idempotency_keys
   where scope = $1 and operation = $2 and key = $3`)

const store = sql<never>(`
  update idempotency_keys set status = $4, body = $5
   where scope = $1 and operation = $2 and key = $3`)

/** Runs `effect` the first time a key is seen; afterwards answers what it answered. */
export async function once(
  tx: Tx,
  { scope, operation, key, requestHash }: Key,
  now: Temporal.Instant,
  effect: () => Promise<Reply>,
): Promise<Reply> {
  const expiresAt = endOf(keyRetention, now)
  const id = [scope, operation, key]
  const claimed = await tx.row(claim, [...id, requestHash, expiresAt.toString(), now.toString()])
  if (claimed === undefined) {
    // A second statement: the first one's snapshot is older than the commit it waited for.
    const first = await tx.row(seen, id)
    if (first === undefined) throw new Error('an idempotency key vanished while it was held')
    return replyOf(first, key, requestHash)
  }
  const reply = await effect()
  await tx.rows(store, [...id, reply.status, reply.body])
  return reply
}

/**
 * What a key answered before, if it did: asked ahead of an outside call, so that a repeat does not
 * make the call again.
 */
export async function repeated(
  db: Reader,
  { scope, operation, key, requestHash }: Key,
  now: Temporal.Instant,
): Promise<Reply | undefined> {
  const first = await db.row(seen, [scope, operation, key])
  if (first === undefined || Temporal.Instant.compare(first.expiresAt, now) <= 0) return undefined
  return replyOf(first, key, requestHash)
}

function replyOf(first: Seen, key: string, requestHash: string): Reply {
  if (first.requestHash !== requestHash) refuse(KeyReused, { arguments: [key] })
  return { status: first.status, body: first.body }
}

/** SHA-256 of path and validated body: equal for requests that mean the same (D7). */
export function requestHash(path: string, body: unknown): string {
  return createHash('sha256')
    .update(`${path}\n${canonical(body)}`)
    .digest('hex')
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
