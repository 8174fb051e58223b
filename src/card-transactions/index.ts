// The exports of card transactions that other modules may use.

export { authorisationErrors, authorisePayment } from './authorise-payment.ts'
export { clearPayment } from './clear-payment.ts'
export {
  CardAmountInvalid,
  CardCurrencyMismatch,
  ClearingAmount,
  KindNotSupported,
  ReferenceNotFound,
  RefundAmount,
  ReversalAmount,
  TransactionNotFound,
  TransactionWrongStatus,
} from './errors.ts'
export { listTransactions } from './list-transactions.ts'
export { categoryName } from './merchant-categories.ts'
export { CAPTURE_MAX_TENTHS, holdFeeMinor } from './model.ts'
export { numbersOf, transactionIdOf } from './references.ts'
export { refundTransaction, reverseCaptured } from './refund-transaction.ts'
export { reversePayment } from './reverse-payment.ts'
export type { Merchant, TransactionRow, TransactionType } from './row.ts'
export { cardTransactionStates, type TransactionState } from './states.ts'
export { findTransaction, findTransactions } from './store.ts'
