// The cases of idempotency.test.ts for the writing operations of the module `webhooks`.

import { expect } from 'vitest'
import { NO_PROFILE } from '../../../src/webhooks/model.ts'
import type { Client, Person } from '../../support/people.ts'
import type { TestService } from '../../support/service.ts'
import {
  type CaseSetup,
  caseOf,
  createsSubscription,
  forClient,
  forUser,
  profileSubscriptions,
  subscriptionBody,
} from './case.ts'

const clientSubscriptions = ({ clientKey }: Client) => `/v3/applications/${clientKey}/subscriptions`

const inSandbox = (path: string) => path.replace('/v3/', '/v1/sandbox/')
const editedBody = { body: JSON.stringify({ data: { id: 1 } }) }

/** Creates a subscription with a delivered test notification. Returns the path of the delivery. */
async function createsDelivery(
  service: TestService,
  caller: Client | Person,
  subscriptionsPath: string,
): Promise<string> {
  const id = await createsSubscription(caller, subscriptionsPath)
  return `${subscriptionsPath}/${id}/deliveries/${await insertsDelivery(service, id)}`
}

/** Inserts a delivered test notification, which can be sent again. Returns its id. */
async function insertsDelivery({ db, now }: TestService, subscriptionId: string): Promise<string> {
  const { rows } = await db.pool.query<{ id: string }>(
    `insert into deliveries (profile_id, subscription_id, event_name, subject, number, test, body, state,
                             attempts, created_at)
     values ($3, $1, 'transfers#state-change', 'test:1', 1, true, '{}', 'DELIVERED', 1, $2)
     returning id`,
    [subscriptionId, now().toString(), NO_PROFILE],
  )
  return rows[0]?.id ?? expect.unreachable()
}

export const webhooksCases: Readonly<Record<string, CaseSetup>> = {
  'webhooks.create-for-application': forClient((client) =>
    caseOf(client, `POST ${clientSubscriptions(client)}`, subscriptionBody()),
  ),
  'webhooks.delete-for-application': forClient(async (client) =>
    caseOf(
      client,
      `DELETE ${clientSubscriptions(client)}/${await createsSubscription(client, clientSubscriptions(client))}`,
    ),
  ),
  'webhooks.test-for-application': forClient(async (client) => {
    const id = await createsSubscription(client, clientSubscriptions(client))
    return caseOf(client, `POST ${clientSubscriptions(client)}/${id}/test-notifications`)
  }),
  'webhooks.redeliver-for-application': forClient(async (client, service) => {
    const path = await createsDelivery(service, client, clientSubscriptions(client))
    return caseOf(client, `POST ${path}/redeliver`)
  }),
  'webhooks.resend-edited-for-application': forClient(async (client, service) => {
    const path = await createsDelivery(service, client, clientSubscriptions(client))
    return caseOf(client, `POST ${inSandbox(path)}/resend-edited`, editedBody)
  }),
  'webhooks.create-for-profile': forUser((ann) =>
    caseOf(ann, `POST ${profileSubscriptions(ann)}`, subscriptionBody()),
  ),
  'webhooks.delete-for-profile': forUser(async (ann) =>
    caseOf(
      ann,
      `DELETE ${profileSubscriptions(ann)}/${await createsSubscription(ann, profileSubscriptions(ann))}`,
    ),
  ),
  'webhooks.redeliver-for-profile': forUser(async (ann, service) => {
    const path = await createsDelivery(service, ann, profileSubscriptions(ann))
    return caseOf(ann, `POST ${path}/redeliver`)
  }),
  'webhooks.resend-edited-for-profile': forUser(async (ann, service) => {
    const path = await createsDelivery(service, ann, profileSubscriptions(ann))
    return caseOf(ann, `POST ${inSandbox(path)}/resend-edited`, editedBody)
  }),
}
