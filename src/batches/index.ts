// The exports of batches that other modules may use.

export { addTransfer } from './add-transfer.ts'
export { createGroup } from './create-group.ts'
export { moveInitiation, type NextInitiationStatus } from './direct-debits/move-initiation.ts'
export { PaymentInitiation, showInitiation } from './direct-debits/schemas.ts'
export {
  GroupNotFound,
  InitiationNotFound,
  InitiationWrongStatus,
  NotFundable,
  PayInAmountInvalid,
  PayInMismatch,
  PaymentExists,
} from './errors.ts'
export { receivePayIn } from './payments/receive-pay-in.ts'
export { BatchGroup, ReceivePayIn, showGroup } from './schemas.ts'
export { listGroupFees } from './store.ts'
