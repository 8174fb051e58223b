// The exports of operators that other modules may use.

export { type ActionResult, runAction } from './actions/run-action.ts'
export {
  changePassword,
  endAllSessions,
  endLockOut,
  replaceSecondFactor,
  setOperatorActive,
} from './change-access.ts'
export { createOperator } from './create-operator.ts'
export { type LogOrigin, logEntryOf } from './log/log-entry.ts'
export { insertEntries, type LogEntry, listEntries } from './log/store.ts'
export { logIn } from './log-in.ts'
export { isLocked, LOCK_OUT_FAILURES, LONG_LOCK_OUT_FAILURES } from './model.ts'
export type { SessionRow } from './session-store.ts'
export { listOperators, type OperatorRow } from './store.ts'
export { lockOut, longLockOut, sessionIdle, sessionLength } from './timers.ts'
export { endSession, lockSession, useSession } from './use-session.ts'
