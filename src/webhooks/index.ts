// What other modules may use of webhooks.

export { catalogue } from './catalogue.ts'
export { drainDeliveries } from './deliveries/deliver.ts'
export { findDelivery, listDeliveries } from './deliveries/log-store.ts'
export { stopDeliveriesAbout } from './deliveries/queue-store.ts'
export { redeliver } from './deliveries/redeliver.ts'
export { listFailedDeliveries } from './deliveries/waiting-store.ts'
export {
  checkSignatures,
  type SignatureResult,
  signatureResults,
} from './messages/check-signatures.ts'
export { loadSigningKeys } from './messages/signing-keys.ts'
export { addressProblem } from './model.ts'
export { showDelivery } from './schemas.ts'
export { hasSubscriber } from './store.ts'
