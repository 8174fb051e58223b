// Valid IBANs for tests, composed from the structure that each country's IBANs have.

import { composeIBAN, getCountrySpecifications, isValidIBAN } from 'ibantools'

/** A choice of this project. Two national check digits are right in about one of a hundred numbers. */
const TRIES_MAX = 100_000

/**
 * A valid IBAN of the country, found by counting up the last digits of the account number. Undefined for a country without
 * IBANs, and if no number in `TRIES_MAX` has valid national check digits.
 */
export function validIban(countryCode: string): string | undefined {
  const specification = getCountrySpecifications()[countryCode]
  const structure = specification?.bban_regexp
  if (!structure) return undefined
  const blocks = [...structure.matchAll(/\[([^\]]+)\]\{(\d+)\}/g)]
  const firstBban = blocks
    .map(([, kind = '', length = '0']) => characterOf(kind).repeat(Number(length)))
    .join('')
  for (let n = 0; n < TRIES_MAX; n++) {
    const lastDigits = String(n)
    const bban = firstBban.slice(0, firstBban.length - lastDigits.length) + lastDigits
    const iban = composeIBAN({ countryCode, bban })
    if (iban && isValidIBAN(iban)) return iban
  }
  return undefined
}

/** A character of a class of the structure, such as `0-9` or `A-Z`. */
const characterOf = (kind: string): string => (kind.includes('0-9') ? '1' : 'A')
