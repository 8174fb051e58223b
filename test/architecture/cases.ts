// One case for every operation that changes something: the caller, the data it needs, and a request that
// succeeds.

import { randomUUID } from 'node:crypto'
import {
  getsDetails,
  importsPayment,
  ordersDetails,
} from '../../src/account-details/test/fixtures.ts'
import {
  orderBody,
  ordersCard,
  ordersIssuedCard,
  ordersPath,
  physical,
} from '../../src/card-orders/test/card-order-fixtures.ts'
import {
  authorisationOf,
  authorises,
  clear,
  finalOf,
  holdsCard,
} from '../../src/card-transactions/test/terminal.ts'
import {
  emptyRequest,
  fetchesKey,
  ROUTES,
  sealedRequest,
} from '../../src/cards/test/card-client.ts'
import { pathOf as cardPath } from '../../src/cards/test/card-paths.ts'
import { issuesCard, reservesCard } from '../../src/cards/test/issued-cards.ts'
import {
  claimableTransfer,
  claimLinkOf,
  account as payout,
} from '../../src/claims/test/claiming.ts'
import { targetCurrencies } from '../../src/corridors/index.ts'
import {
  disputesOf,
  flowsOf,
  NETWORK,
  paysByCard,
  submitsDispute,
  uploadOf,
  uploads,
  wrongAmount,
} from '../../src/disputes/test/disputing.ts'
import {
  director,
  type ListName,
  opensWindow,
  owner,
  pathOf,
  sends,
} from '../../src/officers/test/officer-fixtures.ts'
import {
  partnerBody,
  partnerPath,
  thirdPartyBody,
  thirdPartyPath,
} from '../../src/originators/test/transfer-bodies.ts'
import {
  businessProfile,
  createUserOfClient,
  createUserWithoutProfile,
  personalProfile,
} from '../../src/profiles/test/profile-fixtures.ts'
import {
  applicationWith,
  formOf,
  opensPage as opensApproval,
} from '../../src/security/test/approval-page.ts'
import { addsOwnAccount } from '../../src/statements/test/excess.ts'
import { hashSecret } from '../../src/users/index.ts'
import { clientWithRedirects, openConsentPage } from '../../src/users/test/consent-page.ts'
import { basicAuth, grantAccess } from '../../src/users/test/token-requests.ts'
import { modestPurpose, passport } from '../../src/verification/test/verification-fixtures.ts'
import {
  addsPhone,
  callWithApproval,
  challengeToken,
  enrolsFace,
  FACE,
  type Factor,
  keyPair,
  PIN,
  pemOf,
  registersKey,
  requestCode,
  SANDBOX_CODE,
  setsPin,
} from '../support/approvals.ts'
import {
  createsCompletedGroup,
  createsFilledGroup,
  createsGroup,
  initiateDebit,
  linksAccount,
  readsGroup,
} from '../support/batch-groups.ts'
import { filePart, multipart } from '../support/multipart.ts'
import type { Client, Person } from '../support/people.ts'
import type { Call, TestService } from '../support/service.ts'
import {
  addsRecipient,
  createsQuote,
  createsTransfer,
  fundTransfer,
  ok,
  simulate,
  topsUp,
} from '../support/transfers.ts'

/** Currencies whose rate no case has set yet. */
const unsetCurrencies = targetCurrencies.filter((currency) => currency !== 'USD')

/**
 * The service that the case runs on: `busy` where sweeps run before the request, `live` where text messages
 * are sent.
 */
export type ServiceKind = 'sandbox' | 'busy' | 'live'

export type Case = {
  readonly route: string
  readonly call: Call
  /** Another valid body for the same route, to send under the same idempotency key. */
  readonly other?: object
  /**
   * Who answers the challenge of the request and by which factor; `always`: also the first request is
   * challenged.
   */
  readonly proof?: { readonly by: Person; readonly factor: Factor; readonly always?: true }
}

type CaseSetup = {
  readonly kind?: ServiceKind
  readonly set: (service: TestService) => Promise<Case>
}

const sandbox = (set: CaseSetup['set']): CaseSetup => ({ set })
const caseOf = (
  by: { readonly token: string },
  route: string,
  body?: object,
  other?: object,
): Case => ({
  route,
  call: { token: by.token, ...(body && { body }) },
  ...(other && { other }),
})

/** A case of a new user with two profiles. */
const forUser = (set: (ann: Person, service: TestService) => Promise<Case> | Case): CaseSetup =>
  sandbox(async (service) => set(await service.createUser(), service))

/** A case that settles an authorised card payment of 5 GBP, which is captured before it is refunded. */
const settlesCard = (
  kind: 'clearing' | 'reversal' | 'reversal-post-clearing',
  value: number,
): CaseSetup =>
  forUser(async (ann, service) => {
    await topsUp(ann, 'GBP', 100)
    const card = await holdsCard(service, ann)
    const payment = await authorises(card, 5)
    if (kind === 'reversal-post-clearing') await ok(clear(card, payment, 5))
    return caseOf(ann, ...finalOf(card, kind, payment, value))
  })

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()

const transferOf = async (ann: Person, more: object = {}) => {
  const recipient = await addsRecipient(ann)
  const { id: quoteUuid } = await createsQuote(ann, { recipient, ...more })
  const body = { targetAccount: recipient, quoteUuid, customerTransactionId: randomUUID() }
  return { body, other: { ...body, details: { reference: 'Other' } } }
}

