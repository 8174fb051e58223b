// The exports of disputes that other modules may use.

export { moveDispute, moveErrors, type NextSubStatus, nextSubStatuses } from './move-dispute.ts'
export { listOpenDisputes } from './open-disputes-store.ts'
export { Dispute, DisputeParams, MoveDispute, showDispute } from './schemas.ts'
