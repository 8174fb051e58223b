// Request and reply shapes of simulated payments to account details.

import Type, { type Static } from 'typebox'
import {
  ACCOUNT_LENGTH_MAX,
  incomingPaymentStates,
  PARTY_LENGTH_MAX,
  type PaymentRow,
  paymentKinds,
  type Sender,
} from '../account-details/index.ts'
import { idOut } from '../kernel/ids.ts'
import { money, toWire } from '../kernel/money.ts'
import { amountIn, amountOut, currencyCode, idIn, input, oneOf } from '../kernel/wire.ts'

/** Statements and events contain these texts on one line. */
const ONE_LINE = '^[^\\p{Cc}]*$'

const oneLineText = (maxLength: number, description: string, example: string) =>
  Type.Optional(
    Type.String({
      minLength: 1,
      maxLength,
      pattern: ONE_LINE,
      description: `${description}, on one line`,
      examples: [example],
    }),
  )

const DEFAULT_SENDER_NAME = 'Nora Sample'

const SenderIn = input(
  {
    name: oneLineText(PARTY_LENGTH_MAX, 'The name of the sender', DEFAULT_SENDER_NAME),
    accountNumber: oneLineText(
      ACCOUNT_LENGTH_MAX,
      'The account of the sender',
      'DE89370400440532013000',
    ),
    bankCode: oneLineText(PARTY_LENGTH_MAX, 'The BIC or the name of the bank', 'COBADEFFXXX'),
    address: oneLineText(
      PARTY_LENGTH_MAX,
      'The address of the sender',
      'Unter den Linden 1, Berlin',
    ),
  },
  {
    title: 'PaymentSender',
    description: `The sender of the money; ${DEFAULT_SENDER_NAME} when the sender or the name is absent`,
  },
)

/** The sender of a payment whose request has no sender. */
const DEFAULT_SENDER: Sender = {
  name: DEFAULT_SENDER_NAME,
  accountNumber: 'DE89370400440532013000',
  bankCode: 'COBADEFFXXX',
  address: 'Unter den Linden 1, 10117 Berlin, Germany',
}

export function senderOf(sender: Static<typeof SenderIn> | undefined): Sender {
  if (sender === undefined) return DEFAULT_SENDER
  const {
    name = DEFAULT_SENDER.name,
    accountNumber = null,
    bankCode = null,
    address = null,
  } = sender
  return { name, accountNumber, bankCode, address }
}

const reference = oneLineText(PARTY_LENGTH_MAX, 'The reference of the payment', 'Invoice 7')

export const ImportTransaction = input(
  {
    currency: currencyCode('The currency of the account details', { examples: ['EUR'] }),
    amount: amountIn('The amount that arrives'),
    accountDetailsId: Type.Optional(
      idIn(
        'account-details',
        'The account details that the sender pays to; when absent, the newest of the currency',
        {
          examples: [],
        },
      ),
    ),
    sender: Type.Optional(SenderIn),
    reference,
  },
  { title: 'ImportBankTransactionRequest' },
)

export const ReceiveSwift = input(
  {
    currencyCode: currencyCode(
      'The currency of the international account details: EUR, GBP or USD',
      { examples: ['EUR'] },
    ),
    amount: amountIn('The amount that arrives'),
    sender: Type.Optional(SenderIn),
    reference,
  },
  { title: 'SwiftPaymentRequest' },
)

export const IncomingPayment = Type.Object(
  {
    id: idOut('incoming-payment', 'The payment; a return refers to this id'),
    accountDetailsId: idOut('account-details', 'The account details that received the payment'),
    balanceId: idOut('balance', 'The balance that is credited'),
    kind: oneOf(paymentKinds, 'LOCAL, or SWIFT for a payment from abroad'),
    amount: amountOut('The amount that arrived'),
    currency: currencyCode(),
    state: oneOf(
      incomingPaymentStates.states,
      'PROCESSING until the profile is verified, then COMPLETED; REFUNDED after a return to the sender',
    ),
  },
  { title: 'IncomingPayment' },
)

export function showPayment(payment: PaymentRow): Static<typeof IncomingPayment> {
  const { id, accountDetailsId, balanceId, kind, amountMinor, currency, state } = payment
  const amount = toWire(money(amountMinor, currency))
  return { id, accountDetailsId, balanceId, kind, amount, currency, state }
}