/** A case that moves a transfer by the simulation, after the steps in `before`. */
const afterSteps = (name: string, ...before: readonly string[]): CaseSetup =>
  forUser(async (ann) => {
    await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann)
    if (before.length > 0) await ok(fundTransfer(ann, id))
    for (const each of before.slice(1)) await ok(simulate(ann, id, each))
    return caseOf(ann, `GET /v1/simulation/transfers/${id}/${name}`)
  })

const subscriptionBody = (event = 'transfers#state-change', version = '2.0.0') => ({
  name: 'Hook',
  trigger_on: event,
  delivery: { version, url: 'https://ann.example.com/hook' },
})

async function createsSubscription(
  by: Person | Client,
  path: string,
  body = subscriptionBody(),
): Promise<string> {
  return (await ok(by.call(`POST ${path}`, { body }))).id
}

const profileSubscriptions = ({ personal: id }: Person) => `/v3/profiles/${id}/subscriptions`
const clientSubscriptions = ({ clientKey }: Client) => `/v3/applications/${clientKey}/subscriptions`

/** Inserts a finished delivery, which can be sent again. */
async function insertsDelivery({ db, now }: TestService, subscriptionId: string): Promise<string> {
  const { rows } = await db.pool.query<{ id: string }>(
    `insert into deliveries (profile_id, subscription_id, event_name, subject, number, test, body, state,
                             attempts, created_at)
     values (0, $1, 'transfers#state-change', 'test:1', 1, true, '{}', 'DELIVERED', 1, $2)
     returning id`,
    [subscriptionId, now().toString()],
  )
  return rows[0]?.id ?? ''
}

/** Headers with a one-time token whose challenge is open. */
async function challengeHeaders(ann: Person): Promise<Record<string, string>> {
  const route = `POST /v3/profiles/${ann.personal}/transfers/1/payments`
  return { 'one-time-token': challengeToken(await ann.call(route, { body: { type: 'BALANCE' } })) }
}

const verifying = (
  word: string,
  body: object,
  setUp: (ann: Person) => Promise<unknown>,
  prepare: (ann: Person, token: string) => Promise<unknown> = async () => undefined,
): CaseSetup =>
  forUser(async (ann) => {
    await setUp(ann)
    const headers = await challengeHeaders(ann)
    await prepare(ann, headers['one-time-token'] ?? '')
    const testCase = caseOf(ann, `POST /v1/one-time-token/${word}/verify`, body)
    return { ...testCase, call: { ...testCase.call, headers } }
  })

const SMS_CODE = /\b\d{6}\b/
let numbers = 0
const newPhoneNumber = () => `+4477009${String(++numbers).padStart(5, '0')}`

/** A case in live mode of a user with a PIN and no phone number. */
const forUserWithPin = (set: (ann: Person, service: TestService) => Promise<Case>): CaseSetup => ({
  kind: 'live',
  set: async (service) => {
    const ann = await service.createUser()
    await setsPin(ann)
    return { ...(await set(ann, service)), proof: { by: ann, factor: 'PIN', always: true } }
  },
})

async function addsNumber(ann: Person, phoneNumber: string): Promise<number> {
  const request = { body: { phoneNumber } }
  return (await callWithApproval(ann, 'POST /v1/user/phone-numbers', request, 'PIN')).body.id
}

async function verifiesNumber(ann: Person, service: TestService): Promise<void> {
  const id = await addsNumber(ann, newPhoneNumber())
  const otpCode = SMS_CODE.exec(JSON.parse(service.sent.at(-1)?.body ?? '{}').text)?.[0]
  await ok(ann.call(`POST /v1/user/phone-numbers/${id}/verification`, { body: { otpCode } }))
}

/** A case of a user of an application. A signing key does not count as a factor for the tokens of an application. */
const forUserOfClient = (
  set: (ann: Person, client: Client, service: TestService) => Promise<Case> | Case,
): CaseSetup =>
  sandbox(async (service) => {
    const client = await service.createClient()
    return set(await service.createUser({ applicationId: client.applicationId }), client, service)
  })

const forClient = (
  set: (client: Client, service: TestService) => Promise<Case> | Case,
): CaseSetup => sandbox(async (service) => set(await service.createClient(), service))

const newProfile = (route: string, body: object, other: object): CaseSetup =>
  sandbox(async (service) => {
    const zoe = await createUserWithoutProfile(service)
    await ok(zoe.call('POST /v1/profiles', { body: personalProfile() }))
    return caseOf(zoe, route, body, other)
  })

const v2Business = {
  businessName: 'Mercer Pianos',
  registrationNumber: 'R-1',
  companyType: 'LIMITED',
  companyRole: 'DIRECTOR',
  firstLevelCategory: 'DESIGN_MARKETING_COMMUNICATIONS',
  secondLevelCategory: 'AUDIO_AND_VIDEO',
  webpage: 'mercer.example',
}
const address = { country: 'GB', firstLine: '1 High Street', city: 'London', postCode: 'SW1A 1AA' }

const quote = { sourceCurrency: 'GBP', targetCurrency: 'EUR', sourceAmount: 100 }
const otherQuote = { ...quote, sourceAmount: 101 }

