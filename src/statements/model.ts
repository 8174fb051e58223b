// The types and the limits of a statement.

/** FLAT shows each fee as a separate line, COMPACT does not. */
export const statementTypes = ['COMPACT', 'FLAT'] as const
export type StatementType = (typeof statementTypes)[number]

/** The longest interval of a statement (Facts 8.1). */
export const INTERVAL_DAYS_MAX = 469

/** The most entries of a balance that one statement contains, because a statement is one reply (gap 158). */
export const ENTRIES_MAX = 10_000
