import Type from 'typebox'
import { reads, writes } from '../kernel/endpoint.ts'
import { toSecond } from '../kernel/wire.ts'
import { checkWish, createSubscription, probeAddress } from './create-subscription.ts'
import { endSubscription } from './end-subscription.ts'
import {
  DeliveryNotFound,
  DeliveryQueued,
  EventOutOfScope,
  InvalidCallbackUrl,
  SubscriptionNotFound,
  TooManySubscriptions,
  UnknownEvent,
  UnknownVersion,
} from './errors.ts'
import { getSubscription } from './get-subscription.ts'
import { LOG_NEXT_HEADER, listLog } from './list-log.ts'
import { redeliver } from './redeliver.ts'
import * as schemas from './schemas.ts'
import { application, profile, showDelivery, showSubscription, wishOf } from './schemas.ts'
import { sendTestNotification } from './send-test-notification.ts'
import { publicKeyOf } from './signing-keys.ts'
import { listSubscriptions } from './store.ts'

const ofClient = { token: 'client', owns: 'clientKey' } as const
const ofOwner = { token: 'user', owns: 'profileId' } as const
const wishErrors = [
  UnknownEvent,
  EventOutOfScope,
  UnknownVersion,
  InvalidCallbackUrl,
  TooManySubscriptions,
]

export const createForApplication = writes(
  {
    id: 'webhooks.create-for-application',
    route: 'POST /v3/applications/{clientKey}/subscriptions',
    summary: 'Subscribes to an event of all users of an application',
    spec: 'A 6',
    access: ofClient,
    params: schemas.ofApplication,
    body: schemas.subscriptionIn,
    reply: schemas.subscriptionOut,
    again: 'another',
    errors: wishErrors,
  },
  async (tx, { body, caller: { applicationId, clientKey }, mode, now }) => {
    const wish = wishOf(body)
    checkWish(wish, 'application', mode)
    const by = { now, createdBy: clientKey, throughApplicationId: null }
    return showSubscription(await createSubscription(tx, application(applicationId), wish, by))
  },
)

export const listForApplication = reads(
  {
    id: 'webhooks.list-for-application',
    route: 'GET /v3/applications/{clientKey}/subscriptions',
    summary: 'Lists the subscriptions of an application, oldest first',
    spec: 'D33',
    access: ofClient,
    params: schemas.ofApplication,
    reply: Type.Array(schemas.subscriptionOut),
    errors: [],
  },
  async (db, { caller: { applicationId } }) =>
    (await listSubscriptions(db, application(applicationId))).map(showSubscription),
)

export const getForApplication = reads(
  {
    id: 'webhooks.get-for-application',
    route: 'GET /v3/applications/{clientKey}/subscriptions/{subscriptionId}',
    summary: 'Shows a subscription of an application',
    spec: 'D33',
    access: ofClient,
    params: schemas.oneOfApplication,
    reply: schemas.subscriptionOut,
    errors: [SubscriptionNotFound],
  },
  async (db, { params: { subscriptionId }, caller: { applicationId } }) =>
    showSubscription(await getSubscription(db, application(applicationId), subscriptionId)),
)

export const deleteForApplication = writes(
  {
    id: 'webhooks.delete-for-application',
    route: 'DELETE /v3/applications/{clientKey}/subscriptions/{subscriptionId}',
    summary: 'Ends a subscription of an application and what is still to be sent to it',
    spec: 'D33',
    access: ofClient,
    params: schemas.oneOfApplication,
    reply: Type.Null(),
    status: 204,
    again: SubscriptionNotFound,
    errors: [SubscriptionNotFound],
  },
  async (tx, { params: { subscriptionId }, caller: { applicationId }, now }) => {
    await endSubscription(tx, application(applicationId), subscriptionId, now)
    return null
  },
)

export const testForApplication = writes(
  {
    id: 'webhooks.test-for-application',
    route: 'POST /v3/applications/{clientKey}/subscriptions/{subscriptionId}/test-notifications',
    summary: 'Queues a test notification to a subscription of an application',
    spec: 'D33',
    access: ofClient,
    params: schemas.oneOfApplication,
    reply: schemas.testNotificationsOut,
    again: 'another',
    errors: [SubscriptionNotFound],
  },
  async (tx, { params: { subscriptionId }, caller: { applicationId }, now, fresh: { uuid } }) => {
    const to = await getSubscription(tx, application(applicationId), subscriptionId)
    const id = await sendTestNotification(tx, to, { now, uuid })
    return [{ delivery_id: id, created_at: toSecond(now) }]
  },
)

export const logForApplication = reads(
  {
    id: 'webhooks.log-for-application',
    route: 'GET /v3/applications/{clientKey}/subscriptions/{subscriptionId}/deliveries',
    summary: 'Lists what was sent to a subscription of an application, newest first',
    spec: 'D33',
    access: ofClient,
    params: schemas.oneOfApplication,
    query: schemas.logQuery,
    reply: schemas.logOut,
    replyHeaders: [LOG_NEXT_HEADER],
    errors: [SubscriptionNotFound],
  },
  async (db, { params: { subscriptionId }, caller: { applicationId }, query, setHeader }) => {
    const { id } = await getSubscription(db, application(applicationId), subscriptionId)
    return (await listLog(db, id, query, setHeader)).map(showDelivery)
  },
)

