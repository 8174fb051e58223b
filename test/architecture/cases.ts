// For every operation that changes something: somebody who is about to do it, with all that it takes, so
// that the first request succeeds.

import { randomUUID } from 'node:crypto'
import { linkOf, account as payout, waiting } from '../../src/claims/test/claiming.ts'
import { targetCurrencies } from '../../src/corridors/index.ts'
import {
  partner,
  partnerPath,
  thirdParty,
  thirdPartyPath,
} from '../../src/originators/test/placing.ts'
import { business, newcomer, personal } from '../../src/profiles/test/newcomer.ts'
import {
  applicationWith,
  formOf,
  opensPage as opensApproval,
} from '../../src/security/test/approval-page.ts'
import { addsOwnAccount } from '../../src/statements/test/excess.ts'
import { hashSecret } from '../../src/users/index.ts'
import { clientWithRedirects, openConsentPage } from '../../src/users/test/consent-page.ts'
import { basicAuth, grantAccess } from '../../src/users/test/token-requests.ts'
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

/** The house in which it plays: `busy` where work falls due on the way, `live` where texts are sent. */
export type Place = 'sandbox' | 'busy' | 'live'

export type Scene = {
  readonly route: string
  readonly call: Call
  /** Another body, of which another request could be made. */
  readonly other?: object
  /** Who meets the challenge that stands before it, and by what; `always` before the first one too. */
  readonly proof?: { readonly by: Person; readonly factor: Factor; readonly always?: true }
}

type Stage = { readonly place?: Place; readonly set: (service: TestService) => Promise<Scene> }

const sandbox = (set: Stage['set']): Stage => ({ set })
const asked = (
  by: { readonly token: string },
  route: string,
  body?: object,
  other?: object,
): Scene => ({
  route,
  call: { token: by.token, ...(body && { body }) },
  ...(other && { other }),
})

/** A scene of somebody with nothing but their profiles. */
const alone = (set: (ann: Person, service: TestService) => Promise<Scene> | Scene): Stage =>
  sandbox(async (service) => set(await service.createUser(), service))

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()

const transferOf = async (ann: Person, more: object = {}) => {
  const recipient = await addsRecipient(ann)
  const { id: quoteUuid } = await createsQuote(ann, { recipient, ...more })
  const body = { targetAccount: recipient, quoteUuid, customerTransactionId: randomUUID() }
  return { body, other: { ...body, details: { reference: 'Other' } } }
}

/** A transfer that was moved along these steps, before the one in question. */
const moved = (name: string, ...before: readonly string[]): Stage =>
  alone(async (ann) => {
    await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann)
    if (before.length > 0) await ok(fundTransfer(ann, id))
    for (const each of before.slice(1)) await ok(simulate(ann, id, each))
    return asked(ann, `GET /v1/simulation/transfers/${id}/${name}`)
  })

const wish = (event = 'transfers#state-change', version = '2.0.0') => ({
  name: 'Hook',
  trigger_on: event,
  delivery: { version, url: 'https://ann.example.com/hook' },
})

async function subscribed(by: Person | Client, path: string, body = wish()): Promise<string> {
  return (await ok(by.call(`POST ${path}`, { body }))).id
}

const ofProfile = ({ personal: id }: Person) => `/v3/profiles/${id}/subscriptions`
const ofClient = ({ clientKey }: Client) => `/v3/applications/${clientKey}/subscriptions`

/** A delivery that came to its end, as an operator would find it. */
async function delivered({ db, now }: TestService, subscriptionId: string): Promise<string> {
  const { rows } = await db.pool.query<{ id: string }>(
    `insert into deliveries (profile_id, subscription_id, event_name, subject, number, test, body, state,
                             attempts, created_at)
     values (0, $1, 'transfers#state-change', 'test:1', 1, true, '{}', 'DELIVERED', 1, $2)
     returning id`,
    [subscriptionId, now().toString()],
  )
  return rows[0]?.id ?? ''
}

