// Valid IBANs for tests, composed from the structure that each country's IBANs have.

import { composeIBAN, getCountrySpecifications, isValidIBAN } from 'ibantools'

/** A choice of this project: the count is written over the last digits, and two check digits fit about one in a hundred. */
const TRIES = 100_000

/** A valid IBAN of the country; undefined if no account number with valid national check digits is found. */
export function validIban(countryCode: string): string | undefined {
  const specification = getCountrySpecifications()[countryCode]
  const structure = specification?.bban_regexp
  if (!structure) return undefined
  const blocks = [...structure.matchAll(/\[([^\]]+)\]\{(\d+)\}/g)]
  for (let n = 0; n < TRIES; n++) {
    const tail = String(n)
    const bban = blocks
      .map(([, kind = '', length = '0']) => characterOf(kind).repeat(Number(length)))
      .join('')
    const candidate = bban.slice(0, bban.length - tail.length) + tail
    const iban = composeIBAN({ countryCode, bban: candidate })
    if (iban && isValidIBAN(iban)) return iban
  }
  return undefined
}

/** A character of a class of the structure, such as `0-9` or `A-Z`. */
const characterOf = (kind: string): string => (kind.includes('0-9') ? '1' : 'A')
