export {
  type Authorisation,
  type Authorised,
  authorisationErrors,
  authorisePayment,
} from './authorise-payment.ts'
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
export { getTransaction } from './get-transaction.ts'
export { listTransactions } from './list-transactions.ts'
export { categoryName } from './merchant-categories.ts'
export { numbersOf, transactionIdOf } from './references.ts'
export {
  type Refund,
  refundErrors,
  refundTransaction,
  reverseCaptured,
} from './refund-transaction.ts'
export { reversePayment } from './reverse-payment.ts'
export type { Merchant, TransactionRow, TransactionType } from './row.ts'
export { CardTransaction, showTransaction } from './schemas.ts'
export { cardTransactionStates, type TransactionState } from './states.ts'
export { findTransaction, findTransactions, lockTransaction } from './store.ts'
