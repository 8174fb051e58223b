export { ensureStandard } from './ensure-standard.ts'
export {
  AmountNotExact,
  AmountNotPositive,
  BalanceClosed,
  BalanceFull,
  BalanceNotFound,
  CurrencyMismatch,
} from './errors.ts'
export { usable } from './get-balance.ts'
export {
  findHeldAt,
  findMovements,
  listSteps,
  type MovementRow,
  type StepRow,
} from './history-store.ts'
export { type BalanceType, balanceTypes, movableAmount } from './model.ts'
export { recordSteps, type StepsAbout } from './record-steps.ts'
export {
  type BalanceRow,
  findBalance,
  findBalances,
  findStandard,
  insertMovement,
  listOpen,
  listStandard,
  type NewMovement,
  nextMovementId,
  openBalance,
} from './store.ts'
export { credit, type TopUp, topUp, topUpErrors } from './top-up.ts'
