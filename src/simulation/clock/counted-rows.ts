/**
 * The preview counts the due rows of one sweep up to this number. For this many, the console shows "100 or more", and
 * `godwit clock preview` prints "100+".
 */
export const COUNTED_ROWS_MAX = 100
