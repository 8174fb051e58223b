// Somebody with one of each thing, and the ids of these things by the names that paths give them.

import type { Endpoint } from '../../src/kernel/endpoint.ts'
import { completes, initiate, links } from '../support/batching.ts'
import type { Client, Person } from '../support/people.ts'
import { givesPhone, registersKey } from '../support/proving.ts'
import { fund, holds, ok, pays, quotes, sends } from '../support/sending.ts'
import type { TestHouse } from '../support/service.ts'
import type { Ids } from './requests.ts'

export type World = {
  readonly person: Person
  readonly client: Client
  /** The ids that stand in the path of an operation. */
  idsFor(endpoint: Endpoint): Ids
  /** The token that opens an operation. */
  tokenFor(endpoint: Endpoint): string | undefined
  /** What nobody else may ever be shown. */
  readonly secrets: readonly string[]
}

export async function createWorld(h: TestHouse): Promise<World> {
  const client = await h.client()
  const person = await h.user({ applicationId: client.applicationId })
  const balanceId = await holds(person, 'GBP', 5000)
  await holds(person, 'EUR', 5000)
  const accountId = await pays(person)
  const { id: quoteId } = await quotes(person, { recipient: accountId })
  const { id: quoteNumber } = await ok(
    person.call('POST /v1/quotes', {
      body: { profile: person.personal, source: 'GBP', target: 'EUR', sourceAmount: 100 },
    }),
  )
  const funded = await sends(person, { recipient: accountId })
  await ok(fund(person, funded.id))
  const { id: transferId } = await sends(person, { recipient: accountId })
  const { id: batchGroupId } = await completes(person, { source: 'CAD', members: 1 })
  const { id: paymentInitiationId } = await ok(initiate(person, batchGroupId, await links(person)))
  const wish = (name: string) => ({
    name,
    trigger_on: 'transfers#state-change',
    delivery: { version: '2.0.0', url: `https://${name}.example.com/hook` },
  })
  // None is the beginning of another's: what is shown must be told from what only looks like it.
  const profileHook = `profile-${person.personal}-hook`
  const clientHook = `${client.clientKey}-hook`
  const { id: ofProfile } = await ok(
    person.call(`POST /v3/profiles/${person.personal}/subscriptions`, { body: wish(profileHook) }),
  )
  const { id: ofClient } = await ok(
    client.call(`POST /v3/applications/${client.clientKey}/subscriptions`, {
      body: wish(clientHook),
    }),
  )
  // A key is no factor to the token of an application, and an unproved number is none to anybody.
  const phoneNumber = `+4477009${String(person.userId).padStart(5, '0')}`
  const phoneNumberId = await givesPhone(person, phoneNumber)
  const keyId = await registersKey(person)
  await h.settle()
  const ids: Ids = {
    profileId: person.personal,
    userId: person.userId,
    clientKey: client.clientKey,
    balanceId,
    accountId,
    quoteId,
    transferId,
    batchGroupId,
    paymentInitiationId,
    phoneNumberId,
    keyId,
  }
  return {
    person,
    client,
    idsFor: ({ id, access }) => ({
      ...ids,
      // Version 1 knows quotes by numbers.
      ...(id === 'quotes.get-v1' && { quoteId: quoteNumber }),
      subscriptionId: access.token === 'client' ? ofClient : ofProfile,
    }),
    tokenFor: ({ access: { token } }) => {
      if (token === 'none') return undefined
      return token === 'client' ? client.token : person.token
    },
    secrets: [
      profileHook,
      clientHook,
      quoteId,
      batchGroupId,
      ofProfile,
      ofClient,
      person.token,
      client.secret,
      phoneNumber,
    ],
  }
}
