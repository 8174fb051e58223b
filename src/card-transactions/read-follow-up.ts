// Reads a message that follows an authorisation: a clearing, a reversal or a refund.

import type { CardRow } from '../cards/index.ts'
import type { Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { type Money, parseMoney } from '../kernel/money.ts'
import { refuse } from '../kernel/refusal.ts'
import { CardAmountInvalid, CardCurrencyMismatch, ReferenceNotFound } from './errors.ts'
import type { TransactionRow } from './row.ts'
import { lockTransaction } from './store.ts'

/** The input of a clearing, a reversal or a refund of an authorised payment. */
export type FollowUp = {
  /** Undefined when the reference in the request is not the id of a transaction. */
  readonly transactionId: Id<'card-transaction'> | undefined
  /** Major units, as decimal text. */
  readonly amount: { readonly value: string; readonly currency: string }
  readonly now: Temporal.Instant
}

/**
 * Locks and returns the payment that a clearing, a reversal or a refund refers to. Refuses with ReferenceNotFound when the
 * reference names no transaction of this card, or names a refund.
 */
export async function lockReferencedTransaction(
  tx: Tx,
  { profileId, id: cardId }: CardRow,
  transactionId: Id<'card-transaction'> | undefined,
): Promise<TransactionRow> {
  const found =
    transactionId === undefined ? undefined : await lockTransaction(tx, profileId, transactionId)
  if (found === undefined || found.cardId !== cardId || found.type === 'REFUND')
    return refuse(ReferenceNotFound)
  return found
}

/**
 * Reads an amount of zero or more in the currency of the authorisation. Refuses with CardCurrencyMismatch or
 * CardAmountInvalid.
 */
export function readFollowUpAmount(
  { amount: { value, currency } }: FollowUp,
  transaction: TransactionRow,
): Money {
  if (currency !== transaction.currency)
    refuse(CardCurrencyMismatch, { arguments: [currency, transaction.currency] })
  const amount = parseMoney(value, currency)
  if (amount === undefined || amount.minor < 0n)
    return refuse(CardAmountInvalid, { arguments: [value, currency] })
  return amount
}
