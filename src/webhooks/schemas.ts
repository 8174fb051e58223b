// Request and reply shapes of subscriptions, of test notifications, of the delivery log, of edited deliveries and of the public
// key.

import Type from 'typebox'
import { eventMessage } from '../kernel/dialect.ts'
import { idIn, input, instantOut, nullable, oneOf, toSecond, uuid } from '../kernel/wire.ts'
import { catalogue } from './catalogue.ts'
import type { SubscriptionInput } from './create-subscription.ts'
import type { DeliveryRow } from './deliveries/log-store.ts'
import { BODY_LENGTH_MAX, NAME_LENGTH_MAX, URL_LENGTH_MAX } from './model.ts'
import { deliveryStates } from './states.ts'
import type { SubscriptionRow } from './store.ts'

/** In characters: longer than any event name. */
const EVENT_LENGTH_MAX = 100
/** In characters: longer than any version. */
const VERSION_LENGTH_MAX = 20

const clientKey = Type.String({
  minLength: 1,
  description: 'The client key of the application',
  examples: ['sandbox-app'],
})
const subscriptionId = uuid('The id of the subscription')
const deliveryId = uuid('The id of the delivery')
const exampleUrl = 'https://example.com/callbacks/transfers'
const exampleEvent = 'transfers#state-change'

export const ApplicationParams = Type.Object({ clientKey })
export const ApplicationSubscriptionParams = Type.Object({ clientKey, subscriptionId })
export const ApplicationDeliveryParams = Type.Object({ clientKey, subscriptionId, deliveryId })
export const ProfileParams = Type.Object({ profileId: idIn('profile') })
export const ProfileSubscriptionParams = Type.Object({ profileId: idIn('profile'), subscriptionId })
export const ProfileDeliveryParams = Type.Object({
  profileId: idIn('profile'),
  subscriptionId,
  deliveryId,
})

export const SubscriptionIn = input(
  {
    name: Type.String({
      minLength: 1,
      maxLength: NAME_LENGTH_MAX,
      description: 'Your name for the subscription',
      examples: ['Transfers'],
    }),
    trigger_on: Type.String({
      minLength: 1,
      maxLength: EVENT_LENGTH_MAX,
      description: `The event to receive: ${Object.keys(catalogue).join(', ')}`,
      examples: [exampleEvent],
    }),
    delivery: input(
      {
        version: Type.String({
          minLength: 1,
          maxLength: VERSION_LENGTH_MAX,
          description: 'The version of the message format',
          examples: ['2.0.0'],
        }),
        url: Type.String({
          minLength: 1,
          maxLength: URL_LENGTH_MAX,
          description:
            'The URL to which messages are posted. Live mode requires https on port 443 and a domain name, without query string and credentials; the sandbox accepts every http or https URL.',
          examples: [exampleUrl],
        }),
      },
      { description: 'The URL of the receiver, and the version of the message format' },
    ),
  },
  { title: 'CreateSubscriptionRequest' },
)

type SubscriptionIn = Type.Static<typeof SubscriptionIn>

export function inputOf({ name, trigger_on, delivery }: SubscriptionIn): SubscriptionInput {
  return { name, eventName: trigger_on, ...delivery }
}

export const SubscriptionOut = Type.Object(
  {
    id: subscriptionId,
    name: Type.String({
      description: 'The name that you gave the subscription',
      examples: ['Transfers'],
    }),
    delivery: Type.Object(
      {
        version: Type.String({
          description: 'The version of the message format',
          examples: ['2.0.0'],
        }),
        url: Type.String({
          description: 'The URL to which messages are posted',
          examples: [exampleUrl],
        }),
      },
      { description: 'The URL of the receiver, and the version of the message format' },
    ),
    trigger_on: Type.String({
      description: 'The event that is reported',
      examples: [exampleEvent],
    }),
    scope: Type.Object(
      {
        domain: oneOf(
          ['application', 'profile'],
          'The kind of owner whose events the subscription receives',
        ),
        id: Type.String({ description: 'Client key or profile id', examples: ['1001'] }),
      },
      { description: 'Whose events are reported' },
    ),
    created_by: Type.Object(
      {
        type: oneOf(['application', 'user'], 'Who created the subscription'),
        id: Type.String({ description: 'Client key or user id', examples: ['1001'] }),
      },
      { description: 'Who created the subscription' },
    ),
    created_at: instantOut('When the subscription was created'),
  },
  { title: 'Subscription' },
)

export const SubscriptionsOut = Type.Array(SubscriptionOut, { title: 'SubscriptionList' })

