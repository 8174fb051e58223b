// The limits of the caches of callers and of users without factors.

/** Less than a second, so that a revoked token or a new factor takes effect within one second. */
export const CACHE_LIFETIME_MS = 900
/** A cache with this many entries is cleared before the next one is added. */
export const CACHE_ENTRIES_MAX = 10_000
