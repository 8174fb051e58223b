export { awaitsClaim, giveUpClaim, takeClaim } from './claims/await-claim.ts'
export {
  type ClaimRow,
  findClaimByToken,
  leaseInvitation,
  noteInvitation,
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
export {
  endMembers,
  holdMembers,
  mayBounce,
  type PaidBy,
  payMembers,
  type Settled,
  takeBackMembers,
} from './members/members.ts'
export { listMemberIds, listMembers, lockMembers } from './members/store.ts'
export { customerTransaction, hasLapsed, refundRecipientOf, sourceOf, targetOf } from './model.ts'
export {
  announceRefund,
  clearCase,
  moveTransfer,
  outsidePayIns,
  receivePayment,
  type Step,
} from './moves/move-transfer.ts'
export { dueMinorBy } from './payments/approval.ts'
export { fundTransfer } from './payments/fund-transfer.ts'
export { settleErrors, settleTransfers } from './payments/settle-terms.ts'
export type { Originator, TransferRow } from './row.ts'
export {
  CreateTransfer,
  DepositAmount,
  showTransfer,
  Transfer,
  TransferDetailsIn,
} from './schemas.ts'
export { type TransferStatus, transferStates } from './states.ts'
export { findTransfer, findTransfers, mayBePricedAgain } from './store.ts'
export { timeToClaim } from './timers.ts'
