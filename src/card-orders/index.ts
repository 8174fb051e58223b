// The exports of card orders that other modules may use.

export {
  CardNotPhysical,
  CardOrderConflict,
  CardOrderNotFound,
  ErrorCodeNotAllowed,
} from './errors.ts'
export { changeOrder, type RequestedMove } from './moves/change-status.ts'
export type { MoveContext } from './moves/move-order.ts'
export { fulfilRequirements } from './moves/proceed-orders.ts'
export { productionStatuses, reportProduction } from './moves/report-production.ts'
export { OrderParams } from './schemas.ts'
export { cardLimitsIn } from './settings.ts'
export { CardOrder, showOrder } from './show-order.ts'
