// The amounts, the debit and the authorisation method that replies and events both show, and the reference number of events.

import type { Id } from '../kernel/ids.ts'
import { type Money, money } from '../kernel/money.ts'
import { holdFeeMinor } from './model.ts'
import { type DebitedTransaction, hasDebit, type TransactionRow } from './row.ts'

type ShownDebit = {
  readonly balanceId: Id<'balance'>
  readonly debited: Money
  readonly forAmount: Money
  readonly rate: number
  readonly fee: Money
  readonly rateDifference: Money
}

/**
 * The balance that pays, and the cost of the payment in its current state: zero for a cancelled payment. Undefined for a
 * refund, and when no balance pays.
 */
export function shownDebit(row: TransactionRow): ShownDebit | undefined {
  if (!hasDebit(row) || row.type === 'REFUND') return undefined
  const { debit } = row
  const inDebit = (minor: bigint) => money(minor, debit.currency)
  const { debitedMinor, paidMinor, feeMinor } = amountsOf(row)
  return {
    balanceId: debit.balanceId,
    debited: inDebit(debitedMinor),
    forAmount: money(paidMinor, row.currency),
    rate: Number(debit.rate),
    fee: inDebit(feeMinor),
    rateDifference: inDebit(row.rateDifferenceMinor),
  }
}

/** `paidMinor` is in minor units of the transaction's currency, the others of the balance's currency. */
function amountsOf(row: DebitedTransaction) {
  const { state, costMinor, capturedMinor, capturedFeeMinor, heldMinor, openMinor } = row
  if (state === 'CANCELLED') return { debitedMinor: 0n, paidMinor: 0n, feeMinor: 0n }
  return state === 'COMPLETED'
    ? { debitedMinor: costMinor, paidMinor: capturedMinor, feeMinor: capturedFeeMinor }
    : { debitedMinor: heldMinor, paidMinor: openMinor, feeMinor: holdFeeMinor(row, openMinor) }
}

/**
 * The amount of the transaction in its current state: captured, refunded or still authorised; the requested amount when
 * it was cancelled or declined.
 */
export function shownAmount({
  state,
  currency,
  capturedMinor,
  openMinor,
  amountMinor,
}: Pick<
  TransactionRow,
  'state' | 'currency' | 'capturedMinor' | 'openMinor' | 'amountMinor'
>): Money {
  if (state === 'COMPLETED') return money(capturedMinor, currency)
  return money(state === 'IN_PROGRESS' ? openMinor : amountMinor, currency)
}

/** The length of an acquirer reference number at the card networks. */
const ARN_DIGITS = 23
/** The first digits of every generated number; a choice of this project. No code reads them. */
const ARN_PREFIX = '74'

/** Acquirer reference number; null before the capture. */
export function arnOf({ id, state }: Pick<TransactionRow, 'id' | 'state'>): string | null {
  if (state !== 'COMPLETED') return null
  return ARN_PREFIX + String(id).padStart(ARN_DIGITS - ARN_PREFIX.length, '0')
}

/** How the card was read. A terminal with the kind MINIMAL has only the number of the card (D73). */
export function authorisationMethod({ pos }: Pick<TransactionRow, 'pos'>): string {
  return pos === 'MINIMAL' ? 'MANUAL_ENTRY' : pos
}
