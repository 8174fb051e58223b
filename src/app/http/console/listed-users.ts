/**
 * The most users that the console of a sandbox lists. The console offers a search when it gets this many, because there may
 * be others.
 */
export const LISTED_USERS_MAX = 200
