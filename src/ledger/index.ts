// The exports of the ledger that other modules may use.

export { available, balanceIdOf, type CustomerAccount, inFlight } from './accounts.ts'
export { auditLedger } from './audit-store.ts'
export {
  cardAuthorised,
  cardCaptured,
  cardRateDifference,
  cardRefunded,
  cardReleased,
} from './card-journals.ts'
export { InsufficientFunds, ProfileOwes } from './errors.ts'
export {
  accountDetailsFee,
  balanceMove,
  conversion,
  debtIncurred,
  debtSettled,
  depositReceived,
  depositReturned,
  type Journal,
  type JournalName,
  journals,
  type RefundDestination,
  type Terms,
  topUp,
  transferBounced,
  transferCancelled,
  transferChargedBack,
  transferConverted,
  transferDelivered,
  transferFunded,
  transferPaidIn,
  transferRateDifference,
  transferRefunded,
  transferSent,
} from './journals.ts'
export { post } from './post.ts'
export { type AccountChange, postStep } from './post-store.ts'
export { listDebts, listPostings, lockAvailable, type PostedRow, requireNoDebt } from './store.ts'
