// The exports of transfers that other modules may use.

export { awaitsClaim, refundLapsedClaim, storeClaimAnswer } from './claims/await-claim.ts'
export {
  type ClaimedAccount,
  type ClaimRow,
  findClaim,
  findClaimByToken,
  leaseInvitation,
  recordInvitationResult,
} from './claims/store.ts'
export { createTransfer, type Membership, placeTransfer } from './create-transfer.ts'
export {
  BounceReasonUnknown,
  DepositInvalid,
  DetailsInvalid,
  HeldByIssues,
  InBatchGroup,
  InvalidSourceAccount,
  RefundWebhookMissing,
  TransferNotFound,
  WrongStatus,
} from './errors.ts'
export { getMovableTransfer, getTransfer } from './get-transfer.ts'
export {
  addUnderpaymentIssue,
  chargeBackMembers,
  endMembers,
  mayBeRefunded,
  type PaidBy,
  payMembers,
} from './members/change-members.ts'
export { listMemberIds, listMembers, lockMembers } from './members/store.ts'
export {
  customerTransactionKey,
  hasLapsed,
  refundRecipientOf,
  sourceOf,
  targetOf,
} from './model.ts'
export { emitRefundEvent } from './moves/emit-refund-event.ts'
export { resolveIssue } from './moves/issues.ts'
export { moveTransfer, type NextStatus } from './moves/move-transfer.ts'
export { fundTransfer } from './payments/fund-transfer.ts'
export {
  type PricedTransfer,
  priceTransfers,
  sumDueMinor,
  transferPriceErrors,
} from './payments/price-transfers.ts'
export { outsidePayIns, receivePayment } from './payments/receive-payment.ts'
export {
  listTransfersInProgress,
  listUnpaidTransfers,
  type OpenTransfer,
} from './queries/open-transfers-store.ts'
export type { Originator, TransferRow } from './row.ts'
export {
  CreateTransfer,
  DepositAmount,
  showTransfer,
  Transfer,
  TransferDetailsIn,
} from './schemas.ts'
export { type TransferStatus, transferStates } from './states.ts'
export { findTransfer, findTransfers, mayBePricedAgainSql } from './store.ts'
export { timeToClaim } from './timers.ts'
