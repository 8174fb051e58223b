export { moveCard, movedCard } from './change-status.ts'
export { CardNotFound } from './errors.ts'
export { isPanOf, sandboxCodes } from './issue/compare-pan.ts'
export { issueCard } from './issue/issue-card.ts'
export { type CardProgram, findProgram, programName, programsOf } from './issue/programs.ts'
export { findReservation, type ReservationRow, reserveCard } from './issue/reservation-store.ts'
export { exceededLimit, type LimitType } from './limits/model.ts'
export { changeUsage, countUsage } from './limits/usage-store.ts'
export {
  type CardType,
  expiryOf,
  isPermitted,
  type Network,
  type PermissionType,
  type PosType,
  permissionFor,
  posTypes,
} from './model.ts'
export { cardSettings } from './settings.ts'
export type { CardStatus } from './states.ts'
export { BY_SERVICE } from './status-event.ts'
export {
  type BillingAddress,
  type CardCounts,
  type CardRow,
  type CardWithUsage,
  cardUnchanged,
  countOpenCards,
  findCard,
  findCardById,
  findCardWithUsage,
} from './store.ts'
