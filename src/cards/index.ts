export { moveCard, movedCard, restoreCard, setStatus } from './change-status.ts'
export { CardNotFound } from './errors.ts'
export { clientIdOf, getCard } from './get-card.ts'
export { isPanOf, sandboxCodes } from './issue/compare-pan.ts'
export { issueCard } from './issue/issue-card.ts'
export { type CardProgram, findProgram, programName, programsOf } from './issue/programs.ts'
export { findReservation, type ReservationRow, reserveCard } from './issue/reservation-store.ts'
export { exceededLimit, type LimitType } from './limits/model.ts'
export { changeUsage, countUsage } from './limits/usage-store.ts'
export {
  type CardType,
  cardTypes,
  expiryOf,
  isPermitted,
  type Network,
  type PermissionType,
  type PosType,
  permissionFor,
  posTypes,
  statusAt,
} from './model.ts'
export { CardAddress, CardProgramShape, pageFields, showProgram } from './schemas.ts'
export { cardKeys, setCardKeySecret } from './sensitive/payload-keys.ts'
export { listReveals } from './sensitive/reveal-store.ts'
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
