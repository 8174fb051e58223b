// The limits of a statement.

/** The longest interval of a statement (Facts 8.1). */
export const INTERVAL_DAYS_MAX = 469

/** A statement is one reply. A client has to request a shorter interval for more entries than this. */
export const ENTRIES_MAX = 10_000
