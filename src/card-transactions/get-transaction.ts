import type { CardRow } from '../cards/index.ts'
import type { Reader, Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { type Money, parseMoney } from '../kernel/money.ts'
import { refuse } from '../kernel/refusal.ts'
import {
  CardAmountInvalid,
  CardCurrencyMismatch,
  ReferenceNotFound,
  TransactionNotFound,
} from './errors.ts'
import type { TransactionRow } from './row.ts'
import { findTransaction, lockTransaction } from './store.ts'

export async function getTransaction(
  db: Reader,
  profileId: Id<'profile'>,
  id: Id<'card-transaction'>,
): Promise<TransactionRow> {
  const found = await findTransaction(db, profileId, id)
  return found ?? refuse(TransactionNotFound, { arguments: [id] })
}

/** What a clearing or a reversal sends: the transaction that its reference names, and an amount. */
export type FinalAmount = {
  /** Undefined when the reference names none. */
  readonly transactionId: Id<'card-transaction'> | undefined
  /** Major units, as decimal text. */
  readonly amount: { readonly value: string; readonly currency: string }
  readonly now: Temporal.Instant
}

/** The card's transaction, locked. One of another card, or a refund, which has no reference, is not found. */
export async function getReferred(
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

/** An amount from zero on, in the currency of the authorisation. */
export function readFinalAmount(
  { amount: { value, currency } }: FinalAmount,
  transaction: TransactionRow,
): Money {
  if (currency !== transaction.currency)
    refuse(CardCurrencyMismatch, { arguments: [currency, transaction.currency] })
  const amount = parseMoney(value, currency)
  if (amount === undefined || amount.minor < 0n)
    return refuse(CardAmountInvalid, { arguments: [value, currency] })
  return amount
}
