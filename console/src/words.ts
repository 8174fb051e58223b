// Codes of the API in words.

/** Such as `magnetic stripe` for `MAGNETIC_STRIPE`. */
export const wordsOf = (code: string) => code.toLowerCase().replaceAll('_', ' ')
