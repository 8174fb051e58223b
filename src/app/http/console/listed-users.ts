// A file without imports, because the pages of the console load it too.

/**
 * How many users the console of a sandbox lists: the newest ones. The seeded user and the user of the session are listed in
 * any case. The console offers a search when the list has at least this many users, because there may be others.
 */
export const LISTED_USERS_MAX = 200
