// Checks of the numbers of identity documents, and the spelling in which numbers are compared. Every function accepts
// any text.

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
  const number = comparableNumber(text)
  return isCpf(number) || isCnpj(number)
}

const MY_NUMBER_WEIGHTS = [6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]

/** Japan: individual number, whose twelfth digit is a check digit. */
export function isMyNumber(text: string): boolean {
  if (!/^\d{12}$/.test(text)) return false
  const sum = MY_NUMBER_WEIGHTS.reduce((total, weight, i) => total + weight * Number(text[i]), 0)
  const remainder = sum % 11
  return Number(text[11]) === (remainder < 2 ? 0 : 11 - remainder)
}

/**
 * Returns the number in capitals and without separators, so that two spellings of a number are equal. A change of this rule
 * changes the index of new documents only, and documents that were stored before would not be found by their number.
 */
export function comparableNumber(text: string): string {
  return text.toUpperCase().replace(/[\s./-]/g, '')
}
