// Codes and names of the API in words that people read.

/** Such as `magnetic stripe` for `MAGNETIC_STRIPE`. */
export const wordsOf = (code: string) => code.toLowerCase().replaceAll('_', ' ')

/** Such as `Magnetic stripe` for `magnetic stripe`. */
export const sentenceCase = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}`

/** Such as `Date of birth` for `dateOfBirth`. */
export const wordsOfCamelCase = (name: string) =>
  sentenceCase(name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim())
