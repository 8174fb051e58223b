// Every statement about what was delivered, as people look at it, and about sending it once more.

import { type Reader, sql, type Tx } from '../kernel/db.ts'
import type { DeliveryState } from './states.ts'

export type DeliveryRow = {
  id: string
  eventName: string
  test: boolean
  body: string
  state: DeliveryState
  attempts: number
  dueAt: Temporal.Instant | null
  lastAttemptAt: Temporal.Instant | null
  lastStatus: number | null
  lastError: string | null
  lastElapsedMs: number | null
  createdAt: Temporal.Instant
}

const deliveryColumns = `
  id, event_name, test, body, state, attempts, due_at, last_attempt_at, last_status, last_error,
  last_elapsed_ms, created_at`

const logPage = sql<DeliveryRow>(`
  select ${deliveryColumns} from deliveries
   where subscription_id = $1 and ($2::uuid is null or id < $2) and ($3::text is null or state = $3)
   order by id desc limit $4`)

type LogPage = {
  readonly before: string | undefined
  readonly state: DeliveryState | undefined
  readonly max: number
}

/** Newest first, older than `before`. */
export function listDeliveries(
  db: Reader,
  subscriptionId: string,
  { before, state, max }: LogPage,
): Promise<DeliveryRow[]> {
  return db.rows(logPage, [subscriptionId, before ?? null, state ?? null, max])
}

const oneDelivery = sql<DeliveryRow>(`
  select ${deliveryColumns} from deliveries where subscription_id = $1 and id = $2`)

export function findDelivery(
  db: Reader,
  subscriptionId: string,
  id: string,
): Promise<DeliveryRow | undefined> {
  return db.row(oneDelivery, [subscriptionId, id])
}

const restart = sql<DeliveryRow>(`
  update deliveries set state = $3, attempts = 0, due_at = $4, leased_until = null
   where subscription_id = $1 and id = $2 and state = any($5::text[])
  returning ${deliveryColumns}`)

/**
 * Begins a new series of attempts, also while one of the old series is out; undefined when the delivery is
 * in none of the states `from`.
 */
export function restartDelivery(
  tx: Tx,
  subscriptionId: string,
  id: string,
  { from, to }: { from: readonly DeliveryState[]; to: DeliveryState },
  now: Temporal.Instant,
): Promise<DeliveryRow | undefined> {
  return tx.row(restart, [subscriptionId, id, to, now.toString(), from])
}
