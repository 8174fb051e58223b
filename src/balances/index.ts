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
export { type BalanceType, movableAmount } from './model.ts'
export { recordSteps, type StepsAbout } from './record-steps.ts'
export {
  type BalanceRow,
  findBalance,
  findBalances,
  findStandard,
  insertMovement,
  listStandard,
  type NewMovement,
  nextMovementId,
  openBalance,
} from './store.ts'
export { type TopUp, topUp, topUpErrors } from './top-up.ts'
