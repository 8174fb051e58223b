// Builds the event of a card transaction.

import type { CardRow } from '../cards/index.ts'
import { type NewEvent, newEvent } from '../kernel/events.ts'
import { money, toWireWithCurrency } from '../kernel/money.ts'
import { toMillisecond, toSecond } from '../kernel/wire.ts'
import { transactionStateChanged } from './events.ts'
import { categoryName } from './merchant-categories.ts'
import type { Merchant, StepType, TransactionRow } from './row.ts'
import { arnOf, authorisationMethod, shownAmount, shownDebit } from './shown-fields.ts'

/** The fields of the card that the event shows. */
export type CardShown = Pick<CardRow, 'token' | 'clientId' | 'lastDigits'>

/** The event about the transaction as it is now; `row.eventCount` is its number. */
export function transactionEvent(
  row: TransactionRow,
  card: CardShown,
  step: StepType,
  now: Temporal.Instant,
): NewEvent {
  const { profileId, id } = row
  const isRefund = row.type === 'REFUND'
  const amount = shownAmount(row)
  const signedAmount = toWireWithCurrency({
    ...amount,
    minor: isRefund ? -amount.minor : amount.minor,
  })
  const about = {
    profileId,
    subject: `card-transaction:${id}` as const,
    number: row.eventCount,
    occurredAt: now,
  }
  return newEvent(transactionStateChanged, about, {
    resource: {
      profile_id: profileId,
      client_id: card.clientId,
      card_token: card.token,
      card_last_digits: card.lastDigits,
      type: 'card',
    },
    transaction_id: id,
    transaction_type: row.type,
    is_debit: !isRefund,
    transaction_step_type: step,
    decline_reason: row.declineReason,
    transaction_state: row.state,
    transaction_amount: signedAmount,
    is_amount_confirmed: row.isAmountConfirmed || row.state === 'COMPLETED',
    fees: [],
    transaction_amount_with_fees: signedAmount,
    billing_amount: billedAmount(row) ?? signedAmount,
    authorisation_method: authorisationMethod(row),
    pin_validation_result: row.pos === 'CHIP_AND_PIN' ? 'ONLINE_PIN_VALIDATED' : 'NOT_RECEIVED',
    approval_code: row.approvalCode,
    purge_time: row.state === 'IN_PROGRESS' ? toSecond(row.lapsesAt) : null,
    balance_transaction_id: row.balanceTransactionId,
    ...moneyFields(row),
    merchant: merchantOf(row.merchant),
    arn: arnOf(row),
    creation_time: toMillisecond(row.createdAt),
    occurred_at: toSecond(now),
  })
}

function merchantOf({ name, country, city, category: code }: Merchant) {
  return {
    name,
    location: { country, city, postCode: null, state: null },
    category: { code, description: categoryName(code) },
  }
}

/** In the currency of the balance, negative for money that the balance received; undefined when no balance pays. */
function billedAmount(row: TransactionRow) {
  const { debit, creditMinor } = row
  if (debit !== null && creditMinor !== null)
    return toWireWithCurrency(money(-creditMinor, debit.currency))
  const debited = shownDebit(row)?.debited
  return debited && toWireWithCurrency(debited)
}

/** Returns the money that the transaction has moved on the balance that pays, or that receives the refund. */
function moneyFields(row: TransactionRow) {
  const { debit, creditMinor, movements } = row
  if (debit === null) return { balance_movements: [], debits: [], credit: null }
  const { balanceId, currency } = debit
  const ofBalance = (minor: bigint) => toWireWithCurrency(money(minor, currency))
  return {
    // A late capture debits another balance than the hold when the balance of the hold was closed.
    balance_movements: movements.map(([at, type, minor, movedId = balanceId]) => ({
      creation_time: at,
      balance_id: movedId,
      type,
      amount: ofBalance(BigInt(minor)),
    })),
    debits: debitsOf(row),
    credit:
      creditMinor === null
        ? null
        : { balance_id: balanceId, credited_amount: ofBalance(creditMinor) },
  }
}

function debitsOf(row: TransactionRow) {
  const shown = shownDebit(row)
  if (shown === undefined) return []
  return [
    {
      balance_id: shown.balanceId,
      debited_amount: toWireWithCurrency(shown.debited),
      for_amount: toWireWithCurrency(shown.forAmount),
      rate: shown.rate,
      fee: toWireWithCurrency(shown.fee),
    },
  ]
}
