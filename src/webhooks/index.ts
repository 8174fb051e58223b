// The exports of webhooks that other modules may use.

export { catalogue } from './catalogue.ts'
export { drainDeliveries } from './deliveries/deliver.ts'
export { listFailedDeliveries } from './deliveries/failed-deliveries-store.ts'
export { findDelivery, listDeliveries } from './deliveries/log-store.ts'
export { stopDeliveriesAboutUser } from './deliveries/queue-store.ts'
export { redeliver } from './deliveries/redeliver.ts'
export {
  type SignatureResult,
  signatureResultOf,
  signatureResults,
} from './messages/signature-result.ts'
export { loadSigningKeys } from './messages/signing-keys.ts'
export { addressProblem } from './model.ts'
export { showDelivery } from './schemas.ts'
export { hasSubscriber } from './store.ts'
export { replyTimeout } from './timers.ts'