export function showSubscription(row: SubscriptionRow) {
  const { id, domain, domainId, name, eventName, version, url, createdBy, createdAt } = row
  return {
    id,
    name,
    delivery: { version, url },
    trigger_on: eventName,
    scope: { domain, id: domainId },
    created_by: {
      type: domain === 'application' ? ('application' as const) : ('user' as const),
      id: createdBy,
    },
    created_at: toSecond(createdAt),
  }
}

export const TestNotificationsOut = Type.Array(
  Type.Object(
    { delivery_id: deliveryId, created_at: instantOut('When the test notification was queued') },
    { title: 'TestNotification' },
  ),
  { title: 'TestNotificationList' },
)

/** How many deliveries a page of the log has by default; a choice of this project, as is `LOG_SIZE_MAX`. */
const LOG_SIZE_DEFAULT = 20
const LOG_SIZE_MAX = 100

export const DeliveryLogQuery = Type.Object({
  state: Type.Optional(oneOf(deliveryStates.states, 'Only deliveries in this state')),
  size: Type.Integer({
    description: 'The maximum number of deliveries',
    minimum: 1,
    maximum: LOG_SIZE_MAX,
    default: LOG_SIZE_DEFAULT,
  }),
  seekPosition: Type.Optional(
    uuid(
      'Only deliveries older than the delivery with this id: send the header X-Seek-Position-For-Next of the previous page',
    ),
  ),
})

export const DeliveryOut = Type.Object(
  {
    delivery_id: deliveryId,
    event_type: Type.String({
      description: 'The event that is reported',
      examples: [exampleEvent],
    }),
    test: Type.Boolean({ description: 'Whether this is a test notification' }),
    state: oneOf(deliveryStates.states, 'The state of the delivery; see docs/printed/states.md'),
    attempts: Type.Integer({
      description: 'The number of attempts since the delivery was created or redelivered',
      examples: [1],
    }),
    next_attempt_at: nullable(
      instantOut(
        'When the delivery is sent next; null while an earlier delivery has to be sent first, and when no attempt will follow',
      ),
    ),
    last_attempt: nullable(
      Type.Object(
        {
          at: instantOut('When the attempt was made'),
          status: nullable(
            Type.Integer({
              description: 'HTTP status of the response; null without a response',
              examples: [200],
            }),
          ),
          error: nullable(
            Type.String({
              description:
                'Why there was no response, in words such as `connection refused` or `timeout`; null after a response',
              examples: ['timeout'],
            }),
          ),
          elapsed_ms: Type.Integer({
            description: 'Milliseconds until the attempt ended',
            examples: [35],
          }),
        },
        { description: 'The latest attempt; null before the first' },
      ),
    ),
    body: eventMessage(
      Type.String({
        description:
          "The bytes that are signed and sent. Empty for an application's delivery once the user has revoked the grant.",
        examples: ['{}'],
      }),
    ),
    created_at: instantOut('When the delivery was created'),
  },
  { title: 'Delivery' },
)

export const EditedDeliveryIn = input(
  {
    body: Type.String({
      minLength: 1,
      maxLength: BODY_LENGTH_MAX,
      description:
        'The text that is signed and sent: one JSON object, for example the body of the delivery with changes',
      examples: [
        '{"data":{"resource":{"type":"transfer","id":1},"current_state":"cancelled"},"event_type":"transfers#state-change"}',
      ],
    }),
  },
  { title: 'ResendEditedRequest' },
)

export const DeliveryLogOut = Type.Array(DeliveryOut, { title: 'DeliveryList' })

export function showDelivery(row: DeliveryRow) {
  const { id, eventName, isTest, state, attempts, dueAt, body, createdAt } = row
  return {
    delivery_id: id,
    event_type: eventName,
    test: isTest,
    state,
    attempts,
    next_attempt_at: dueAt && toSecond(dueAt),
    last_attempt: lastAttemptOf(row),
    body,
    created_at: toSecond(createdAt),
  }
}

function lastAttemptOf({ lastAttemptAt, lastStatus, lastError, lastElapsedMs }: DeliveryRow) {
  if (lastAttemptAt === null) return null
  return {
    at: toSecond(lastAttemptAt),
    status: lastStatus,
    error: lastError,
    elapsed_ms: lastElapsedMs ?? 0,
  }
}

export const PublicKeyQuery = Type.Object({
  algorithm: Type.Unsafe<'rsa' | 'ed25519'>({
    type: 'string',
    enum: ['rsa', 'ed25519'],
    default: 'rsa',
    description: 'rsa for X-Signature-SHA256 and X-Signature, ed25519 for webhook-signature',
  }),
})
