// A user with one of each object, and the ids of these objects by the names of path parameters.

import { randomUUID } from 'node:crypto'
import { importPayment, orderDetails } from '../../src/account-details/test/fixtures.ts'
import { ordersCard } from '../../src/card-orders/test/card-order-fixtures.ts'
import { authorises, createsTerminal } from '../../src/card-transactions/test/terminal.ts'
import { fetchesKey } from '../../src/cards/test/card-client.ts'
import { paysByCard, submitsDispute } from '../../src/disputes/test/disputing.ts'
import type { Endpoint } from '../../src/kernel/endpoint.ts'
import { hashSecret } from '../../src/users/index.ts'
import { addsPhone, registersKey } from '../support/approvals.ts'
import { createsCompletedGroup, initiateDebit, linksAccount } from '../support/batch-groups.ts'
import type { Client, Person } from '../support/people.ts'
import type { TestService } from '../support/service.ts'
import {
  addsRecipient,
  createsQuote,
  createsTransfer,
  fundTransfer,
  ok,
  topsUp,
} from '../support/transfers.ts'
import type { Ids } from './requests.ts'

export type World = {
  readonly person: Person
  readonly client: Client
  /** The ids in the path of an operation. */
  idsFor(endpoint: Endpoint): Ids
  /** A token with access to the operation, except for `feed.stream`: its reply would not end. */
  tokenFor(endpoint: Endpoint): string | undefined
  /** Values that no other user may ever receive. */
  readonly secrets: readonly string[]
}

export async function createWorld(service: TestService): Promise<World> {
  const client = await service.createClient()
  const person = await service.createUser({ applicationId: client.applicationId })
  const personalToken = await createsPersonalToken(service, person)
  const { quoteNumber, ...transferIds } = await createsTransfers(person)
  const hooks = await createsSubscriptions(person, client)
  const { id: cardOrderId } = await ordersCard(person)
  const { phoneNumber, ...phoneAndKeyIds } = await createsPhoneAndKey(person)
  const detailsIds = await createsAccountDetails(person)
  const { card, ...cardIds } = await createsCard(service, person)
  await service.settle()
  const ids: Ids = {
    profileId: person.personal,
    userId: person.userId,
    clientKey: client.clientKey,
    ...transferIds,
    cardOrderId,
    ...phoneAndKeyIds,
    ...detailsIds,
    cardToken: card.token,
    ...cardIds,
  }
  return {
    person,
    client,
    idsFor: ({ id, access }) => ({
      ...ids,
      // Only a business has directors and owners.
      ...(id.startsWith('officers.') && { profileId: person.business }),
      // Version 1 identifies quotes by numbers.
      ...(id === 'quotes.get-v1' && { quoteId: quoteNumber }),
      subscriptionId:
        access.token === 'client' ? hooks.clientSubscription : hooks.profileSubscription,
    }),
    tokenFor: ({ id, access: { token } }) => {
      if (token === 'none') return undefined
      if (token === 'personal' && id !== 'feed.stream') return personalToken
      return token === 'client' ? client.token : person.token
    },
    secrets: [
      ...Object.values(hooks),
      transferIds.quoteId,
      transferIds.batchGroupId,
      detailsIds.orderId,
      card.token,
      card.pan,
      cardIds.disputeId,
      person.token,
      personalToken,
      client.secret,
      phoneNumber,
    ],
  }
}

/** The token of the person belongs to the application, and some operations accept only tokens without an application. */
async function createsPersonalToken({ db, now }: TestService, { userId }: Person): Promise<string> {
  const token = randomUUID()
  await db.pool.query(
    `insert into tokens (kind, hash, user_id, created_at) values ('personal', $1, $2, $3)`,
    [hashSecret(token), userId, now().toString()],
  )
  return token
}

async function createsTransfers(person: Person) {
  const balanceId = await topsUp(person, 'GBP', 5000)
  await topsUp(person, 'EUR', 5000)
  const accountId = await addsRecipient(person)
  const { id: quoteId } = await createsQuote(person, { recipient: accountId })
  const { id: quoteNumber } = await ok(
    person.call('POST /v1/quotes', {
      body: { profile: person.personal, source: 'GBP', target: 'EUR', sourceAmount: 100 },
    }),
  )
  const funded = await createsTransfer(person, { recipient: accountId })
  await ok(fundTransfer(person, funded.id))
  const { id: transferId } = await createsTransfer(person, { recipient: accountId })
  const { id: batchGroupId } = await createsCompletedGroup(person, { source: 'CAD', members: 1 })
  const { id: paymentInitiationId } = await ok(
    initiateDebit(person, batchGroupId, await linksAccount(person)),
  )
  return {
    balanceId,
    accountId,
    quoteId,
    quoteNumber,
    transferId,
    batchGroupId,
    paymentInitiationId,
  }
}

/** Returns the ids and the names of two subscriptions, one of the profile and one of the application. */
async function createsSubscriptions(person: Person, client: Client) {
  const subscriptionOf = (name: string) => ({
    name,
    trigger_on: 'transfers#state-change',
    delivery: { version: '2.0.0', url: `https://${name}.example.com/hook` },
  })
  // No value is a prefix of another, so that a match is always the value itself.
  const profileHook = `profile-${person.personal}-hook`
  const clientHook = `${client.clientKey}-hook`
  const { id: profileSubscription } = await ok(
    person.call(`POST /v3/profiles/${person.personal}/subscriptions`, {
      body: subscriptionOf(profileHook),
    }),
  )
  const { id: clientSubscription } = await ok(
    client.call(`POST /v3/applications/${client.clientKey}/subscriptions`, {
      body: subscriptionOf(clientHook),
    }),
  )
  return { profileHook, clientHook, profileSubscription, clientSubscription }
}

/** The phone number is not verified, and a signing key counts for personal tokens only, so the user has no factor. */
async function createsPhoneAndKey(person: Person) {
  const phoneNumber = `+4477009${String(person.userId).padStart(5, '0')}`
  const phoneNumberId = await addsPhone(person, phoneNumber)
  return { phoneNumber, phoneNumberId, keyId: await registersKey(person) }
}

async function createsAccountDetails(person: Person) {
  const { id: orderId } = await ok(orderDetails(person, 'EUR'))
  const { id: paymentId } = await ok(importPayment(person, 'EUR', 10))
  const { id: borderlessAccountId } = await ok(
    person.call(`GET /v4/profiles/${person.personal}/multi-currency-account`),
  )
  return { orderId, paymentId, borderlessAccountId }
}

async function createsCard(service: TestService, person: Person) {
  const card = await createsTerminal(service, person)
  // The key pair of card data is generated on first use.
  await fetchesKey(person)
  const { id: transactionId } = await authorises(card, 5)
  const { id: disputeId } = await submitsDispute(person, await paysByCard(service, person))
  return { card, transactionId, disputeId }
}
