export { addTransfer } from './add-transfer.ts'
export { createGroup } from './create-group.ts'
export {
  GroupNotFound,
  InitiationNotFound,
  InitiationWrongStatus,
  NotFundable,
  PayInAmountInvalid,
  PayInMismatch,
  PaymentExists,
} from './errors.ts'
export { type InitiationGoal, moveInitiation } from './move-initiation.ts'
export { receivePayIn } from './receive-pay-in.ts'
export { BatchGroup, PayIn, PaymentInitiation, showGroup, showInitiation } from './schemas.ts'
export { listFees } from './store.ts'