/** A one-time token that waits for this factor. */
async function waitingFor(ann: Person): Promise<Record<string, string>> {
  const route = `POST /v3/profiles/${ann.personal}/transfers/1/payments`
  return { 'one-time-token': challengeToken(await ann.call(route, { body: { type: 'BALANCE' } })) }
}

const verifying = (
  word: string,
  body: object,
  setUp: (ann: Person) => Promise<unknown>,
  prepare: (ann: Person, token: string) => Promise<unknown> = async () => undefined,
): Stage =>
  alone(async (ann) => {
    await setUp(ann)
    const headers = await waitingFor(ann)
    await prepare(ann, headers['one-time-token'] ?? '')
    const scene = asked(ann, `POST /v1/one-time-token/${word}/verify`, body)
    return { ...scene, call: { ...scene.call, headers } }
  })

const SMS_CODE = /\b\d{6}\b/
let numbers = 0
const freshNumber = () => `+4477009${String(++numbers).padStart(5, '0')}`

/** Somebody in live, who has a PIN and so far no number. */
const careful = (set: (ann: Person, service: TestService) => Promise<Scene>): Stage => ({
  place: 'live',
  set: async (service) => {
    const ann = await service.createUser()
    await setsPin(ann)
    return { ...(await set(ann, service)), proof: { by: ann, factor: 'PIN', always: true } }
  },
})

async function givesNumber(ann: Person, phoneNumber: string): Promise<number> {
  const asking = { body: { phoneNumber } }
  return (await callWithApproval(ann, 'POST /v1/user/phone-numbers', asking, 'PIN')).body.id
}

async function provesNumber(ann: Person, service: TestService): Promise<void> {
  const id = await givesNumber(ann, freshNumber())
  const otpCode = SMS_CODE.exec(JSON.parse(service.sent.at(-1)?.body ?? '{}').text)?.[0]
  await ok(ann.call(`POST /v1/user/phone-numbers/${id}/verification`, { body: { otpCode } }))
}

/** A person whom an application acts for: to its tokens, a signing key is no factor. */
const reached = (
  set: (ann: Person, client: Client, service: TestService) => Promise<Scene> | Scene,
): Stage =>
  sandbox(async (service) => {
    const client = await service.createClient()
    return set(await service.createUser({ applicationId: client.applicationId }), client, service)
  })

const applications = (
  set: (client: Client, service: TestService) => Promise<Scene> | Scene,
): Stage => sandbox(async (service) => set(await service.createClient(), service))