export const redeliverForApplication = writes(
  {
    id: 'webhooks.redeliver-for-application',
    route:
      'POST /v3/applications/{clientKey}/subscriptions/{subscriptionId}/deliveries/{deliveryId}/redeliver',
    summary: 'Sends a delivery of an application again, the same bytes under the same id',
    spec: 'D33',
    access: ofClient,
    params: schemas.deliveryOfApplication,
    reply: schemas.deliveryOut,
    again: 'same',
    errors: [SubscriptionNotFound, DeliveryNotFound, DeliveryQueued],
  },
  async (tx, { params: { subscriptionId, deliveryId }, caller: { applicationId }, now }) => {
    const { id } = await getSubscription(tx, application(applicationId), subscriptionId)
    return showDelivery(await redeliver(tx, id, deliveryId, now))
  },
)

export const createForProfile = writes(
  {
    id: 'webhooks.create-for-profile',
    route: 'POST /v3/profiles/{profileId}/subscriptions',
    summary: 'Subscribes to an event of a profile, once its address has answered a test',
    spec: 'D33',
    access: ofOwner,
    params: schemas.ofProfile,
    body: schemas.subscriptionIn,
    reply: schemas.subscriptionOut,
    again: 'another',
    errors: wishErrors,
    before: (db, { body, mode, now, fresh: { uuid } }, outside) => {
      checkWish(wishOf(body), 'profile', mode)
      return probeAddress(db, wishOf(body), { now, uuid, outside })
    },
  },
  async (tx, { params: { profileId }, body, caller: { userId, applicationId }, now }) => {
    const by = { now, createdBy: String(userId), throughApplicationId: applicationId }
    return showSubscription(await createSubscription(tx, profile(profileId), wishOf(body), by))
  },
)

export const listForProfile = reads(
  {
    id: 'webhooks.list-for-profile',
    route: 'GET /v3/profiles/{profileId}/subscriptions',
    summary: 'Lists the subscriptions of a profile, oldest first',
    spec: 'D33',
    access: ofOwner,
    params: schemas.ofProfile,
    reply: Type.Array(schemas.subscriptionOut),
    errors: [],
  },
  async (db, { params: { profileId } }) =>
    (await listSubscriptions(db, profile(profileId))).map(showSubscription),
)

export const getForProfile = reads(
  {
    id: 'webhooks.get-for-profile',
    route: 'GET /v3/profiles/{profileId}/subscriptions/{subscriptionId}',
    summary: 'Shows a subscription of a profile',
    spec: 'D33',
    access: ofOwner,
    params: schemas.oneOfProfile,
    reply: schemas.subscriptionOut,
    errors: [SubscriptionNotFound],
  },
  async (db, { params: { profileId, subscriptionId } }) =>
    showSubscription(await getSubscription(db, profile(profileId), subscriptionId)),
)

export const deleteForProfile = writes(
  {
    id: 'webhooks.delete-for-profile',
    route: 'DELETE /v3/profiles/{profileId}/subscriptions/{subscriptionId}',
    summary: 'Ends a subscription of a profile and what is still to be sent to it',
    spec: 'D33',
    access: ofOwner,
    params: schemas.oneOfProfile,
    reply: Type.Null(),
    status: 204,
    again: SubscriptionNotFound,
    errors: [SubscriptionNotFound],
  },
  async (tx, { params: { profileId, subscriptionId }, now }) => {
    await endSubscription(tx, profile(profileId), subscriptionId, now)
    return null
  },
)

export const logForProfile = reads(
  {
    id: 'webhooks.log-for-profile',
    route: 'GET /v3/profiles/{profileId}/subscriptions/{subscriptionId}/deliveries',
    summary: 'Lists what was sent to a subscription of a profile, newest first',
    spec: 'D33',
    access: ofOwner,
    params: schemas.oneOfProfile,
    query: schemas.logQuery,
    reply: schemas.logOut,
    replyHeaders: [LOG_NEXT_HEADER],
    errors: [SubscriptionNotFound],
  },
  async (db, { params: { profileId, subscriptionId }, query, setHeader }) => {
    const { id } = await getSubscription(db, profile(profileId), subscriptionId)
    return (await listLog(db, id, query, setHeader)).map(showDelivery)
  },
)

export const redeliverForProfile = writes(
  {
    id: 'webhooks.redeliver-for-profile',
    route:
      'POST /v3/profiles/{profileId}/subscriptions/{subscriptionId}/deliveries/{deliveryId}/redeliver',
    summary: 'Sends a delivery of a profile again, the same bytes under the same id',
    spec: 'D33',
    access: ofOwner,
    params: schemas.deliveryOfProfile,
    reply: schemas.deliveryOut,
    again: 'same',
    errors: [SubscriptionNotFound, DeliveryNotFound, DeliveryQueued],
  },
  async (tx, { params: { profileId, subscriptionId, deliveryId }, now }) => {
    const { id } = await getSubscription(tx, profile(profileId), subscriptionId)
    return showDelivery(await redeliver(tx, id, deliveryId, now))
  },
)

export const publicKey = reads(
  {
    id: 'webhooks.public-key',
    route: 'GET /v1/webhooks/public-key',
    summary: 'The key to verify messages with, as PEM text',
    spec: 'D33',
    access: { token: 'none' },
    query: schemas.publicKeyQuery,
    reply: Type.String(),
    replies: 'text/plain',
    errors: [],
  },
  (db, { query: { algorithm } }) => publicKeyOf(db, algorithm),
)
