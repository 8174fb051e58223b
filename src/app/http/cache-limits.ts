// The limits of the caches of callers and of users without factors.

/** Less than a second, so that a revoked token or a new factor takes effect within one second. */
export const CACHED_MS = 900
/** Entries of one cache, which is cleared when it is full. */
export const CACHED_MAX = 10_000
