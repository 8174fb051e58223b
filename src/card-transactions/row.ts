// The row of a card transaction, and the types of its fields.

import type { Id } from '../kernel/ids.ts'
import type { Currency } from '../kernel/money.ts'
import type { CapturedTerms, Debit } from './model.ts'
import type { TransactionState } from './states.ts'

export const transactionTypes = [
  'ACCOUNT_FUNDING',
  'CASH_ADVANCE',
  'CASH_WITHDRAWAL',
  'ECOM_PURCHASE',
  'POS_PURCHASE',
  'REFUND',
] as const
export type TransactionType = (typeof transactionTypes)[number]

/** The kinds of steps of a transaction that an event reports (Facts 2.5). */
export const stepTypes = ['AUTH', 'PARTIAL_REVERSAL', 'FULL_REVERSAL', 'CAPTURE'] as const
export type StepType = (typeof stepTypes)[number]

/** The merchant or cash machine, as the terminal described it. */
export type Merchant = {
  readonly id: string | null
  readonly name: string
  readonly city: string | null
  readonly country: string | null
  readonly category: string
}

/**
 * A change of a balance: its time, its direction, its amount in minor units of the currency of the balance, and the balance.
 * The balance is missing in rows of earlier versions.
 */
export type BalanceMovement = readonly [
  at: string,
  type: 'debit' | 'credit',
  minor: string,
  balanceId?: Id<'balance'>,
]

/** The fields that are written when a transaction is created, and never change. */
type UnchangingFields = {
  readonly profileId: Id<'profile'>
  readonly id: Id<'card-transaction'>
  readonly cardId: Id<'card'>
  readonly type: TransactionType
  readonly declineReason: string | null
  readonly detailedDeclineReason: string | null
  readonly currency: Currency
  /** The authorised amount. In minor units of `currency`, as are `openMinor`, `capturedMinor` and `refundedMinor`. */
  readonly amountMinor: bigint
  readonly pos: string
  /** False for a pre-authorisation. */
  readonly isAmountConfirmed: boolean
  readonly merchant: Merchant
  readonly approvalCode: string | null
  /** The amount that a refund returned; null for a payment. */
  readonly creditMinor: bigint | null
  /** The payment that a refund returns money of; null for a payment. */
  readonly originalId: Id<'card-transaction'> | null
  /** The amount that the authorisation counted in the limits of the card, in minor units of the card's currency. */
  readonly authorisedUsageMinor: bigint
  /** The `step_id` of the balance entry of the authorisation. */
  readonly balanceTransactionId: number | null
  readonly lapsesAt: Temporal.Instant
  /**
   * Ascends with the card's transactions, so it may be later than the authorisation. The amount counts in the limits of
   * the day and the month of this time.
   */
  readonly createdAt: Temporal.Instant
}

/** The fields that captures, reversals, refunds and the lapse change. */
export type ChangingFields = CapturedTerms & {
  readonly state: TransactionState
  /** The amount that is still authorised after reversals. */
  readonly openMinor: bigint
  /**
   * Null where no balance pays: for a declined payment, and for an amount of zero. A capture may change only
   * `debit.balanceId`: another balance pays when the first was closed.
   */
  readonly debit: Debit | null
  /** The hold on the balance. In minor units of `debit.currency`, as are `rateDifferenceMinor` and `creditMinor`. */
  readonly heldMinor: bigint
  /** The amount that the customer gained by a change of the rate; negative when they paid more, or a refund returned less. */
  readonly rateDifferenceMinor: bigint
  /** The amount that is counted in the limits now, in minor units of the card's currency. */
  readonly countedUsageMinor: bigint
  readonly movements: readonly BalanceMovement[]
  readonly eventCount: number
  /** When the payment lapsed; null for a payment that did not lapse, such as a reversed one. A late capture keeps the time. */
  readonly lapsedAt: Temporal.Instant | null
  /** When the cost was last priced: at the authorisation, or again at a late capture. A refund has the time of its payment. */
  readonly pricedAt: Temporal.Instant
  readonly updatedAt: Temporal.Instant
}

export type TransactionRow = UnchangingFields & ChangingFields

/** A transaction with a debit: every transaction except declined payments and payments of zero. */
export type DebitedTransaction = TransactionRow & { readonly debit: Debit }

export function hasDebit(row: TransactionRow): row is DebitedTransaction {
  return row.debit !== null
}
