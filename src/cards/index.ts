// The exports of cards that other modules may use.

export { moveCard, planCardMove, restoreCard, setStatus } from './change-status.ts'
export { clientIdOf } from './client-id.ts'
export { CardNotFound } from './errors.ts'
export { getCard } from './get-card.ts'
export { isPanOf } from './issue/compare-pan.ts'
export { planCardIssue } from './issue/issue-card.ts'
export { sandboxCodes } from './issue/numbers.ts'
export { type CardProgram, findProgram, programName, programsOf } from './issue/programs.ts'
export { findReservation, reserveCard } from './issue/reservation-store.ts'
export { exceededLimit, type LimitType, SPENDING_LIMIT_MAX } from './limits/model.ts'
export {
  changeUsage,
  countTransaction,
  countTransactionStep,
  findNewestTransactionNumber,
} from './limits/usage-store.ts'
export {
  type CardType,
  cardTypes,
  expiryYearMonth,
  isPermitted,
  type Network,
  type PermissionType,
  type PosType,
  permissionFor,
  posTypes,
  statusAt,
} from './model.ts'
export { CardAddress, CardProgramShape, showAddress, showProgram } from './schemas.ts'
export { cardKeys, setCardKeySecret } from './sensitive/payload-keys.ts'
export { listReveals } from './sensitive/reveal-store.ts'
export { CARD_LIMIT_MAX, cardSettings } from './settings.ts'
export { BY_SERVICE } from './status-event.ts'
export {
  type CardRow,
  type CardWithUsage,
  countOpenCards,
  findCard,
  findCardById,
  findCardWithUsage,
  requireCardUnchanged,
} from './store.ts'
