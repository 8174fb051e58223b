// The exports of balances that other modules may use.

export { ensureStandardBalance } from './ensure-standard-balance.ts'
export { recordEntriesStep } from './entry-store.ts'
export {
  AmountNotExact,
  AmountNotPositive,
  BalanceClosed,
  BalanceFull,
  BalanceNotFound,
  CurrencyMismatch,
} from './errors.ts'
export { requireOpen } from './get-balance.ts'
export {
  type EntryRange,
  type EntryRow,
  findEntryRange,
  findMovements,
  listEntries,
  type MovementRow,
} from './history-store.ts'
export { balanceTypes, parseMovableAmount } from './model.ts'
export { findAccount, findAccountById, type MultiCurrencyAccount } from './opening-store.ts'
export { recordEntries } from './record-entries.ts'
export {
  type BalanceRow,
  findBalance,
  findBalances,
  findStandardBalance,
  generateMovementId,
  insertMovement,
  listOpenBalances,
  listStandardBalances,
  lockStandardBalance,
  type ShownBalance,
} from './store.ts'
export { credit, type TopUp, topUp, topUpErrors } from './top-up.ts'