const newProfile = (route: string, body: object, other: object): Stage =>
  sandbox(async (service) => {
    const zoe = await newcomer(service)
    await ok(zoe.call('POST /v1/profiles', { body: personal() }))
    return asked(zoe, route, body, other)
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

/** By the id of the operation. */
export const stages: Readonly<Record<string, Stage>> = {
  'balances.create': alone((ann) => {
    const jar = { currency: 'GBP', type: 'SAVINGS', name: 'Jar' }
    const route = `POST /v4/profiles/${ann.personal}/balances`
    return asked(ann, route, jar, { ...jar, name: 'Pot' })
  }),
  'balances.close': alone(async (ann) => {
    const route = `/v4/profiles/${ann.personal}/balances`
    const opened = ann.call(`POST ${route}`, {
      body: { currency: 'GBP', type: 'STANDARD' },
      headers: { 'x-idempotence-uuid': randomUUID() },
    })
    return asked(ann, `DELETE ${route}/${(await ok(opened)).id}`)
  }),

  'batches.create': alone((ann) => {
    const group = { sourceCurrency: 'GBP', name: 'Salaries' }
    const route = `POST /v3/profiles/${ann.personal}/batch-groups`
    return asked(ann, route, group, { ...group, sourceCurrency: 'EUR' })
  }),
  'batches.change': alone(async (ann) => {
    const { id } = await createsFilledGroup(ann, { members: 1 })
    const { version } = await readsGroup(ann, id)
    return asked(ann, `PATCH ${groupPath(ann, id)}`, { status: 'COMPLETED', version })
  }),
  'batches.add-transfer': alone(async (ann) => {
    const { id } = await createsGroup(ann)
    const { body, other } = await transferOf(ann)
    return asked(ann, `POST ${groupPath(ann, id)}/transfers`, body, other)
  }),
  'batches.fund': alone(async (ann) => {
    await topsUp(ann, 'GBP', 500)
    const { id } = await createsCompletedGroup(ann)
    const route = `POST /v3/profiles/${ann.personal}/batch-payments/${id}/payments`
    return asked(ann, route, { type: 'BALANCE' }, { type: 'CARD' })
  }),
  'batches.initiate-payment': alone(async (ann) => {
    const { id } = await createsCompletedGroup(ann, { source: 'CAD' })
    const debit = { type: 'DIRECT_DEBIT', accountId: await linksAccount(ann) }
    const route = `POST /v1/profiles/${ann.personal}/batch-groups/${id}/payment-initiations`
    return asked(ann, route, debit, { ...debit, accountId: await linksAccount(ann) })
  }),
  'batches.link-account': alone((ann) => {
    const details = { institutionNumber: '621', transitNumber: '16001', accountNumber: '1234567' }
    const linked = { type: 'EFT', currency: 'CAD', details }
    const other = { ...linked, details: { ...details, accountNumber: '7654321' } }
    return asked(ann, `POST /v1/profiles/${ann.personal}/direct-debit-accounts`, linked, other)
  }),

  'claims.submit': {
    place: 'busy',
    set: async (service) => {
      const ann = await service.createUser()
      const email = `nora-${randomUUID()}@example.com`
      await waiting(service, ann, 'EUR', email)
      return {
        route: `POST ${await linkOf(ann, email)}`,
        call: { body: form(payout), headers: FORM },
      }
    },
  },

  'conversions.create': alone(async (ann) => {
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
    return asked(ann, `POST /v2/profiles/${ann.personal}/balance-movements`, move(10), move(11))
  }),

  'originators.create-third-party': alone(async (ann) => {
    const body = await thirdParty(ann)
    const other = { ...body, details: { reference: 'Other' } }
    return asked(ann, thirdPartyPath(ann.personal), body, other)
  }),
  'originators.create-partner-licence': alone(async (ann) => {
    const body = await partner(ann)
    const other = { ...body, details: { reference: 'Other' } }
    return asked(ann, partnerPath(ann.personal), body, other)
  }),

  'profiles.create': newProfile('POST /v1/profiles', business(), business({ name: 'Other Ltd' })),
  'profiles.create-business': newProfile('POST /v2/profiles/business-profile', v2Business, {
    ...v2Business,
    businessName: 'Other Pianos',
  }),
  'profiles.update': sandbox(async (service) => {
    const zoe = await newcomer(service)
    const { id } = await ok(zoe.call('POST /v1/profiles', { body: personal() }))
    return asked(zoe, 'PUT /v1/profiles', { id, ...personal({ lastName: 'Mercer-Hale' }) })
  }),
  'profiles.open-update-window': alone((ann) =>
    asked(ann, `POST /v1/profiles/${ann.personal}/update-window`),
  ),
  'profiles.close-update-window': alone(async (ann) => {
    const path = `/v1/profiles/${ann.personal}/update-window`
    await ok(ann.call(`POST ${path}`))
    return asked(ann, `DELETE ${path}`)
  }),
  'profiles.save-address': alone(async (ann) => {
    const details = { profile: ann.personal, details: address }
    await ok(ann.call('POST /v1/addresses', { body: details }))
    // Further addresses of a verified profile are behind its update window (D100).
    await ok(ann.call(`POST /v1/profiles/${ann.personal}/update-window`))
    const other = { ...details, details: { ...address, city: 'Leeds' } }
    return asked(ann, 'POST /v1/addresses', details, other)
  }),

  'quotes.create': alone((ann) =>
    asked(ann, `POST /v3/profiles/${ann.personal}/quotes`, quote, otherQuote),
  ),
  'quotes.create-v1': alone((ann) => {
    const wish = { profile: ann.personal, source: 'GBP', target: 'EUR', sourceAmount: 100 }
    return asked(ann, 'POST /v1/quotes', wish, { ...wish, sourceAmount: 200 })
  }),
  'quotes.create-v2': alone((ann) => {
    const profile = ann.personal
    return asked(ann, 'POST /v2/quotes', { ...quote, profile }, { ...otherQuote, profile })
  }),
  'quotes.update': alone(async (ann) => {
    const targetAccount = await addsRecipient(ann)
    const { id } = await createsQuote(ann)
    return asked(ann, `PATCH /v3/profiles/${ann.personal}/quotes/${id}`, { targetAccount })
  }),
  'quotes.update-v2': alone(async (ann) => {
    const targetAccount = await addsRecipient(ann)
    const { id } = await createsQuote(ann)
    return asked(ann, `PATCH /v2/quotes/${id}`, { targetAccount })
  }),

  'recipients.create': alone((ann) =>
    asked(ann, 'POST /v1/accounts', recipient(ann), recipient(ann, 'Other Sample')),
  ),
  'recipients.create-refund': alone((ann) =>
    asked(ann, 'POST /v1/refund-accounts', refund(ann), refund(ann, 'Other Sample')),
  ),
  'recipients.deactivate': alone(async (ann) =>
    asked(ann, `DELETE /v2/accounts/${await addsRecipient(ann)}`),
  ),
  'recipients.deactivate-v1': alone(async (ann) =>
    asked(ann, `DELETE /v1/accounts/${await addsRecipient(ann)}`),
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
    place: 'live',
    set: async (service) => {
      const ann = await service.createUser()
      await setsPin(ann)
      await provesNumber(ann, service)
      const headers = await waitingFor(ann)
      return { route: 'POST /v1/one-time-token/sms/trigger', call: { token: ann.token, headers } }
    },
  },
  'security.answer-approval': sandbox(async (service) => {
    const { applicationId } = await applicationWith(service, 'https://app.example.com/callback')
    const ann = await service.createUser({ applicationId })
    await setsPin(ann)
    // With more to clear, the same answer again meets a challenge that is not open.
    await callWithApproval(ann, 'POST /v1/user/facemap/enrol', { body: { faceMap: FACE } }, 'PIN')
    const ott = (await waitingFor(ann))['one-time-token'] ?? ''
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
  'security.create-pin': alone((ann) => ({
    ...asked(ann, 'POST /v1/user/pin', { pin: PIN }),
    proof: { by: ann, factor: 'PIN' },
  })),
  'security.enrol-face-map': alone((ann) => ({
    ...asked(ann, 'POST /v1/user/facemap/enrol', { faceMap: FACE }),
    proof: { by: ann, factor: 'FACE_MAP' },
  })),
  'security.delete-pin': alone(async (ann) => {
    await setsPin(ann)
    return asked(ann, `DELETE /v1/users/${ann.userId}/pin`)
  }),
  'security.delete-face-map': alone(async (ann) => {
    await enrolsFace(ann)
    return asked(ann, `DELETE /v1/users/${ann.userId}/facemap/enrol`)
  }),
  'security.create-phone-number': careful(async (ann) => {
    const [phoneNumber, otherNumber] = [freshNumber(), freshNumber()]
    const other = { phoneNumber: otherNumber }
    return asked(ann, 'POST /v1/user/phone-numbers', { phoneNumber }, other)
  }),
  'security.change-phone-number': careful(async (ann) => {
    const id = await givesNumber(ann, freshNumber())
    return asked(ann, `PUT /v1/user/phone-numbers/${id}`, { phoneNumber: freshNumber() })
  }),
  'security.delete-phone-number': alone(async (ann) =>
    asked(ann, `DELETE /v1/user/phone-numbers/${await addsPhone(ann)}`),
  ),
  'security.verify-phone-number': alone(async (ann) => {
    const route = `POST /v1/user/phone-numbers/${await addsPhone(ann)}/verification`
    return { ...asked(ann, route, { otpCode: SANDBOX_CODE }), proof: { by: ann, factor: 'SMS' } }
  }),
  'security.create-signing-key': reached((ann) => {
    const publicKey = pemOf(keyPair().publicKey)
    return asked(ann, 'POST /v1/user/signing-keys', { publicKey }, { publicKey: 'another' })
  }),
  'security.delete-signing-key': reached(async (ann) =>
    asked(ann, `DELETE /v1/user/signing-keys/${await registersKey(ann)}`),
  ),

  'simulation.transfer-processing': moved('processing'),
  'simulation.transfer-funds-converted': moved('funds_converted', 'processing'),
  'simulation.transfer-outgoing-payment-sent': moved(
    'outgoing_payment_sent',
    'processing',
    'funds_converted',
  ),
  'simulation.transfer-bounced-back': moved(
    'bounced_back',
    'processing',
    'funds_converted',
    'outgoing_payment_sent',
  ),
  'simulation.transfer-funds-refunded': moved(
    'funds_refunded',
    'processing',
    'funds_converted',
    'outgoing_payment_sent',
    'bounced_back',
  ),
  'simulation.transfer-webhook-refund': alone(async (ann) => {
    await subscribed(ann, ofProfile(ann), wish('transfers#refund', '1.0.0'))
    const { id } = await createsTransfer(ann)
    return asked(ann, `GET /v1/simulation/transfers/${id}/webhook_refund`)
  }),
  'simulation.rates': sandbox(async (service) => {
    // Another currency each time: its clock stands still, and a point that is there would change only.
    const wish = { source: 'USD', target: unsetCurrencies.pop(), rate: 1.2 }
    return asked(await service.createUser(), 'POST /v1/simulation/rates', wish, {
      ...wish,
      rate: 1.3,
    })
  }),
  'simulation.verify-profile': sandbox(async (service) =>
    asked(await service.createUser({ verified: false }), 'POST /v1/simulation/verify-profile'),
  ),
  'simulation.profile-verifications': sandbox(async (service) => {
    const ann = await service.createUser({ verified: false })
    return asked(ann, `POST /v1/simulation/profiles/${ann.personal}/verifications`)
  }),
  'simulation.confirm-user': alone(async (ann, service) => {
    const client = await service.createClient()
    const bob = await service.createUser({ applicationId: client.applicationId })
    await setsPin(bob)
    await client.call(`DELETE /v1/users/${bob.userId}/pin`)
    return asked(ann, `POST /v1/simulation/users/${bob.userId}/confirm`)
  }),
  'simulation.balance-topup': alone(async (ann) => {
    const balanceId = await topsUp(ann, 'GBP', 1)
    const money = { profileId: ann.personal, balanceId, currency: 'GBP', amount: 10 }
    return asked(ann, 'POST /v1/simulation/balance/topup', money, { ...money, amount: 11 })
  }),
  'simulation.clock-advance': {
    place: 'busy',
    set: async (service) => {
      const ann = await service.createUser()
      await service.settle()
      return asked(ann, 'POST /v1/simulation/clock/advance', { seconds: 1 }, { seconds: 2 })
    },
  },
  'simulation.batch-pay-in': alone(async (ann) => {
    const { id } = await createsCompletedGroup(ann)
    const { amount, currency } = (await readsGroup(ann, id)).payInDetails[0]
    const route = `POST /v1/simulation/profiles/${ann.personal}/batch-groups/${id}/pay-in`
    return asked(ann, route, { amount, currency }, { amount: amount + 1, currency })
  }),
  'simulation.payment-initiation': alone(async (ann) => {
    const { id } = await createsCompletedGroup(ann, { source: 'CAD' })
    const initiation = await ok(initiateDebit(ann, id, await linksAccount(ann)))
    return asked(ann, `POST /v1/simulation/payment-initiations/${initiation.id}/PROCESSING`)
  }),

  'simulation.tokens-expire': applications(async (client, service) => {
    const token = randomUUID()
    await service.db.pool.query(
      `insert into tokens (kind, hash, application_id, created_at, expires_at)
       values ('client', $1, $2, now(), now() + interval '1 hour')`,
      [hashSecret(token), client.applicationId],
    )
    return asked({ token }, 'POST /v1/simulation/tokens/expire')
  }),
  'statements.excess-account': alone(async (ann) => {
    const route = `POST /v1/profiles/${ann.personal}/excess-money-account`
    const [recipientId, other] = [await addsOwnAccount(ann), await addsOwnAccount(ann, 'MYR')]
    return asked(ann, route, { recipientId }, { recipientId: other })
  }),

  'transfers.create': alone(async (ann) => {
    const { body, other } = await transferOf(ann)
    return asked(ann, 'POST /v1/transfers', body, other)
  }),
  'transfers.cancel': alone(async (ann) => {
    await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann)
    await ok(fundTransfer(ann, id))
    return asked(ann, `PUT /v1/transfers/${id}/cancel`)
  }),
  'transfers.fund': alone(async (ann) => {
    await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann)
    const route = `POST /v3/profiles/${ann.personal}/transfers/${id}/payments`
    return asked(ann, route, { type: 'BALANCE' }, { type: 'CARD' })
  }),
  'transfers.fund-by-id': alone(async (ann) => {
    await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann)
    return asked(ann, `POST /v1/transfers/${id}/payments`, { type: 'BALANCE' }, { type: 'CARD' })
  }),

  'users.token': applications((client) => ({
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
    // Somebody who has let the application act for them before.
    const call = { body: form(allow), headers: { ...FORM, cookie } }
    await service.call('POST /oauth/authorize', call)
    return { route: 'POST /oauth/authorize', call }
  }),
  'users.sign-up': applications((client) => {
    const user = (email: string) => ({ email, registrationCode: randomUUID() })
    const [one, other] = [user(`${randomUUID()}@example.com`), user(`${randomUUID()}@example.com`)]
    return asked(client, 'POST /v1/user/signup/registration_code', one, other)
  }),
  'users.revoke-grant': alone(async (ann, service) => {
    const client = await service.createClient()
    await grantAccess(service, client, ann)
    return asked(ann, `DELETE /v1/user/grants/${client.clientKey}`)
  }),
  'users.set-contact-email': alone((ann) =>
    asked(ann, `PUT /v1/users/${ann.userId}/contact-email`, { email: 'ann@example.com' }),
  ),

  'webhooks.create-for-application': applications((client) =>
    asked(client, `POST ${ofClient(client)}`, wish(), wish('transfers#active-cases')),
  ),
  'webhooks.delete-for-application': applications(async (client) =>
    asked(client, `DELETE ${ofClient(client)}/${await subscribed(client, ofClient(client))}`),
  ),
  'webhooks.test-for-application': applications(async (client) => {
    const id = await subscribed(client, ofClient(client))
    return asked(client, `POST ${ofClient(client)}/${id}/test-notifications`)
  }),
  'webhooks.redeliver-for-application': applications(async (client, service) => {
    const id = await subscribed(client, ofClient(client))
    const path = `${ofClient(client)}/${id}/deliveries/${await delivered(service, id)}`
    return asked(client, `POST ${path}/redeliver`)
  }),
  'webhooks.create-for-profile': alone((ann) =>
    asked(ann, `POST ${ofProfile(ann)}`, wish(), wish('transfers#active-cases')),
  ),
  'webhooks.delete-for-profile': alone(async (ann) =>
    asked(ann, `DELETE ${ofProfile(ann)}/${await subscribed(ann, ofProfile(ann))}`),
  ),
  'webhooks.redeliver-for-profile': alone(async (ann, service) => {
    const id = await subscribed(ann, ofProfile(ann))
    const path = `${ofProfile(ann)}/${id}/deliveries/${await delivered(service, id)}`
    return asked(ann, `POST ${path}/redeliver`)
  }),
}
