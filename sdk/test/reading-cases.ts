// Requests of reading operations that need more than the ids of one user: a claim link, a challenge, a card payment.

import { claimableTransfer, claimLinkOf } from '../../src/claims/test/claiming.ts'
import { flowsPathOf, NETWORK, paysByCard } from '../../src/disputes/test/disputing.ts'
import { createsInbox, INBOXES, postTo } from '../../src/inboxes/test/inbox-fixtures.ts'
import { thirdPartyBody, thirdPartyRoute } from '../../src/originators/test/transfer-bodies.ts'
import { challengedPayer } from '../../src/security/test/approval-page.ts'
import { clientWithRedirects, PKCE } from '../../src/users/test/consent-page.ts'
import type { Case } from '../../test/architecture/cases/index.ts'
import { challengeToken, setsPin } from '../../test/support/approvals.ts'
import type { Person } from '../../test/support/people.ts'
import type { Call, TestService } from '../../test/support/service.ts'
import {
  addsRecipient,
  createsQuote,
  createsTransfer,
  fundTransfer,
  ok,
  simulate,
  topsUp,
} from '../../test/support/transfers.ts'

/** One request for each route of the operation. `owner` has one of each object. */
type CaseSetup = (service: TestService, owner: Person) => Promise<readonly Case[]>

const requests = (by: { readonly token: string }, call: Call, ...routes: string[]): Case[] =>
  routes.map((route) => ({ route, call: { token: by.token, ...call } }))

/** A request with other values in the query than the examples, which name profile 1. */
const withQuery =
  (route: string, query: (owner: Person) => Record<string, string>): CaseSetup =>
  async (_, owner) =>
    requests(owner, { query: query(owner) }, route)

async function sendsTransfer(ann: Person): Promise<number> {
  await topsUp(ann, 'GBP', 500)
  const { id } = await createsTransfer(ann)
  await ok(fundTransfer(ann, id))
  for (const state of ['processing', 'funds_converted', 'outgoing_payment_sent'])
    await ok(simulate(ann, id, state))
  return id
}

async function createsAddress(ann: Person): Promise<number> {
  const details = {
    country: 'GB',
    firstLine: '1 High Street',
    city: 'London',
    postCode: 'SW1A 1AA',
  }
  return (await ok(ann.call('POST /v1/addresses', { body: { profile: ann.personal, details } }))).id
}

