// Codes of the API in words that people read.

/** Such as `magnetic stripe` for `MAGNETIC_STRIPE`. */
export const wordsOf = (code: string) => code.toLowerCase().replaceAll('_', ' ')

/** Such as `Magnetic stripe` for `magnetic stripe`. */
export const sentenceCase = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}`
