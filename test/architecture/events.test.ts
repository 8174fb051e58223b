// Every event of the catalogue is caused by requests and received in every version and scope, and its payload conforms
// to its schema.

import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  getsDetails,
  importPayment,
  orderDetails,
  returnPayment,
  sendSwiftPayment,
} from '../../src/account-details/test/fixtures.ts'
import { ordersCard } from '../../src/card-orders/test/card-order-fixtures.ts'
import { authorises, clear, createsTerminal } from '../../src/card-transactions/test/terminal.ts'
import { issuesCard } from '../../src/cards/test/issued-cards.ts'
import { paysByCard, submitsDispute } from '../../src/disputes/test/disputing.ts'
import type { EventScope } from '../../src/kernel/events.ts'
import { changesCountry } from '../../src/statements/test/excess.ts'
import { modestPurpose } from '../../src/verification/test/verification-fixtures.ts'
import { reviewTime } from '../../src/verification/timers.ts'
import { catalogue } from '../../src/webhooks/index.ts'
import { signingService } from '../../src/webhooks/test/webhook-fixtures.ts'
import { createsCompletedGroup, initiateDebit, linksAccount } from '../support/batch-groups.ts'
import { eventFaults } from '../support/event-shapes.ts'
import type { Client, Person } from '../support/people.ts'
import type { TestService } from '../support/service.ts'
import {
  createsTransfer,
  fundTransfer,
  ok,
  outcome,
  simulate,
  topsUp,
} from '../support/transfers.ts'

type Kind = keyof typeof catalogue
type Subscription = {
  readonly name: Kind
  readonly version: string
  readonly scope: EventScope
}

const subscriptions: readonly Subscription[] = Object.entries(catalogue).flatMap(
  ([name, { versions, scopes }]) =>
    versions.flatMap((version) => scopes.map((scope) => ({ name: name as Kind, version, scope }))),
)

const labelsOf = (all: readonly Subscription[]) =>
  [...new Set(all.map(({ name, version, scope }) => `${name} ${version} ${scope}`))].sort()

/** The URL of the receiver of one subscription: the host is the scope, the path the event and its version. */
const receiverUrlOf = ({ name, version, scope }: Subscription) =>
  `https://${scope}.example/${name.replace('#', '/')}/${version}`

async function subscribes(ann: Person, app: Client, subscription: Subscription): Promise<void> {
  const { name, version, scope } = subscription
  const route =
    scope === 'application'
      ? `POST /v3/applications/${app.clientKey}/subscriptions`
      : `POST /v3/profiles/${ann.personal}/subscriptions`
  const body = { name, trigger_on: name, delivery: { version, url: receiverUrlOf(subscription) } }
  await ok((scope === 'application' ? app : ann).call(route, { body }))
}

/** The calls that cause each kind of event. A kind without an entry is a type error. */
const causes: Readonly<Record<Kind, (service: TestService, ann: Person) => Promise<unknown>>> = {
  // This call is first, because the later calls need a verified profile.
  'profiles#verification-state-change': (_, ann) =>
    ok(ann.call('POST /v1/simulation/verify-profile')),
  'cards#card-status-change': (service, ann) => issuesCard(service, ann),
  'cards#card-order-status-change': (_, ann) => ordersCard(ann),
  'cards#transaction-state-change': async (service, ann) => {
    await topsUp(ann, 'NZD', 10)
    const terminal = await createsTerminal(service, ann)
    await ok(clear(terminal, await authorises(terminal, 5, { currency: 'NZD' }), 4))
  },
  'transfers#state-change': (_, ann) => createsTransfer(ann),
  'transfers#active-cases': async (_, ann) =>
    ok(simulate(ann, (await createsTransfer(ann)).id, 'processing?amount=1')),
  'transfers#payout-failure': async (_, ann) => {
    const { id } = await createsTransfer(ann)
    for (const name of ['processing', 'funds_converted', 'outgoing_payment_sent', 'bounced_back'])
      await ok(simulate(ann, id, name))
  },
  'transfers#refund': async (_, ann) =>
    ok(simulate(ann, (await createsTransfer(ann)).id, 'webhook_refund')),
  'balances#credit': (_, ann) => topsUp(ann, 'EUR', 10),
  'balances#update': async (_, ann) => {
    await topsUp(ann, 'GBP', 500)
    await ok(fundTransfer(ann, (await createsTransfer(ann)).id))
  },
  'balances#account-state-change': async (_, ann) => {
    const route = `/v4/profiles/${ann.personal}/balances`
    const body = { currency: 'USD', type: 'SAVINGS', name: 'Jar' }
    const headers = { 'x-idempotence-uuid': randomUUID() }
    const { id } = await ok(ann.call(`POST ${route}`, { body, headers }))
    await ok(ann.call(`DELETE ${route}/${id}`))
  },
  'hold-limit-breach#update': async (service, ann) => {
    await changesCountry(ann, 'SG')
    await topsUp(ann, 'SGD', 25_000)
    await service.settle()
    await changesCountry(ann, 'GB')
  },
  'profiles#cdd-check-state-change': async (service, ann) => {
    const route = `POST /v3/profiles/${ann.personal}/verification-status/account-purpose`
    await ok(ann.call(route, { body: modestPurpose }))
    await service.advance({ seconds: reviewTime.seconds })
  },
  'batch-payment-initiations#state-change': async (_, ann) => {
    const { id } = await createsCompletedGroup(ann, { source: 'CAD', members: 1 })
    const initiation = await ok(initiateDebit(ann, id, await linksAccount(ann)))
    for (const status of ['PROCESSING', 'COMPLETED', 'CHARGED_BACK'])
      await ok(ann.call(`POST /v1/simulation/payment-initiations/${initiation.id}/${status}`))
  },
  'transaction-disputes#update': async (service, ann) =>
    submitsDispute(ann, await paysByCard(service, ann)),
  'account-details-order#order-state-change': (_, ann) => getsDetails(ann, 'RON'),
  'account-details-payment#state-change': async (_, ann) =>
    ok(returnPayment(ann, (await ok(importPayment(ann, 'RON', 7))).id)),
  'swift-in#credit': async (_, ann) => {
    await ok(orderDetails(ann, 'EUR'))
    await ok(sendSwiftPayment(ann, 'EUR', 7, { reference: 'Invoice 7' }))
  },
}

