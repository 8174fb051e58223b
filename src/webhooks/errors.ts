import type { ErrorKind } from '../kernel/refusal.ts'
import { SUBSCRIPTIONS_MAX } from './model.ts'

export const SubscriptionNotFound: ErrorKind = {
  code: 'subscription.not.found',
  status: 404,
  message: 'There is no such subscription here.',
  path: 'subscriptionId',
}

export const DeliveryNotFound: ErrorKind = {
  code: 'delivery.not.found',
  status: 404,
  message: 'This subscription has no such delivery.',
  path: 'deliveryId',
}

export const UnknownEvent: ErrorKind = {
  code: 'subscription.event.unknown',
  status: 422,
  message: 'There is no event of this name.',
  path: 'trigger_on',
}

export const EventOutOfScope: ErrorKind = {
  code: 'subscription.event.out-of-scope',
  status: 422,
  message: 'This event is not sent to subscriptions of this kind.',
  path: 'trigger_on',
}

export const UnknownVersion: ErrorKind = {
  code: 'subscription.version.unknown',
  status: 422,
  message: 'The event is not sent in this version.',
  path: 'delivery.version',
}

/** The address breaks a rule, or did not answer the first test notification with 2xx. */
export const InvalidCallbackUrl: ErrorKind = {
  code: 'INVALID_CALLBACK_URL',
  status: 422,
  message: 'Callback endpoint did not respond successfully',
  path: 'delivery.url',
}

export const TooManySubscriptions: ErrorKind = {
  code: 'subscription.too-many',
  status: 422,
  message: `There are ${SUBSCRIPTIONS_MAX} subscriptions already; delete one first.`,
}

export const DeliveryQueued: ErrorKind = {
  code: 'delivery.queued',
  status: 409,
  message: 'This delivery has not been attempted yet; it goes out when its turn comes.',
}
