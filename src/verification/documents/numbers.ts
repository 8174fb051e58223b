// Numbers of identity documents that have a rule. Every function takes the text of a client.

import { cnpj, cpf } from '../../corridors/index.ts'

/** United States: social security number, nine digits. */
export function isSocialSecurityNumber(text: string): boolean {
  return /^\d{9}$/.test(text)
}

export function isDigits(text: string): boolean {
  return /^\d+$/.test(text)
}

/** Brazil: tax number of a person or a company, with or without separators. */
export function isBrazilianTaxNumber(text: string): boolean {
  const number = withoutSeparators(text)
  return cpf(number) || cnpj(number)
}

const MY_NUMBER_WEIGHTS = [6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]

/** Japan: individual number, whose twelfth digit is a check digit. */
export function isMyNumber(text: string): boolean {
  if (!/^\d{12}$/.test(text)) return false
  const sum = MY_NUMBER_WEIGHTS.reduce((all, weight, at) => all + weight * Number(text[at]), 0)
  const rest = sum % 11
  return Number(text[11]) === (rest < 2 ? 0 : 11 - rest)
}

/** In capitals and without separators: equal for two spellings of one number. */
export function withoutSeparators(text: string): string {
  return text.toUpperCase().replace(/[\s./-]/g, '')
}
