// The exports of strong customer authentication that other modules may use.

export { actions, findAction } from './actions.ts'
export {
  type ApprovalMethod,
  areFactorsUnchanged,
  findApprovalMethod,
  type ProtectedRequest,
  useOneTimeToken,
} from './challenges/find-approval-method.ts'
export { confirmUser } from './confirm-user.ts'
export { ChallengeRequired, protectionErrors } from './errors.ts'
export { sandboxFaces } from './factors/faces.ts'
export { registerSigningKey } from './factors/register-signing-key.ts'
export { type FactorState, isStrict } from './model.ts'
export {
  isEncrypted,
  loadPayloadKeys,
  type OpenBody,
  type OpenedBody,
} from './payload-keys/payload-keys.ts'
export { readFactorState } from './store.ts'
