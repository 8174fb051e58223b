// The rules that an endpoint declares for the approval of its requests (D31, D114).

import type { Reader, Tx } from './database/db.ts'

/**
 * The payment that a one-time token approves (D114). The person who approves the payment sees these values. When the token
 * is used, these values are compared with the payment.
 */
export type CoveredPayment = {
  /** Decimal text. */
  readonly amount: string
  readonly currency: string
  /** The recipient of the money, in words. */
  readonly payee: string
  /** Further values that must be unchanged when the token is used: ids, versions, the payment method. */
  readonly bound: readonly (string | number)[]
}

/** How the payment that a protected operation would make now is read and locked. */
export type CoveredPaymentRule<I> = {
  /** Returns undefined when there is nothing to pay. */
  readonly read: (db: Reader, input: I) => Promise<CoveredPayment | undefined>
  /** Locks, until the transaction ends, the rows that `read` reads. */
  readonly lock: (tx: Tx, input: I) => Promise<unknown>
}

/** The condition under which an operation needs an approval. */
export type ProtectedWhen<I> = {
  readonly read: (db: Reader, input: I) => Promise<boolean>
  /** Locks, until the transaction ends, the rows that `read` reads, because a concurrent request may change them. */
  readonly lock: (tx: Tx, input: I) => Promise<unknown>
}
