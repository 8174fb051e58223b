export {
  BounceReasonUnknown,
  DepositInvalid,
  HeldByIssues,
  OptionUnavailable,
  RefundWebhookMissing,
  TransferNotFound,
  WrongStatus,
} from './errors.ts'
export {
  announceRefund,
  clearCase,
  moveTransfer,
  receivePayment,
  type Step,
} from './move-transfer.ts'
export { DepositAmount, showTransfer, Transfer } from './schemas.ts'
