export {
  changePassword,
  endAllSessions,
  endLockOut,
  replaceSecondFactor,
  setOperatorActive,
} from './change-access.ts'
export { createOperator } from './create-operator.ts'
export { logIn } from './log-in.ts'
export { isLocked } from './model.ts'
export type { SessionRow } from './session-store.ts'
export { listOperators, type OperatorRow } from './store.ts'
export { endSession, useSession } from './use-session.ts'
