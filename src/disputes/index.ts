// What other modules may use of disputes.

export { moveDispute, moveErrors, type NextSubStatus, nextSubStatuses } from './move-dispute.ts'
export { Dispute, DisputeParams, MoveDispute, showDispute } from './schemas.ts'
export { listOpenDisputes } from './waiting-store.ts'
