// Every refusal of this module.

import { cursorInvalid } from '../kernel/cursor-pages.ts'
import type { ErrorKind } from '../kernel/refusal.ts'
import { EDITED_CONCURRENT_MAX, SUBSCRIPTIONS_MAX } from './model.ts'

export const SubscriptionNotFound: ErrorKind = {
  code: 'subscription.not.found',
  status: 404,
  message:
    'This application or profile has no subscription with this id. List its subscriptions to get their ids.',
  path: 'subscriptionId',
}

export const DeliveryNotFound: ErrorKind = {
  code: 'delivery.not.found',
  status: 404,
  message:
    'This subscription has no delivery with this id, or the user whom the delivery is about has revoked the grant of the application. Read its delivery log to get the ids.',
  path: 'deliveryId',
}

export const UnknownEvent: ErrorKind = {
  code: 'subscription.event.unknown',
  status: 422,
  message:
    'There is no event with this name. Send one of the names in the documentation of trigger_on.',
  path: 'trigger_on',
}

export const EventOutOfScope: ErrorKind = {
  code: 'subscription.event.out-of-scope',
  status: 422,
  message: 'Subscriptions of this scope cannot receive this event. Send another event.',
  path: 'trigger_on',
}

export const UnknownVersion: ErrorKind = {
  code: 'subscription.version.unknown',
  status: 422,
  message:
    'The event does not have the version that is the first of `arguments`. Send one of the other versions in `arguments`.',
  path: 'delivery.version',
}

/**
 * The address is not allowed, or did not reply to the test notification with 2xx. Client programs expect this message when
 * the address did not reply with 2xx (Facts 2.1), so `TestNotificationFailed` has the reason.
 */
export const InvalidCallbackUrl: ErrorKind = {
  code: 'INVALID_CALLBACK_URL',
  status: 422,
  message: 'Callback endpoint did not respond successfully',
  path: 'delivery.url',
}

/** Why the test notification was not acknowledged (gap 1480). Always after `InvalidCallbackUrl`. */
export const TestNotificationFailed: ErrorKind = {
  code: 'subscription.test-notification.failed',
  status: 422,
  message:
    'The URL did not reply to the test notification with 2xx. Start the receiver, or correct the URL.',
  path: 'delivery.url',
}

export const TooManySubscriptions: ErrorKind = {
  code: 'subscription.too-many',
  status: 422,
  message: `This application or profile has ${SUBSCRIPTIONS_MAX} subscriptions already. Delete one of them first.`,
}

export const DeliveryQueued: ErrorKind = {
  code: 'delivery.queued',
  status: 409,
  message: 'This delivery has not been attempted yet. Wait for its first attempt.',
}

export const DeliveryStopped: ErrorKind = {
  code: 'delivery.stopped',
  status: 409,
  message:
    'This delivery was stopped when the user revoked the grant of the application, and cannot be sent again. Ask the user for a new grant to receive later events.',
}

export const DeliveryBodyInvalid: ErrorKind = {
  code: 'delivery.body.invalid',
  status: 422,
  message: 'Send the text of one JSON object, such as {"data":{}}.',
  path: 'body',
}

export const TooManyEdited: ErrorKind = {
  code: 'delivery.edited.too-many',
  status: 429,
  message: `${EDITED_CONCURRENT_MAX} edited deliveries of this application or profile are waiting for replies. Repeat the request after the number of seconds in the header Retry-After.`,
}

export const EventCursorInvalid = cursorInvalid('event.cursor.invalid')