const recipient = ({ personal: profile }: Person, accountHolderName = 'Nora Sample') => ({
  profile,
  currency: 'GBP',
  type: 'sort_code',
  accountHolderName,
  details: { legalType: 'PRIVATE', sortCode: '231470', accountNumber: '28821822' },
})
const refund = (ann: Person, fullName = 'Nora Sample') => {
  const { accountHolderName: _, ...account } = recipient(ann)
  return { ...account, country: 'GB', legalEntityType: 'PERSON', name: { fullName } }
}

const groupPath = (ann: Person, id: string) => `/v3/profiles/${ann.personal}/batch-groups/${id}`

/** A case of a business that has a list already, while its update window is open. */
const changesOfficers = (
  method: 'POST' | 'PUT',
  list: ListName,
  body: object,
  other?: object,
): CaseSetup =>
  forUser(async (ann) => {
    await opensWindow(ann)
    await ok(sends('PUT', list, ann, body as object[]))
    return caseOf(ann, `${method} ${pathOf(list, ann.business)}`, body, other)
  })

async function quotesConversion(ann: Person): Promise<string> {
  const body = { ...quote, payOut: 'BALANCE' }
  return (await ok(ann.call(`POST /v3/profiles/${ann.personal}/quotes`, { body }))).id
}

/** The first payment to a balance also opens its account in the ledger. */
async function receivesEuro(ann: Person): Promise<void> {
  await getsDetails(ann, 'EUR')
  await ok(importsPayment(ann, 'EUR', 1))
}

/** A case of a card with a lifetime limit of 1,000 GBP. */
const ofCard = (requestOf: (path: string) => [route: string, body?: object]): CaseSetup =>
  forUser(async (ann, service) =>
    caseOf(ann, ...requestOf(cardPath(await issuesCard(service, ann)))),
  )

async function revealingCase(ann: Person, service: TestService, route: string): Promise<Case> {
  const { body } = emptyRequest(await fetchesKey(ann))
  const headers = { 'x-card-card-token': (await issuesCard(service, ann)).token }
  return { route, call: { token: ann.token, body, headers } }
}

