// The refusals of card transactions. A card that may not pay is not refused: its payment is declined (D67).

import { MINOR_DIGITS_MAX } from '../kernel/money.ts'
import type { ErrorKind } from '../kernel/refusal.ts'
import { CAPTURE_MAX_TENTHS } from './model.ts'

export const TransactionNotFound: ErrorKind = {
  code: 'card.transaction.not-found',
  status: 404,
  message:
    'The profile has no card transaction with this id. GET /v3/spend/profiles/{profileId}/cards/{cardToken}/transactions lists the transactions of a card.',
  path: 'transactionId',
}

export const ReferenceNotFound: ErrorKind = {
  code: 'card.transaction.not-found',
  status: 404,
  message:
    'The card has no transaction with this ref. Send the reference that the authorisation returned.',
  path: 'ref',
}

export const PanInvalid: ErrorKind = {
  code: 'card.data.pan.invalid',
  status: 422,
  message: 'Send the number of the card whose token is in the path.',
  path: 'cardData.pan',
}

export const CardAmountInvalid: ErrorKind = {
  code: 'card.amount.invalid',
  status: 422,
  message: `Send an amount of 0 or more, with at most ${MINOR_DIGITS_MAX} digits and no more decimals than its currency has.`,
  path: 'amount.value',
}

export const CardCurrencyUnknown: ErrorKind = {
  code: 'CurrencyCode',
  status: 422,
  message: 'Send a currency as an ISO 4217 code.',
  path: 'amount.currency',
}

export const CardCurrencyMismatch: ErrorKind = {
  code: 'card.currency.mismatch',
  status: 422,
  message: 'Send the amount in the currency of the authorisation.',
  path: 'amount.currency',
}

export const ClearingAmount: ErrorKind = {
  code: 'card.clearing.amount',
  status: 422,
  message: `Send an amount above 0 and at most ${Number(CAPTURE_MAX_TENTHS) / 10} times the authorised one.`,
  path: 'amount.value',
}

export const ReversalAmount: ErrorKind = {
  code: 'card.reversal.amount',
  status: 422,
  message:
    'Send the amount that remains after the reversal, at most the current amount. 0 reverses the whole amount.',
  path: 'amount.value',
}

export const RefundAmount: ErrorKind = {
  code: 'card.refund.amount',
  status: 422,
  message: 'Send an amount above 0 and at most the captured amount that is not refunded yet.',
  path: 'amount.value',
}

export const TransactionWrongStatus: ErrorKind = {
  code: 'wrong_status',
  status: 409,
  message:
    'The state of the card transaction, its age, or its amount of 0 does not allow this request. Read the transaction for its state and amount.',
}

export const KindNotSupported: ErrorKind = {
  code: 'card.transaction-type.not-supported',
  status: 422,
  message:
    'Send GOODS_AND_SERVICES or CASH_WITHDRAWAL. To refund a captured payment, send a reversal-post-clearing.',
  path: 'transactionType',
}

export const PeriodInvalid: ErrorKind = {
  code: 'card.transaction.period.invalid',
  status: 400,
  message: 'Send days as YYYY-MM-DD, with fromTransactionDate not after toTransactionDate.',
  path: 'fromTransactionDate',
}
