// Request and reply shapes of returns, and of the payments that can be returned.

import Type, { type Static } from 'typebox'
import { cursorOut, cutPage, nextCursorField, sizeField } from '../../kernel/cursor-pages.ts'
import { idOut } from '../../kernel/ids.ts'
import { money, toWireWithCurrency } from '../../kernel/money.ts'
import {
  amountField,
  idIn,
  input,
  instantOut,
  nullable,
  oneOf,
  toMillisecond,
  uuid,
} from '../../kernel/wire.ts'
import { paymentKinds } from '../model.ts'
import { incomingPaymentStates } from '../states.ts'
import { returnReasons } from './return-reasons.ts'
import type { PaymentRow } from './store.ts'

/** In characters. Longer than any reason, so that an unknown reason gets ReturnInvalid. */
const REASON_LENGTH_MAX = 100
/** Sizes of a page, in payments; a choice of this project, as for the postings of the ledger (`ledger/schemas.ts`). */
const PAGE_SIZE_MAX = 200
export const PAGE_SIZE_DEFAULT = 50

export const PaymentParams = Type.Object({
  profileId: idIn('profile'),
  paymentId: idIn('incoming-payment', 'The id of a payment that was received'),
})

// Not an enumeration, because an unknown reason is refused with another error than a malformed request (B 4.8, D56).
export const ReturnPayment = input(
  {
    reason: Type.Optional(
      Type.String({
        maxLength: REASON_LENGTH_MAX,
        description: `One of ${returnReasons.join(', ')}; required for SWIFT payments`,
        examples: ['CUSTOMER_REQUEST'],
      }),
    ),
  },
  { title: 'ReturnPaymentRequest' },
)

export const PaymentReturn = Type.Object(
  { id: uuid('The id of the return') },
  { title: 'PaymentReturn' },
)

export const PaymentsQuery = input({
  size: sizeField('payments', { max: PAGE_SIZE_MAX, default: PAGE_SIZE_DEFAULT }),
  nextCursor: nextCursorField,
})

const reportedText = (description: string) =>
  nullable(Type.String({ description: `${description}; null when the bank reported none` }))

const ReceivedPayment = Type.Object(
  {
    id: idOut('incoming-payment', 'The payment; a return refers to this id'),
    accountDetailsId: idOut('account-details', 'The account details to which the payment was sent'),
    balanceId: idOut('balance', 'The balance that is credited'),
    kind: oneOf(paymentKinds, 'LOCAL: a payment within the country; SWIFT: a payment from abroad'),
    amount: amountField('The amount that arrived'),
    state: oneOf(
      incomingPaymentStates.states,
      'PROCESSING until the profile is verified, then COMPLETED; REFUNDED after a return',
    ),
    sender: Type.Object(
      {
        name: reportedText('The name of the sender'),
        accountNumber: reportedText('The account of the sender'),
        bankCode: reportedText('The bank of the sender'),
        address: reportedText('The address of the sender'),
      },
      { description: 'The sender of the money' },
    ),
    reference: Type.String({ description: 'The reference of the payment; may be empty' }),
    receivedAt: instantOut('When the payment arrived, by the sandbox clock'),
  },
  { title: 'ReceivedPayment' },
)

export const ReceivedPayments = Type.Object(
  {
    cursor: cursorOut,
    payments: Type.Array(ReceivedPayment, { description: 'Newest first' }),
  },
  { title: 'ReceivedPaymentPage' },
)

/** `rows` has one row more than the page when another page follows. */
export function showPayments(
  rows: readonly PaymentRow[],
  size: number,
): Static<typeof ReceivedPayments> {
  const { cursor, shown } = cutPage(rows, size, ({ id }) => id)
  return { cursor, payments: shown.map(showPayment) }
}

function showPayment(payment: PaymentRow): Static<typeof ReceivedPayment> {
  const { id, accountDetailsId, balanceId, kind, state, sender, reference } = payment
  const { amountMinor, currency, receivedAt } = payment
  const { name, accountNumber, bankCode, address } = sender
  return {
    id,
    accountDetailsId,
    balanceId,
    kind,
    amount: toWireWithCurrency(money(amountMinor, currency)),
    state,
    sender: { name, accountNumber, bankCode, address },
    reference,
    receivedAt: toMillisecond(receivedAt),
  }
}
