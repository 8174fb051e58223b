/**
 * The preview counts the due rows of one sweep up to this number. The console writes "or more" when it gets this many.
 */
export const COUNTED_ROWS_MAX = 100
