// The rows at which sweeps failed, for the operator's console (D129). The text of the error is left out: it may contain
// data of people.

import { type Reader, sql } from './database/db.ts'
import type { OffsetPage } from './pages.ts'

type SweepFailure = {
  readonly sweep: string
  readonly profileId: number
  readonly id: string
  readonly attempts: number
  readonly retryAt: Temporal.Instant
}

const listSweepFailuresSql = sql<SweepFailure>(`
  select f.sweep, f.profile_id, f.id, f.attempts, f.retry_at from sweep_failures f
   order by f.sweep, f.profile_id, f.id
   offset $1 limit $2`)

export function listSweepFailures(
  db: Reader,
  { offset, size }: OffsetPage,
): Promise<SweepFailure[]> {
  return db.rows(listSweepFailuresSql, [offset, size])
}
