// The numbers with which a terminal refers to its authorisation (D74). A transaction is found by the STAN and the
// retrieval reference number. Other fields of a reference are not compared, because clients rewrite numbers, for
// example without leading zeros.

import { cellOf, type Id, lastIdBefore } from '../kernel/ids.ts'

type ReferenceNumbers = {
  /** System trace audit number: six digits. */
  readonly stan: string
  /** Twelve digits; more when the id has more. The STAN is its last six digits. */
  readonly retrievalReferenceNum: string
  /** The same number as `retrievalReferenceNum`, with fifteen digits. */
  readonly schemeTransactionId: string
}

const STAN_DIGITS = 6
const RETRIEVAL_DIGITS = 12
const SCHEME_DIGITS = 15
/** An id has at most 16 digits, because it is at most 2^53 - 1. */
const RETRIEVAL_NUMBER = /^\d{1,16}$/

/** The numbers of a transaction. They do not contain the cell, so they have as many digits in every cell. */
export function numbersOf(id: Id<'card-transaction'>): ReferenceNumbers {
  const digits = String(id - lastIdBefore(cellOf(id)))
  return {
    stan: digits.slice(-STAN_DIGITS).padStart(STAN_DIGITS, '0'),
    retrievalReferenceNum: digits.padStart(RETRIEVAL_DIGITS, '0'),
    schemeTransactionId: digits.padStart(SCHEME_DIGITS, '0'),
  }
}

/** The id that a transaction of the cell with these numbers has; undefined when no transaction can have them. */
export function transactionIdOf(
  numbers: Pick<ReferenceNumbers, 'stan' | 'retrievalReferenceNum'>,
  cell: number,
): Id<'card-transaction'> | undefined {
  if (!RETRIEVAL_NUMBER.test(numbers.retrievalReferenceNum)) return undefined
  const id = (lastIdBefore(cell) + Number(numbers.retrievalReferenceNum)) as Id<'card-transaction'>
  if (id === lastIdBefore(cell) || cellOf(id) !== cell) return undefined
  return Number(numbersOf(id).stan) === Number(numbers.stan) ? id : undefined
}
