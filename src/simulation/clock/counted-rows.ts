// The limit of the counts in a preview. The console and the command line import this file, so it imports nothing.

/**
 * The preview counts the due rows of one sweep up to this number. For this many, the console shows "100 or more", and
 * `godwit clock preview` prints "100+".
 */
export const COUNTED_ROWS_MAX = 100
