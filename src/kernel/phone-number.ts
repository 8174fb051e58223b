// Phone numbers that clients send.

import { parsePhoneNumberFromString } from 'libphonenumber-js'

/**
 * Returns the number in E.164. Undefined without a country code, with a length that is not possible in the country, or with
 * an extension, which cannot receive text messages. Does not check that the range of the number is in use: the ranges
 * change every month, and do not include the numbers that are reserved for tests.
 */
export function parsePhoneNumber(text: string): string | undefined {
  const number = parsePhoneNumberFromString(text)
  return number?.isPossible() && number.ext === undefined ? number.number : undefined
}
