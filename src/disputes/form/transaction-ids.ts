// The card transactions of a dispute, as clients send them: an id, several separated by commas, or a list of these.

import { ID_MAX } from '../../kernel/ids.ts'

/** The most transactions of one submission; a choice of this project. */
export const TRANSACTIONS_MAX = 20

const ID = /^[1-9]\d{0,15}$/

/** The ids, ascending and without repetitions. Undefined when `submitted` has a different format, or no id. */
export function readTransactionIds(submitted: unknown): readonly number[] | undefined {
  const texts = [submitted].flat().flatMap(textsOf)
  const isValid = texts.length > 0 && texts.every((text) => ID.test(text) && Number(text) <= ID_MAX)
  return isValid ? [...new Set(texts.map(Number))].sort((a, b) => a - b) : undefined
}

/** A value that is neither a number nor text becomes an empty text, which is not a valid id. */
function textsOf(submitted: unknown): string[] {
  if (typeof submitted === 'number') return [String(submitted)]
  return typeof submitted === 'string' ? submitted.split(',').map((text) => text.trim()) : ['']
}
