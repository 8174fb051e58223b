// Caches which users have neither a factor nor a removal without proof (`removalEpoch`), so that most requests to protected
// operations need no query for factors.

import type { Reader } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import { type FactorState, readFactorState } from '../../security/index.ts'
import { CACHE_ENTRIES_MAX, CACHE_LIFETIME_MS } from './cache-limits.ts'

export type ApprovalCache = {
  /** For each of these users: the time, as `performance.now()` returns it, until which the entry is valid. */
  readonly factorless: Map<Id<'user'>, number>
  /** Counts changes of factors. A state that was read before a change must not be cached after that change. */
  changes: number
}

export function approvalCache(): ApprovalCache {
  return { factorless: new Map(), changes: 0 }
}

/** Must be called when the factors of any user have changed. Changes are rare, so the whole cache is cleared. */
export function forgetFactors(cache: ApprovalCache): void {
  cache.factorless.clear()
  cache.changes++
}

// The epoch of the user may be higher. It is compared only for actions with `when: 'enrolled'`, whose state is always read
// from the database (`findApprovalMethod`).
const withoutFactors: FactorState = { epoch: 0, lockedUntil: null, removalEpoch: null, factors: [] }

/** Returns the state of a cached user synchronously, and any other state after a query. */
export function factorStateOf(
  db: Reader,
  cache: ApprovalCache,
  userId: Id<'user'>,
): FactorState | Promise<FactorState> {
  const untilMs = cache.factorless.get(userId)
  return untilMs !== undefined && untilMs > performance.now()
    ? withoutFactors
    : readAndCache(db, cache, userId)
}

async function readAndCache(
  db: Reader,
  cache: ApprovalCache,
  userId: Id<'user'>,
): Promise<FactorState> {
  const { factorless, changes } = cache
  // The lifetime starts before the query, so that an entry is never older than CACHE_LIFETIME_MS.
  const untilMs = performance.now() + CACHE_LIFETIME_MS
  const state = await readFactorState(db, userId)
  if (state.factors.length > 0 || state.removalEpoch !== null) factorless.delete(userId)
  else if (cache.changes === changes) {
    if (factorless.size >= CACHE_ENTRIES_MAX) factorless.clear()
    factorless.set(userId, untilMs)
  }
  return state
}