describe('D98: the events of the catalogue', () => {
  const service = signingService()

  it('D98: are each sent in every version and scope, and conform to their schema', async () => {
    const app = await service.createClient()
    const ann = await service.createUser({ applicationId: app.applicationId, verified: false })
    for (const subscription of subscriptions) await subscribes(ann, app, subscription)
    service.sent.length = 0
    for (const cause of Object.values(causes)) await cause(service, ann)
    await service.settle()

    const received = service.sent.map(({ url, body }) => ({ url, message: JSON.parse(body) }))
    const faults = received.flatMap(({ message: { event_type, data } }) =>
      eventFaults(event_type, data),
    )
    expect(faults).toEqual([])
    const found = subscriptions.filter((subscription) =>
      received.some(
        ({ url, message }) =>
          url === receiverUrlOf(subscription) &&
          message.event_type === subscription.name &&
          message.schema_version === subscription.version,
      ),
    )
    expect(labelsOf(found)).toEqual(labelsOf(subscriptions))
  })

  it('D98: balances#update has the versions 2.0.0, 2.2.0 and 3.0.0', () => {
    expect(catalogue['balances#update'].versions).toEqual(['2.0.0', '2.2.0', '3.0.0'])
  })

  it('D98: 422 subscription.event.unknown for transfers#transfer-suspension and for cards#3ds-challenge, which the service does not send', async () => {
    const ann = await service.createUser()
    const subscription = { name: 'mine', delivery: { version: '2.0.0', url: 'https://a.example/' } }
    const route = `POST /v3/profiles/${ann.personal}/subscriptions`
    for (const name of ['transfers#transfer-suspension', 'cards#3ds-challenge']) {
      const reply = await ann.call(route, { body: { ...subscription, trigger_on: name } })
      expect(outcome(reply)).toBe('422 subscription.event.unknown')
    }
  })

  it('D98: a test notification of each event for applications conforms to the schema of the event', async () => {
    const app = await service.createClient()
    const applicationSubscriptions = subscriptions.filter(({ scope }) => scope === 'application')
    const ann = await service.createUser({ applicationId: app.applicationId })
    const route = `/v3/applications/${app.clientKey}/subscriptions`
    for (const subscription of applicationSubscriptions) await subscribes(ann, app, subscription)
    await service.settle()
    service.sent.length = 0
    for (const { id } of await ok(app.call(`GET ${route}`)))
      await ok(app.call(`POST ${route}/${id}/test-notifications`))
    await service.settle()
    const messages = service.sent.map(({ body }) => JSON.parse(body))
    expect(messages.map(({ event_type }) => event_type).sort()).toEqual(
      applicationSubscriptions.map(({ name }) => name).sort(),
    )
    expect(messages.flatMap(({ event_type, data }) => eventFaults(event_type, data))).toEqual([])
  })
})
