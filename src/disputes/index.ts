export { type DisputeGoal, disputeGoals, moveDispute, moveErrors } from './move-dispute.ts'
export { Dispute, MoveDispute, OneDispute, showDispute } from './schemas.ts'