/** Cases by operation id. */
export const caseSetups: Readonly<Record<string, CaseSetup>> = {
  'account-details.create-order': forUser(async (ann) => {
    await topsUp(ann, 'GBP', 1)
    await topsUp(ann, 'EUR', 1)
    const route = `POST /v1/profiles/${ann.personal}/account-details-orders`
    return caseOf(ann, route, { currency: 'GBP' }, { currency: 'EUR' })
  }),
  'account-details.return-payment': forUser(async (ann) => {
    await getsDetails(ann, 'EUR')
    const { id } = await ok(importsPayment(ann, 'EUR', 10))
    const route = `POST /v1/profiles/${ann.personal}/account-details/payments/${id}/returns`
    return caseOf(ann, route, { reason: 'REGULATORY' }, { reason: 'CUSTOMER_REQUEST' })
  }),

  'balances.create': forUser((ann) => {
    const jar = { currency: 'GBP', type: 'SAVINGS', name: 'Jar' }
    const route = `POST /v4/profiles/${ann.personal}/balances`
    return caseOf(ann, route, jar, { ...jar, name: 'Pot' })
  }),
  'balances.close': forUser(async (ann) => {
    const route = `/v4/profiles/${ann.personal}/balances`
    const opened = ann.call(`POST ${route}`, {
      body: { currency: 'GBP', type: 'STANDARD' },
      headers: { 'x-idempotence-uuid': randomUUID() },
    })
    return caseOf(ann, `DELETE ${route}/${(await ok(opened)).id}`)
  }),

  'cards.set-status': ofCard((path) => [`PUT ${path}/status`, { status: 'FROZEN' }]),
  'cards.set-limit': ofCard((path) => [
    `PATCH ${path}/spending-limits`,
    { cardLimitType: 'DAILY', maxLimitAmount: 5 },
  ]),
  'cards.delete-lifetime-limit': ofCard((path) => [`DELETE ${path}/spending-limits/lifetime`]),
  'cards.set-spend-limits': ofCard((path) => [
    `PATCH ${path.replace('/v3/', '/v4/')}/spend-limits`,
    { daily: { value: { amount: 5 } } },
  ]),
  'cards.set-permission': ofCard((path) => [
    `PATCH ${path}/spending-permissions`,
    { type: 'ECOM', isEnabled: false },
  ]),
  'cards.set-permissions': ofCard((path) => [
    `PATCH ${path.replace('/v3/', '/v4/')}/spending-permissions`,
    { permissions: [{ type: 'ECOM', isEnabled: false }] },
  ]),
  'cards.get-details': forUser((ann, service) => revealingCase(ann, service, ROUTES.details)),
  'cards.get-pin': forUser((ann, service) => revealingCase(ann, service, ROUTES.pin)),
  'cards.preset-pin': forUser(async (ann, service) => {
    const body = await sealedRequest(await fetchesKey(ann), { pin: '1234' })
    const headers = { 'x-card-order-id': String(await reservesCard(service, ann)) }
    return { route: ROUTES.preset, call: { token: ann.token, body, headers } }
  }),

  'batches.create': forUser((ann) => {
    const group = { sourceCurrency: 'GBP', name: 'Salaries' }
    const route = `POST /v3/profiles/${ann.personal}/batch-groups`
    return caseOf(ann, route, group, { ...group, sourceCurrency: 'EUR' })
  }),
  'batches.change': forUser(async (ann) => {
    const { id } = await createsFilledGroup(ann, { members: 1 })
    const { version } = await readsGroup(ann, id)
    return caseOf(ann, `PATCH ${groupPath(ann, id)}`, { status: 'COMPLETED', version })
  }),
  'batches.add-transfer': forUser(async (ann) => {
    const { id } = await createsGroup(ann)
    const { body, other } = await transferOf(ann)
    return caseOf(ann, `POST ${groupPath(ann, id)}/transfers`, body, other)
  }),
  'batches.fund': forUser(async (ann) => {
    await topsUp(ann, 'GBP', 500)
    const { id } = await createsCompletedGroup(ann)
    const route = `POST /v3/profiles/${ann.personal}/batch-payments/${id}/payments`
    return caseOf(ann, route, { type: 'BALANCE' }, { type: 'CARD' })
  }),
  'batches.initiate-payment': forUser(async (ann) => {
    const { id } = await createsCompletedGroup(ann, { source: 'CAD' })
    const debit = { type: 'DIRECT_DEBIT', accountId: await linksAccount(ann) }
    const route = `POST /v1/profiles/${ann.personal}/batch-groups/${id}/payment-initiations`
    return caseOf(ann, route, debit, { ...debit, accountId: await linksAccount(ann) })
  }),
  'batches.link-account': forUser((ann) => {
    const details = { institutionNumber: '621', transitNumber: '16001', accountNumber: '1234567' }
    const linked = { type: 'EFT', currency: 'CAD', details }
    const other = { ...linked, details: { ...details, accountNumber: '7654321' } }
    return caseOf(ann, `POST /v1/profiles/${ann.personal}/direct-debit-accounts`, linked, other)
  }),

  'card-orders.create': forUser((ann) =>
    caseOf(ann, `POST ${ordersPath(ann.personal)}`, orderBody(), orderBody({ lifetimeLimit: 5 })),
  ),
  'card-orders.change-status': forUser(async (ann) => {
    const { id } = await ordersCard(ann)
    return caseOf(ann, `PUT ${ordersPath(ann.personal)}/${id}/status`, { status: 'CANCELLED' })
  }),

  'claims.submit': {
    kind: 'busy',
    set: async (service) => {
      const ann = await service.createUser()
      const email = `nora-${randomUUID()}@example.com`
      await claimableTransfer(service, ann, 'EUR', email)
      return {
        route: `POST ${await claimLinkOf(ann, email)}`,
        call: { body: form(payout), headers: FORM },
      }
    },
  },

  'conversions.create-for-account': forUser(async (ann) => {
    await topsUp(ann, 'GBP', 500)
    await topsUp(ann, 'EUR', 1)
    const { id } = await ok(ann.call(`GET /v4/profiles/${ann.personal}/multi-currency-account`))
    const [quoteId, other] = [await quotesConversion(ann), await quotesConversion(ann)]
    const route = `POST /v1/borderless-accounts/${id}/conversions`
    return caseOf(ann, route, { quoteId }, { quoteId: other })
  }),
  'conversions.create': forUser(async (ann) => {
    const sourceBalanceId = await topsUp(ann, 'GBP', 100)
    const jar = await ok(
      ann.call(`POST /v4/profiles/${ann.personal}/balances`, {
        body: { currency: 'GBP', type: 'SAVINGS', name: 'Jar' },
        headers: { 'x-idempotence-uuid': randomUUID() },
      }),
    )
    const move = (value: number) => ({
      amount: { value, currency: 'GBP' },
      sourceBalanceId,
      targetBalanceId: jar.id,
    })
    return caseOf(ann, `POST /v2/profiles/${ann.personal}/balance-movements`, move(10), move(11))
  }),

  'officers.add-directors': changesOfficers(
    'POST',
    'directors',
    [director()],
    [director({ firstName: 'Bo' })],
  ),
  'officers.replace-directors': changesOfficers('PUT', 'directors', [director()]),
  'officers.add-owners': changesOfficers('POST', 'ubos', [owner()], [owner({ name: 'Bo' })]),
  'officers.replace-owners': changesOfficers('PUT', 'ubos', [owner()]),

  'originators.create-third-party': forUser(async (ann) => {
    const body = await thirdPartyBody(ann)
    const other = { ...body, details: { reference: 'Other' } }
    return caseOf(ann, thirdPartyPath(ann.personal), body, other)
  }),
  'originators.create-partner-licence': forUser(async (ann) => {
    const body = await partnerBody(ann)
    const other = { ...body, details: { reference: 'Other' } }
    return caseOf(ann, partnerPath(ann.personal), body, other)
  }),

  'profiles.create': newProfile(
    'POST /v1/profiles',
    businessProfile(),
    businessProfile({ name: 'Other Ltd' }),
  ),
  'profiles.create-business': newProfile('POST /v2/profiles/business-profile', v2Business, {
    ...v2Business,
    businessName: 'Other Pianos',
  }),
  'profiles.update': sandbox(async (service) => {
    const zoe = await createUserWithoutProfile(service)
    const { id } = await ok(zoe.call('POST /v1/profiles', { body: personalProfile() }))
    return caseOf(zoe, 'PUT /v1/profiles', { id, ...personalProfile({ lastName: 'Mercer-Hale' }) })
  }),
  'profiles.open-update-window': forUser((ann) =>
    caseOf(ann, `POST /v1/profiles/${ann.personal}/update-window`),
  ),
  'profiles.close-update-window': forUser(async (ann) => {
    const path = `/v1/profiles/${ann.personal}/update-window`
    await ok(ann.call(`POST ${path}`))
    return caseOf(ann, `DELETE ${path}`)
  }),
  'profiles.delete-trusted-verification': sandbox(async (service) => {
    const partner = await service.createClient({ trusted: true })
    const zoe = await createUserOfClient(service, partner)
    const { id } = await ok(zoe.call('POST /v1/profiles', { body: personalProfile() }))
    return caseOf(partner, `DELETE /v3/profiles/${id}/trusted-verification`)
  }),
  'profiles.save-extensions': forUser((ann) =>
    caseOf(ann, `POST /v1/profiles/${ann.personal}/extensions`, {
      details: { accountPurpose: 'GENERAL_MONTHLY_LIVING_EXPENSES' },
    }),
  ),
  'profiles.save-address': forUser(async (ann) => {
    const details = { profile: ann.personal, details: address }
    await ok(ann.call('POST /v1/addresses', { body: details }))
    // A verified profile adds further addresses only while its update window is open (D100).
    await ok(ann.call(`POST /v1/profiles/${ann.personal}/update-window`))
    const other = { ...details, details: { ...address, city: 'Leeds' } }
    return caseOf(ann, 'POST /v1/addresses', details, other)
  }),

  'quotes.create': forUser((ann) =>
    caseOf(ann, `POST /v3/profiles/${ann.personal}/quotes`, quote, otherQuote),
  ),
  'quotes.create-v1': forUser((ann) => {
    const body = { profile: ann.personal, source: 'GBP', target: 'EUR', sourceAmount: 100 }
    return caseOf(ann, 'POST /v1/quotes', body, { ...body, sourceAmount: 200 })
  }),
  'quotes.create-v2': forUser((ann) => {
    const profile = ann.personal
    return caseOf(ann, 'POST /v2/quotes', { ...quote, profile }, { ...otherQuote, profile })
  }),
  'quotes.update': forUser(async (ann) => {
    const targetAccount = await addsRecipient(ann)
    const { id } = await createsQuote(ann)
    return caseOf(ann, `PATCH /v3/profiles/${ann.personal}/quotes/${id}`, { targetAccount })
  }),
  'quotes.update-v2': forUser(async (ann) => {
    const targetAccount = await addsRecipient(ann)
    const { id } = await createsQuote(ann)
    return caseOf(ann, `PATCH /v2/quotes/${id}`, { targetAccount })
  }),

  'recipients.create': forUser((ann) =>
    caseOf(ann, 'POST /v1/accounts', recipient(ann), recipient(ann, 'Other Sample')),
  ),
  'recipients.create-refund': forUser((ann) =>
    caseOf(ann, 'POST /v1/refund-accounts', refund(ann), refund(ann, 'Other Sample')),
  ),
  'recipients.deactivate': forUser(async (ann) =>
    caseOf(ann, `DELETE /v2/accounts/${await addsRecipient(ann)}`),
  ),
  'recipients.deactivate-v1': forUser(async (ann) =>
    caseOf(ann, `DELETE /v1/accounts/${await addsRecipient(ann)}`),
  ),

  'security.verify-pin': verifying('pin', { pin: PIN }, setsPin),
  'security.verify-face-map': verifying('facemap', { faceMap: FACE }, enrolsFace),
  'security.verify-sms': verifying(
    'sms',
    { otpCode: SANDBOX_CODE },
    async (ann) => {
      const id = await addsPhone(ann)
      const body = { otpCode: SANDBOX_CODE }
      await ok(ann.call(`POST /v1/user/phone-numbers/${id}/verification`, { body }))
    },
    requestCode,
  ),
  'security.trigger-sms': {
    kind: 'live',
    set: async (service) => {
      const ann = await service.createUser()
      await setsPin(ann)
      await verifiesNumber(ann, service)
      const headers = await challengeHeaders(ann)
      return { route: 'POST /v1/one-time-token/sms/trigger', call: { token: ann.token, headers } }
    },
  },
  'security.answer-approval': sandbox(async (service) => {
    const { applicationId } = await applicationWith(service, 'https://app.example.com/callback')
    const ann = await service.createUser({ applicationId })
    await setsPin(ann)
    // With a second challenge left, a repeated answer would be refused because its challenge is closed.
    await callWithApproval(ann, 'POST /v1/user/facemap/enrol', { body: { faceMap: FACE } }, 'PIN')
    const ott = (await challengeHeaders(ann))['one-time-token'] ?? ''
    const page = await opensApproval(service, ott, 'https://app.example.com')
    const { fields, cookie } = formOf(page)
    return {
      route: 'POST /approve-api-action/answer',
      call: {
        body: form({ ...fields, action: 'answer', factor: 'PIN', pin: PIN }),
        headers: { ...FORM, cookie },
      },
    }
  }),
  'security.create-pin': forUser((ann) => ({
    ...caseOf(ann, 'POST /v1/user/pin', { pin: PIN }),
    proof: { by: ann, factor: 'PIN' },
  })),
  'security.enrol-face-map': forUser((ann) => ({
    ...caseOf(ann, 'POST /v1/user/facemap/enrol', { faceMap: FACE }),
    proof: { by: ann, factor: 'FACE_MAP' },
  })),
  'security.delete-pin': forUser(async (ann) => {
    await setsPin(ann)
    return caseOf(ann, `DELETE /v1/users/${ann.userId}/pin`)
  }),
  'security.delete-face-map': forUser(async (ann) => {
    await enrolsFace(ann)
    return caseOf(ann, `DELETE /v1/users/${ann.userId}/facemap/enrol`)
  }),
  'security.create-phone-number': forUserWithPin(async (ann) => {
    const [phoneNumber, otherNumber] = [newPhoneNumber(), newPhoneNumber()]
    const other = { phoneNumber: otherNumber }
    return caseOf(ann, 'POST /v1/user/phone-numbers', { phoneNumber }, other)
  }),
  'security.change-phone-number': forUserWithPin(async (ann) => {
    const id = await addsNumber(ann, newPhoneNumber())
    return caseOf(ann, `PUT /v1/user/phone-numbers/${id}`, { phoneNumber: newPhoneNumber() })
  }),
  'security.delete-phone-number': forUser(async (ann) =>
    caseOf(ann, `DELETE /v1/user/phone-numbers/${await addsPhone(ann)}`),
  ),
  'security.verify-phone-number': forUser(async (ann) => {
    const route = `POST /v1/user/phone-numbers/${await addsPhone(ann)}/verification`
    return { ...caseOf(ann, route, { otpCode: SANDBOX_CODE }), proof: { by: ann, factor: 'SMS' } }
  }),
  'security.create-signing-key': forUserOfClient((ann) => {
    const publicKey = pemOf(keyPair().publicKey)
    return caseOf(ann, 'POST /v1/user/signing-keys', { publicKey }, { publicKey: 'another' })
  }),
  'security.delete-signing-key': forUserOfClient(async (ann) =>
    caseOf(ann, `DELETE /v1/user/signing-keys/${await registersKey(ann)}`),
  ),

  'simulation.transfer-processing': afterSteps('processing'),
  'simulation.transfer-funds-converted': afterSteps('funds_converted', 'processing'),
  'simulation.transfer-outgoing-payment-sent': afterSteps(
    'outgoing_payment_sent',
    'processing',
    'funds_converted',
  ),
  'simulation.transfer-bounced-back': afterSteps(
    'bounced_back',
    'processing',
    'funds_converted',
    'outgoing_payment_sent',
  ),
  'simulation.transfer-funds-refunded': afterSteps(
    'funds_refunded',
    'processing',
    'funds_converted',
    'outgoing_payment_sent',
    'bounced_back',
  ),
  'simulation.transfer-webhook-refund': forUser(async (ann) => {
    await createsSubscription(
      ann,
      profileSubscriptions(ann),
      subscriptionBody('transfers#refund', '1.0.0'),
    )
    const { id } = await createsTransfer(ann)
    return caseOf(ann, `GET /v1/simulation/transfers/${id}/webhook_refund`)
  }),
  'simulation.rates': sandbox(async (service) => {
    // Each case sets another currency: the clock does not move, so a second rate of one currency would update
    // the first.
    const body = { source: 'USD', target: unsetCurrencies.pop(), rate: 1.2 }
    const ann = await service.createUser()
    return caseOf(ann, 'POST /v1/simulation/rates', body, { ...body, rate: 1.3 })
  }),
  'simulation.cdd-check': forUser((ann) =>
    caseOf(ann, `POST /v1/simulation/profiles/${ann.personal}/cdd-check`, {
      state: 'EVIDENCE_REQUIRED',
      requiredEvidences: ['SOURCE_OF_WEALTH'],
    }),
  ),
  'verification.add-document': forUser(async (ann) => {
    await ok(ann.call(`POST /v1/profiles/${ann.personal}/update-window`))
    const path = `POST /v1/profiles/${ann.personal}/verification-documents`
    return caseOf(ann, path, passport, { ...passport, uniqueIdentifier: 'Y7654321' })
  }),
  'verification.upload-document': forUser((ann) => ({
    route: `POST /v3/profiles/${ann.personal}/verification-status/upload-document`,
    call: { token: ann.token, ...multipart([filePart('files')]) },
  })),
  'verification.upload-explanation': forUser((ann) =>
    caseOf(
      ann,
      `POST /v3/profiles/${ann.personal}/verification-status/upload-explanation`,
      { incomeExplanation: 'I sold my flat.' },
      { incomeExplanation: 'I sold my boat.' },
    ),
  ),
  'verification.account-purpose': forUser((ann) =>
    caseOf(
      ann,
      `POST /v3/profiles/${ann.personal}/verification-status/account-purpose`,
      modestPurpose,
      { ...modestPurpose, mainSourceOfIncome: 'PENSION' },
    ),
  ),
  'simulation.verify-profile': sandbox(async (service) =>
    caseOf(await service.createUser({ verified: false }), 'POST /v1/simulation/verify-profile'),
  ),
  'simulation.profile-verifications': sandbox(async (service) => {
    const ann = await service.createUser({ verified: false })
    return caseOf(ann, `POST /v1/simulation/profiles/${ann.personal}/verifications`)
  }),
  'simulation.confirm-user': forUser(async (ann, service) => {
    const client = await service.createClient()
    const bob = await service.createUser({ applicationId: client.applicationId })
    await setsPin(bob)
    await client.call(`DELETE /v1/users/${bob.userId}/pin`)
    return caseOf(ann, `POST /v1/simulation/users/${bob.userId}/confirm`)
  }),
  'simulation.bank-transactions-import': forUser(async (ann) => {
    await receivesEuro(ann)
    const route = `POST /v1/simulation/profiles/${ann.personal}/bank-transactions/import`
    const payment = { currency: 'EUR', amount: 10 }
    return caseOf(ann, route, payment, { ...payment, amount: 11 })
  }),
  'simulation.swift-in': forUser(async (ann) => {
    await receivesEuro(ann)
    const route = `POST /v1/simulation/profiles/${ann.personal}/swift-in`
    const payment = { currencyCode: 'EUR', amount: 10 }
    return caseOf(ann, route, payment, { ...payment, amount: 11 })
  }),
  'simulation.account-details-top-up': forUser(async (ann) => {
    await topsUp(ann, 'GBP', 100, ann.business)
    const { id } = await ok(ordersDetails(ann, 'GBP', ann.business))
    const path = `/v1/simulation/profiles/${ann.business}/account-details-orders/${id}/top-up`
    return caseOf(ann, `POST ${path}`)
  }),
  'disputes.submit': forUser(async (ann, service) => {
    const transactionId = await paysByCard(service, ann)
    const route = `POST ${flowsOf(ann)}/${NETWORK}/WRONG_AMOUNT`
    const body = wrongAmount(transactionId)
    return caseOf(ann, route, body, { ...body, form: { ...body.form, goods: 'Tea' } })
  }),
  // After an earlier upload, because the first one of a profile begins to count its files.
  'disputes.upload-file': forUser(async (ann) => {
    await uploads(ann)
    const call = { token: ann.token, ...multipart([filePart('receipt')]) }
    return { route: `POST ${uploadOf(ann)}`, call }
  }),
  'disputes.upload-file-v3': {
    kind: 'live',
    set: async (service) => {
      const ann = await service.createUser()
      await uploads(ann)
      const route = `POST /v3/spend/profiles/${ann.personal}/dispute-form/file`
      return { route, call: { token: ann.token, ...multipart([filePart('receipt')]) } }
    },
  },
  'disputes.withdraw': forUser(async (ann, service) => {
    const { id } = await submitsDispute(ann, await paysByCard(service, ann))
    return caseOf(ann, `PUT ${disputesOf(ann)}/${id}/status`, { status: 'CLOSED' })
  }),
  'simulation.dispute': forUser(async (ann, service) => {
    const { id } = await submitsDispute(ann, await paysByCard(service, ann))
    const path = `/v1/simulation/spend/profiles/${ann.personal}/disputes/${id}/IN_REVIEW`
    return caseOf(ann, `POST ${path}`)
  }),
  'simulation.balance-topup': forUser(async (ann) => {
    const balanceId = await topsUp(ann, 'GBP', 1)
    const money = { profileId: ann.personal, balanceId, currency: 'GBP', amount: 10 }
    return caseOf(ann, 'POST /v1/simulation/balance/topup', money, { ...money, amount: 11 })
  }),
  'simulation.clock-advance': {
    kind: 'busy',
    set: async (service) => {
      const ann = await service.createUser()
      await service.settle()
      return caseOf(ann, 'POST /v1/simulation/clock/advance', { seconds: 1 }, { seconds: 2 })
    },
  },
  'simulation.batch-pay-in': forUser(async (ann) => {
    const { id } = await createsCompletedGroup(ann)
    const { amount, currency } = (await readsGroup(ann, id)).payInDetails[0]
    const route = `POST /v1/simulation/profiles/${ann.personal}/batch-groups/${id}/pay-in`
    return caseOf(ann, route, { amount, currency }, { amount: amount + 1, currency })
  }),
  'simulation.card-authorisation': forUser(async (ann, service) => {
    await topsUp(ann, 'GBP', 100)
    const card = await holdsCard(service, ann)
    // The first payment also makes the counters and the account of what is held.
    await authorises(card, 1)
    return caseOf(ann, ...authorisationOf(card, 5))
  }),
  'simulation.card-authorisation-v2': forUser(async (ann, service) => {
    await topsUp(ann, 'GBP', 100)
    const card = await holdsCard(service, ann)
    await authorises(card, 1)
    const { token, pan } = card
    const path = `/v2/simulation/spend/profiles/${ann.personal}/cards/${token}/transactions`
    return caseOf(ann, `POST ${path}/authorisation`, {
      pos: 'CHIP_AND_PIN',
      amount: { value: 5, currency: 'GBP' },
      cardNumber: pan,
    })
  }),
  'simulation.card-clearing': settlesCard('clearing', 4),
  'simulation.card-reversal': settlesCard('reversal', 4),
  'simulation.card-reversal-post-clearing': settlesCard('reversal-post-clearing', 4),
  'simulation.payment-initiation': forUser(async (ann) => {
    const { id } = await createsCompletedGroup(ann, { source: 'CAD' })
    const initiation = await ok(initiateDebit(ann, id, await linksAccount(ann)))
    return caseOf(ann, `POST /v1/simulation/payment-initiations/${initiation.id}/PROCESSING`)
  }),

  'simulation.card-order': forUser(async (ann, service) => {
    const { id } = await ordersIssuedCard(service, ann, physical)
    const path = `/v1/simulation/spend/profiles/${ann.personal}/card-orders/${id}`
    return caseOf(ann, `POST ${path}/produced`)
  }),
  'simulation.card-production': forUser(async (ann, service) => {
    const { cardToken } = await ordersIssuedCard(service, ann, physical)
    const path = `/v3/spend/profiles/${ann.personal}/cards/${cardToken}/production`
    return caseOf(ann, `POST ${path}`, { status: 'PRODUCED' })
  }),
  'simulation.tokens-expire': forClient(async (client, service) => {
    const token = randomUUID()
    await service.db.pool.query(
      `insert into tokens (kind, hash, application_id, created_at, expires_at)
       values ('client', $1, $2, now(), now() + interval '1 hour')`,
      [hashSecret(token), client.applicationId],
    )
    return caseOf({ token }, 'POST /v1/simulation/tokens/expire')
  }),
  'statements.excess-account': forUser(async (ann) => {
    const route = `POST /v1/profiles/${ann.personal}/excess-money-account`
    const [recipientId, other] = [await addsOwnAccount(ann), await addsOwnAccount(ann, 'MYR')]
    return caseOf(ann, route, { recipientId }, { recipientId: other })
  }),

  'transfers.create': forUser(async (ann) => {
    const { body, other } = await transferOf(ann)
    return caseOf(ann, 'POST /v1/transfers', body, other)
  }),
  'transfers.cancel': forUser(async (ann) => {
    await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann)
    await ok(fundTransfer(ann, id))
    return caseOf(ann, `PUT /v1/transfers/${id}/cancel`)
  }),
  'transfers.fund': forUser(async (ann) => {
    await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann)
    const route = `POST /v3/profiles/${ann.personal}/transfers/${id}/payments`
    return caseOf(ann, route, { type: 'BALANCE' }, { type: 'CARD' })
  }),
  'transfers.fund-by-id': forUser(async (ann) => {
    await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann)
    return caseOf(ann, `POST /v1/transfers/${id}/payments`, { type: 'BALANCE' }, { type: 'CARD' })
  }),

  'users.token': forClient((client) => ({
    route: 'POST /oauth/token',
    call: {
      body: form({ grant_type: 'client_credentials' }),
      headers: { ...FORM, ...basicAuth(client) },
    },
  })),
  'users.authorize': sandbox(async (service) => {
    const [client, ann] = [
      await clientWithRedirects(service, ['loopback']),
      await service.createUser(),
    ]
    const redirect_uri = 'http://127.0.0.1:4000/back'
    const { cookie, fields } = await openConsentPage(service, {
      client_id: client.clientKey,
      redirect_uri,
    })
    const allow = { ...fields, decision: 'allow', choice: `${ann.userId}:${ann.business}` }
    // A user who has already authorised the application.
    const call = { body: form(allow), headers: { ...FORM, cookie } }
    await service.call('POST /oauth/authorize', call)
    return { route: 'POST /oauth/authorize', call }
  }),
  'users.sign-up': forClient((client) => {
    const user = (email: string) => ({ email, registrationCode: randomUUID() })
    const [one, other] = [user(`${randomUUID()}@example.com`), user(`${randomUUID()}@example.com`)]
    return caseOf(client, 'POST /v1/user/signup/registration_code', one, other)
  }),
  'users.revoke-grant': forUser(async (ann, service) => {
    const client = await service.createClient()
    await grantAccess(service, client, ann)
    return caseOf(ann, `DELETE /v1/user/grants/${client.clientKey}`)
  }),
  'users.set-contact-email': forUser((ann) =>
    caseOf(ann, `PUT /v1/users/${ann.userId}/contact-email`, { email: 'ann@example.com' }),
  ),

  'webhooks.create-for-application': forClient((client) =>
    caseOf(
      client,
      `POST ${clientSubscriptions(client)}`,
      subscriptionBody(),
      subscriptionBody('transfers#active-cases'),
    ),
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
    const id = await createsSubscription(client, clientSubscriptions(client))
    const path = `${clientSubscriptions(client)}/${id}/deliveries/${await insertsDelivery(service, id)}`
    return caseOf(client, `POST ${path}/redeliver`)
  }),
  'webhooks.create-for-profile': forUser((ann) =>
    caseOf(
      ann,
      `POST ${profileSubscriptions(ann)}`,
      subscriptionBody(),
      subscriptionBody('transfers#active-cases'),
    ),
  ),
  'webhooks.delete-for-profile': forUser(async (ann) =>
    caseOf(
      ann,
      `DELETE ${profileSubscriptions(ann)}/${await createsSubscription(ann, profileSubscriptions(ann))}`,
    ),
  ),
  'webhooks.redeliver-for-profile': forUser(async (ann, service) => {
    const id = await createsSubscription(ann, profileSubscriptions(ann))
    const path = `${profileSubscriptions(ann)}/${id}/deliveries/${await insertsDelivery(service, id)}`
    return caseOf(ann, `POST ${path}/redeliver`)
  }),
}
