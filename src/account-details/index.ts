// The exports of account details that other modules may use.

export { BankDetails, showBankDetails } from './accounts/schemas.ts'
export { type DetailsRow, findNumberOwner, listActiveDetails } from './details/store.ts'
export { BalanceMissing, DetailsMissing, FeeNotDue, OrderNotFound } from './errors.ts'
export { ACCOUNT_LENGTH_MAX, PARTY_LENGTH_MAX, paymentKinds, storedNumber } from './model.ts'
export type { OrderContext } from './orders/change-order.ts'
export { payDetailsFee } from './orders/pay-fee.ts'
export { AccountDetailsOrder, showOrder } from './orders/schemas.ts'
export { receivePayment } from './payments/receive-payment.ts'
export { findPayments, type PaymentRow, type Sender } from './payments/store.ts'
export { releaseAccountDetails } from './release-account-details.ts'
export { incomingPaymentStates } from './states.ts'
