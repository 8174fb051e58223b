// Checks and normalises the numbers of identity documents. No function throws: a check returns false for invalid text.

import { isCnpj, isCpf } from '../../corridors/index.ts'

/** United States: social security number, nine digits. */
export function isSocialSecurityNumber(text: string): boolean {
  return /^\d{9}$/.test(text)
}

export function isDigits(text: string): boolean {
  return /^\d+$/.test(text)
}

/** Brazil: tax number of a person (CPF) or of a company (CNPJ), with or without separators. */
export function isBrazilianTaxNumber(text: string): boolean {
  const number = normalizedNumber(text)
  return isCpf(number) || isCnpj(number)
}

/** The weights of the first eleven digits. */
const MY_NUMBER_WEIGHTS = [6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]

/** Japan: individual number, whose twelfth digit is a check digit. */
export function isMyNumber(text: string): boolean {
  if (!/^\d{12}$/.test(text)) return false
  const sum = MY_NUMBER_WEIGHTS.reduce((total, weight, i) => total + weight * Number(text[i]), 0)
  const remainder = sum % 11
  return Number(text[11]) === (remainder < 2 ? 0 : 11 - remainder)
}

/**
 * Returns the number in capitals and without spaces, dots, slashes and hyphens, so that one number written in two ways is equal.
 * `keepDocument` stores a keyed hash of the result. If this rule changes, documents stored before are no longer found by number.
 */
export function normalizedNumber(text: string): string {
  return text.toUpperCase().replace(/[\s./-]/g, '')
}