/** Cases by the id of the endpoint. */
export const readingCases: Readonly<Record<string, CaseSetup>> = {
  'simulation.clock-preview': async (_, owner) => {
    const { id } = await createsTransfer(owner)
    const query = { transferId: String(id) }
    return requests(owner, { query }, 'GET /v1/simulation/clock/preview')
  },
  'account-details.borderless-accounts': withQuery('GET /v1/borderless-accounts', (ann) => ({
    profileId: String(ann.personal),
  })),
  'profiles.list-addresses': withQuery('GET /v1/addresses', (ann) => ({
    profile: String(ann.personal),
  })),
  'quotes.rates': withQuery('GET /v1/rates', () => ({ source: 'GBP', target: 'EUR' })),
  'recipients.list': withQuery('GET /v1/accounts', (ann) => ({ profileId: String(ann.personal) })),
  'recipients.list-v2': withQuery('GET /v2/accounts', (ann) => ({
    profileId: String(ann.personal),
    currency: 'EUR',
  })),
  'transfers.list': withQuery('GET /v1/transfers', (ann) => ({
    profile: String(ann.personal),
    status: 'incoming_payment_waiting',
  })),
  'transfers.list-summaries': async (_, owner) =>
    requests(owner, {}, `GET /v1/sandbox/profiles/${owner.personal}/transfers`),

  'feed.stream': async (service) => {
    const ann = await service.createUser()
    const { position } = await ok(ann.call('GET /v1/sandbox/feed'))
    await sendsTransfer(ann)
    const headers = { accept: 'text/event-stream' }
    return requests(ann, { headers, query: { after: position } }, 'GET /v1/sandbox/feed')
  },
  'requests.list': async (service) =>
    requests(await service.createUser(), {}, 'GET /v1/sandbox/requests'),
  'requests.get': async (service) => {
    const ann = await service.createUser()
    await ok(ann.call('GET /v2/profiles'))
    await service.flushRequests()
    const { requests: logged } = await ok(ann.call('GET /v1/sandbox/requests'))
    return requests(ann, {}, `GET /v1/sandbox/requests/${logged[0].id}`)
  },

  'inboxes.list': async (service) => requests(await service.createUser(), {}, `GET ${INBOXES}`),
  'inboxes.list-requests': async (service) => {
    const ann = await service.createUser()
    return requests(ann, {}, `GET ${INBOXES}/${(await createsInbox(ann)).id}/requests`)
  },
  'inboxes.get-request': async (service) => {
    const ann = await service.createUser()
    const inbox = await createsInbox(ann)
    await postTo(service, inbox)
    return requests(ann, {}, `GET ${INBOXES}/${inbox.id}/requests/1`)
  },

  'profiles.get-address': async (service) => {
    const ann = await service.createUser()
    return requests(ann, {}, `GET /v1/addresses/${await createsAddress(ann)}`)
  },
  'transfers.receipt': async (service) => {
    const ann = await service.createUser()
    return requests(ann, {}, `GET /v1/transfers/${await sendsTransfer(ann)}/receipt.pdf`)
  },
  'requirements.of-transfer': async (service) => {
    const ann = await service.createUser()
    const targetAccount = await addsRecipient(ann)
    const { id: quoteUuid } = await createsQuote(ann, { recipient: targetAccount })
    return requests(ann, { body: { targetAccount, quoteUuid } }, 'POST /v1/transfer-requirements')
  },
  'originators.get-third-party': async (service) => {
    const ann = await service.createUser()
    const body = await thirdPartyBody(ann)
    const { id } = await ok(ann.call(thirdPartyRoute(ann.personal), { body }))
    const path = `profiles/${ann.personal}/third-party-transfers/${id}`
    return requests(ann, {}, `GET /v2/${path}`, `GET /v1/${path}`)
  },

  'claims.show': async (service) => {
    const ann = await service.createUser()
    await claimableTransfer(service, ann)
    return [{ route: `GET ${await claimLinkOf(ann)}`, call: {} }]
  },
  'disputes.open-step': async (service) => {
    const ann = await service.createUser()
    const query = { transactionId: String(await paysByCard(service, ann)) }
    const route = `POST ${flowsPathOf(ann)}/step/${NETWORK}/WRONG_AMOUNT`
    return requests(ann, { query, body: {} }, route)
  },
  'disputes.next-step': async (service) => {
    const ann = await service.createUser()
    const query = { transactionId: String(await paysByCard(service, ann)) }
    const step = `${NETWORK}/WRONG_AMOUNT`
    return requests(
      ann,
      { query },
      `GET ${flowsPathOf(ann)}/step/${step}`,
      `GET ${flowsPathOf(ann)}/${step}`,
    )
  },

  'security.open-approval': async (service) => {
    const { ott } = await challengedPayer(service, 'https://app.example.com/callback')
    const body = { ott, parentHostname: 'https://app.example.com', flow: 'popup' }
    return [{ route: 'POST /approve-api-action', call: { body } }]
  },
  'security.get-one-time-token': async (service) => {
    const ann = await service.createUser()
    await setsPin(ann)
    const { id } = await createsTransfer(ann)
    const headers = { 'One-Time-Token': challengeToken(await fundTransfer(ann, id)) }
    const path = 'one-time-token/status'
    return requests(ann, { headers }, `GET /v1/identity/${path}`, `GET /v1/${path}`)
  },
  'users.show-authorization': async (service) => {
    const { clientKey } = await clientWithRedirects(service, ['loopback'])
    const query = {
      client_id: clientKey,
      redirect_uri: 'http://127.0.0.1:4000/back',
      response_type: 'code',
      ...PKCE,
    }
    return [{ route: 'GET /oauth/authorize', call: { query } }]
  },
}
