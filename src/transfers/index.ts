export { awaitsClaim, giveUpClaim, takeClaim } from './await-claim.ts'
export {
  type ClaimRow,
  findClaimByToken,
  leaseInvitation,
  noteInvitation,
} from './claim-store.ts'
export { dueMinorBy } from './cover-funding.ts'
export { type Membership, placeTransfer } from './create-transfer.ts'
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
export { fundTransfer } from './fund-transfer.ts'
export { findTransfers, mayBePricedAgain } from './lookup-store.ts'
export { listMemberIds, listMembers, lockMembers } from './member-store.ts'
export {
  endMembers,
  holdMembers,
  mayBounce,
  type PaidBy,
  payMembers,
  type Settled,
  takeBackMembers,
} from './members.ts'
export {
  customerTransaction,
  hasLapsed,
  type Originator,
  refundRecipientOf,
  sourceOf,
  targetOf,
} from './model.ts'
export {
  announceRefund,
  clearCase,
  moveTransfer,
  outsidePayIns,
  receivePayment,
  type Step,
} from './move-transfer.ts'
export {
  CreateTransfer,
  DepositAmount,
  showTransfer,
  Transfer,
  TransferDetailsIn,
} from './schemas.ts'
export { settleErrors, settleTransfers } from './settle-transfer.ts'
export { type TransferStatus, transferStates } from './states.ts'
export { findTransfer, type TransferRow } from './store.ts'
export { timeToClaim } from './timers.ts'
