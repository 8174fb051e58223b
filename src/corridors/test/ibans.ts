// A sound IBAN of each country, made of its structure.

import { composeIBAN, getCountrySpecifications, isValidIBAN } from 'ibantools'

const DIGIT = '0123456789'
const LETTER = 'ABC'
const TRIES = 100_000

/** Undefined where the national check digits are not found by trying. */
export function withBban(countryCode: string): string | undefined {
  const specification = getCountrySpecifications()[countryCode]
  const structure = specification?.bban_regexp
  if (!structure) return undefined
  const parts = [...structure.matchAll(/\[([^\]]+)\]\{(\d+)\}/g)]
  for (let n = 0; n < TRIES; n++) {
    const tail = String(n)
    const bban = parts
      .map(([, kind = '', length = '0']) =>
        signs(kind).repeat(Number(length)).slice(0, Number(length)),
      )
      .join('')
    const tried = bban.slice(0, bban.length - tail.length) + tail
    const iban = composeIBAN({ countryCode, bban: tried })
    if (iban && isValidIBAN(iban)) return iban
  }
  return undefined
}

const signs = (kind: string): string => (kind.includes('0-9') ? DIGIT[1] : LETTER[0]) ?? ''
