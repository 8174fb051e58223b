// The numbers by which a terminal finds its authorisation again (D74). Only these are compared, because clients re-write
// the numbers of the rest.

import { cellOf, type Id, lastIdBefore } from '../kernel/ids.ts'

export type ReferenceNumbers = {
  /** System trace audit number: six digits. */
  readonly stan: string
  readonly retrievalReferenceNum: string
  readonly schemeTransactionId: string
}

const STAN_DIGITS = 6
const RETRIEVAL_DIGITS = 12
const SCHEME_DIGITS = 15

/** The numbers have as many digits in each cell, because they do not contain it. */
export function numbersOf(id: Id<'card-transaction'>): ReferenceNumbers {
  const digits = String(id - lastIdBefore(cellOf(id)))
  return {
    stan: digits.slice(-STAN_DIGITS).padStart(STAN_DIGITS, '0'),
    retrievalReferenceNum: digits.padStart(RETRIEVAL_DIGITS, '0'),
    schemeTransactionId: digits.padStart(SCHEME_DIGITS, '0'),
  }
}

/** The transaction of a cell with these numbers; undefined when they belong to none. */
export function transactionIdOf(
  numbers: Pick<ReferenceNumbers, 'stan' | 'retrievalReferenceNum'>,
  cell: number,
): Id<'card-transaction'> | undefined {
  if (!/^\d{1,16}$/.test(numbers.retrievalReferenceNum)) return undefined
  const id = (lastIdBefore(cell) + Number(numbers.retrievalReferenceNum)) as Id<'card-transaction'>
  if (id === lastIdBefore(cell) || cellOf(id) !== cell) return undefined
  return Number(numbersOf(id).stan) === Number(numbers.stan) ? id : undefined
}
