// The exports of verification that other modules may use.

export { checkEvidence, verificationSteps } from './checks/check-transfer.ts'
export { type Decision, decideCheck } from './checks/decide-check.ts'
export { evidences, reviewOutcomes } from './checks/evidence.ts'
export type { CheckRow } from './checks/store.ts'
export { decideDocument, type ShownDocument, showDocuments } from './documents/decide-document.ts'
export { type DocumentType, documentTypes } from './documents/rules.ts'
export { hasUsableDocument } from './documents/store.ts'
export { EvidenceRequired, FieldUnexpected as DecisionUnexpected } from './errors.ts'
export { checkStates } from './states.ts'
export { listChecksInReview, listWaitingDocuments } from './waiting/store.ts'
