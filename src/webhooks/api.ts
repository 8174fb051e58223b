// The endpoints of subscriptions, and of the public key that verifies messages. To list, get and delete subscriptions is the same
// for applications and profiles, so one function declares both. Creation differs: the address of a profile's subscription must
// acknowledge a test notification first. Only applications request test notifications later. `deliveries/api.ts` has the endpoints
// of deliveries, and `history/api.ts` the list of events.

import Type from 'typebox'
import { reads, writes } from '../kernel/endpoint.ts'
import { toSecond } from '../kernel/wire.ts'
import { checkInput, createSubscription, probeAddress } from './create-subscription.ts'
import { deleteSubscription } from './delete-subscription.ts'
import { queueTestNotification } from './deliveries/queue-test-notification.ts'
import {
  EventOutOfScope,
  InvalidCallbackUrl,
  SubscriptionNotFound,
  TestNotificationFailed,
  TooManySubscriptions,
  UnknownEvent,
  UnknownVersion,
} from './errors.ts'
import { getSubscription } from './find-subscription.ts'
import { publicKeyOf } from './messages/signing-keys.ts'
import * as schemas from './schemas.ts'
import { inputOf, showSubscription } from './schemas.ts'
import { applications, ownerOf, profiles, type Scope } from './scopes.ts'
import { listSubscriptions } from './store.ts'

export {
  logForApplication,
  logForProfile,
  redeliverForApplication,
  redeliverForProfile,
  resendEditedForApplication,
  resendEditedForProfile,
} from './deliveries/api.ts'
export { listEvents } from './history/api.ts'

const creation = {
  body: schemas.SubscriptionIn,
  reply: schemas.SubscriptionOut,
  onRepeat: 'another',
  errors: [UnknownEvent, EventOutOfScope, UnknownVersion, InvalidCallbackUrl, TooManySubscriptions],
} as const

export const createForApplication = writes(
  {
    ...creation,
    id: 'webhooks.create-for-application',
    operationId: 'createSubscriptionForApplication',
    route: `POST ${applications.path}`,
    summary: 'Subscribe to an event of all users of an application.',
    spec: 'A 6',
    access: applications.access,
    params: applications.ownerParams,
  },
  async (tx, { body, caller, params, mode, now }) => {
    const input = inputOf(body)
    checkInput(input, 'application', mode)
    const creator = { now, createdBy: caller.clientKey, throughApplicationId: null }
    return showSubscription(
      await createSubscription(tx, ownerOf({ caller, params }), input, creator),
    )
  },
)

export const createForProfile = writes(
  {
    ...creation,
    id: 'webhooks.create-for-profile',
    operationId: 'createSubscriptionForProfile',
    route: `POST ${profiles.path}`,
    spec: 'D33',
    summary:
      'Subscribe to an event of a profile. The address must first answer a test notification with 2xx.',
    access: profiles.access,
    params: profiles.ownerParams,
    errors: [...creation.errors, TestNotificationFailed],
    before: (db, { body, caller, params, mode, now, random: { uuid } }, outside) => {
      // Checked before the call, because no message may be sent to an address that is not allowed.
      checkInput(inputOf(body), 'profile', mode)
      const owner = ownerOf({ caller, params })
      return probeAddress(db, owner, inputOf(body), { now, uuid, outside })
    },
  },
  async (tx, { body, caller, params, now }) => {
    const { userId, applicationId } = caller
    const creator = { now, createdBy: String(userId), throughApplicationId: applicationId }
    return showSubscription(
      await createSubscription(tx, ownerOf({ caller, params }), inputOf(body), creator),
    )
  },
)

const listFor = ({ name, capitalName, noun, path, access, ownerParams }: Scope) =>
  reads(
    {
      id: `webhooks.list-for-${name}`,
      operationId: `listSubscriptionsOf${capitalName}`,
      route: `GET ${path}`,
      summary: `List the subscriptions of ${noun}, oldest first.`,
      spec: 'D33',
      access,
      params: ownerParams,
      reply: schemas.SubscriptionsOut,
      errors: [],
    },
    async (db, request) => (await listSubscriptions(db, ownerOf(request))).map(showSubscription),
  )

export const listForApplication = listFor(applications)
export const listForProfile = listFor(profiles)

const getFor = ({ name, capitalName, noun, path, access, subscriptionParams }: Scope) =>
  reads(
    {
      id: `webhooks.get-for-${name}`,
      operationId: `getSubscriptionOf${capitalName}`,
      route: `GET ${path}/{subscriptionId}`,
      summary: `Get a subscription of ${noun}.`,
      spec: 'D33',
      access,
      params: subscriptionParams,
      reply: schemas.SubscriptionOut,
      errors: [SubscriptionNotFound],
    },
    async (db, request) =>
      showSubscription(await getSubscription(db, ownerOf(request), request.params.subscriptionId)),
  )

export const getForApplication = getFor(applications)
export const getForProfile = getFor(profiles)

const deleteFor = ({ name, capitalName, noun, path, access, subscriptionParams }: Scope) =>
  writes(
    {
      id: `webhooks.delete-for-${name}`,
      operationId: `deleteSubscriptionOf${capitalName}`,
      route: `DELETE ${path}/{subscriptionId}`,
      summary: `Delete a subscription of ${noun}, and stop its queued and retrying deliveries.`,
      spec: 'D33',
      access,
      params: subscriptionParams,
      reply: Type.Null(),
      status: 204,
      onRepeat: SubscriptionNotFound,
      errors: [SubscriptionNotFound],
    },
    async (tx, request) => {
      await deleteSubscription(tx, ownerOf(request), request.params.subscriptionId, request.now)
      return null
    },
  )

export const deleteForApplication = deleteFor(applications)
export const deleteForProfile = deleteFor(profiles)

export const testForApplication = writes(
  {
    id: 'webhooks.test-for-application',
    operationId: 'sendTestNotificationsToApplication',
    route: `POST ${applications.path}/{subscriptionId}/test-notifications`,
    summary: 'Queue a test notification to a subscription of an application.',
    spec: 'D33',
    access: applications.access,
    params: applications.subscriptionParams,
    reply: schemas.TestNotificationsOut,
    onRepeat: 'another',
    errors: [SubscriptionNotFound],
  },
  async (tx, { params, caller, now, random: { uuid } }) => {
    const owner = ownerOf({ caller, params })
    const subscription = await getSubscription(tx, owner, params.subscriptionId)
    const id = await queueTestNotification(tx, subscription, { now, uuid })
    return [{ delivery_id: id, created_at: toSecond(now) }]
  },
)

export const publicKey = reads(
  {
    id: 'webhooks.public-key',
    operationId: 'getWebhookPublicKey',
    route: 'GET /v1/webhooks/public-key',
    summary: 'Get the public key that verifies messages, as PEM text.',
    spec: 'D33',
    access: { token: 'none' },
    query: schemas.PublicKeyQuery,
    reply: Type.String({ description: 'The public key, as PEM text' }),
    replies: 'text/plain',
    errors: [],
  },
  (db, { query: { algorithm } }) => publicKeyOf(db, algorithm),
)
