// The endpoints of deliveries: the log, redelivery, and in the sandbox sending an edited body.

import { reads, writes } from '../../kernel/endpoint.ts'
import {
  DeliveryBodyInvalid,
  DeliveryNotFound,
  DeliveryQueued,
  DeliveryStopped,
  SubscriptionNotFound,
  TooManyEdited,
} from '../errors.ts'
import { getSubscription } from '../find-subscription.ts'
import * as schemas from '../schemas.ts'
import { showDelivery } from '../schemas.ts'
import { applications, ownerOf, profiles, type Scope } from '../scopes.ts'
import { LOG_NEXT_HEADER, listLog } from './list-log.ts'
import { redeliver } from './redeliver.ts'
import { recordEdited, sendEdited } from './resend-edited.ts'

const logFor = ({ name, capitalName, noun, path, access, subscriptionParams }: Scope) =>
  reads(
    {
      id: `webhooks.log-for-${name}`,
      operationId: `listDeliveriesOf${capitalName}`,
      route: `GET ${path}/{subscriptionId}/deliveries`,
      summary: `List the deliveries to a subscription of ${noun}, newest first.`,
      spec: 'D33',
      access,
      params: subscriptionParams,
      query: schemas.DeliveryLogQuery,
      reply: schemas.DeliveryLogOut,
      replyHeaders: [LOG_NEXT_HEADER],
      errors: [SubscriptionNotFound],
    },
    async (db, request) => {
      const { params, query, setHeader } = request
      const { id } = await getSubscription(db, ownerOf(request), params.subscriptionId)
      return (await listLog(db, id, query, setHeader)).map(showDelivery)
    },
  )

export const logForApplication = logFor(applications)
export const logForProfile = logFor(profiles)

const redeliverFor = ({ name, capitalName, noun, path, access, deliveryParams }: Scope) =>
  writes(
    {
      id: `webhooks.redeliver-for-${name}`,
      operationId: `redeliverTo${capitalName}`,
      route: `POST ${path}/{subscriptionId}/deliveries/{deliveryId}/redeliver`,
      summary: `Send a delivery of ${noun} again: the same bytes with the same id.`,
      spec: 'D33',
      access,
      params: deliveryParams,
      reply: schemas.DeliveryOut,
      onRepeat: 'same',
      errors: [SubscriptionNotFound, DeliveryNotFound, DeliveryQueued, DeliveryStopped],
    },
    async (tx, request) => {
      const { subscriptionId, deliveryId } = request.params
      const { id } = await getSubscription(tx, ownerOf(request), subscriptionId)
      return showDelivery(await redeliver(tx, id, deliveryId, request.now))
    },
  )

export const redeliverForApplication = redeliverFor(applications)
export const redeliverForProfile = redeliverFor(profiles)

const resendEditedFor = ({ name, capitalName, noun, sandboxPath, access, deliveryParams }: Scope) =>
  writes(
    {
      id: `webhooks.resend-edited-for-${name}`,
      operationId: `resendEditedTo${capitalName}`,
      route: `POST ${sandboxPath}/{subscriptionId}/deliveries/{deliveryId}/resend-edited`,
      summary: `Send a delivery of ${noun} with another body once, as a test notification.`,
      spec: 'D130, gap 1070',
      access,
      sandboxOnly: true,
      params: deliveryParams,
      body: schemas.EditedDeliveryIn,
      reply: schemas.DeliveryOut,
      onRepeat: 'another',
      errors: [SubscriptionNotFound, DeliveryNotFound, DeliveryBodyInvalid, TooManyEdited],
      before: (db, request, outside) =>
        sendEdited(db, { owner: ownerOf(request), ...request.params, ...request.body }, outside),
    },
    async (tx, { found, now }) => showDelivery(await recordEdited(tx, found, now)),
  )

export const resendEditedForApplication = resendEditedFor(applications)
export const resendEditedForProfile = resendEditedFor(profiles)
