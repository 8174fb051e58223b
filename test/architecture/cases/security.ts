// The cases of idempotency.test.ts for the writing operations of the module `security`.

import { createsApplication, formOf, openPage } from '../../../src/security/test/approval-page.ts'
import {
  addsPhone,
  callWithApproval,
  challengeToken,
  enrolsFace,
  FACE,
  keyPair,
  PIN,
  pemOf,
  registersKey,
  requestCode,
  SANDBOX_CODE,
  setsPin,
  verifiesPhone,
} from '../../support/approvals.ts'
import type { Client, Person } from '../../support/people.ts'
import type { TestService } from '../../support/service.ts'
import { ok } from '../../support/transfers.ts'
import { type Case, type CaseSetup, caseOf, FORM, form, forUser, sandboxCase } from './case.ts'

/** The headers with a one-time token whose challenge is open. */
async function challengeHeaders(ann: Person): Promise<Record<string, string>> {
  const route = `POST /v3/profiles/${ann.personal}/transfers/1/payments`
  return { 'one-time-token': challengeToken(await ann.call(route, { body: { type: 'BALANCE' } })) }
}

/** A case in which a user answers a challenge with the factor that `setUp` has given the user. */
const verificationCase = (
  path: string,
  body: object,
  setUp: (ann: Person) => Promise<unknown>,
  prepare: (ann: Person, token: string) => Promise<unknown> = async () => undefined,
): CaseSetup =>
  forUser(async (ann) => {
    await setUp(ann)
    const headers = await challengeHeaders(ann)
    await prepare(ann, headers['one-time-token'] ?? '')
    const testCase = caseOf(ann, `POST /v1/one-time-token/${path}/verify`, body)
    return { ...testCase, call: { ...testCase.call, headers } }
  })

const SMS_CODE = /\b\d{6}\b/

let phoneNumbers = 0

const newPhoneNumber = () => `+4477009${String(++phoneNumbers).padStart(5, '0')}`

/** A case in live mode of a new user with a PIN, who is challenged for every request. */
const forUserWithPin = (
  prepare: (ann: Person, service: TestService) => Promise<Case>,
): CaseSetup => ({
  kind: 'live',
  prepare: async (service) => {
    const ann = await service.createUser()
    await setsPin(ann)
    return {
      ...(await prepare(ann, service)),
      proof: { by: ann, factor: 'PIN', isAlwaysChallenged: true },
    }
  },
})

async function addsPhoneWithApproval(ann: Person, phoneNumber: string): Promise<number> {
  const request = { body: { phoneNumber } }
  return (await callWithApproval(ann, 'POST /v1/user/phone-numbers', request, 'PIN')).body.id
}

async function verifiesPhoneWithApproval(ann: Person, service: TestService): Promise<void> {
  const id = await addsPhoneWithApproval(ann, newPhoneNumber())
  const otpCode = SMS_CODE.exec(JSON.parse(service.sent.at(-1)?.body ?? '{}').text)?.[0]
  await ok(ann.call(`POST /v1/user/phone-numbers/${id}/verification`, { body: { otpCode } }))
}

/**
 * A case of a user of an application. A signing key is no factor for the tokens of an application, so the repeated
 * request is not challenged.
 */
const forUserOfClient = (
  prepare: (ann: Person, client: Client, service: TestService) => Promise<Case> | Case,
): CaseSetup =>
  sandboxCase(async (service) => {
    const client = await service.createClient()
    const ann = await service.createUser({ applicationId: client.applicationId })
    return prepare(ann, client, service)
  })

export const securityCases: Readonly<Record<string, CaseSetup>> = {
  'security.verify-pin': verificationCase('pin', { pin: PIN }, setsPin),
  'security.verify-face-map': verificationCase('facemap', { faceMap: FACE }, enrolsFace),
  'security.verify-sms': verificationCase(
    'sms',
    { otpCode: SANDBOX_CODE },
    verifiesPhone,
    requestCode,
  ),
  'security.trigger-sms': {
    kind: 'live',
    prepare: async (service) => {
      const ann = await service.createUser()
      await setsPin(ann)
      await verifiesPhoneWithApproval(ann, service)
      const headers = await challengeHeaders(ann)
      return { route: 'POST /v1/one-time-token/sms/trigger', call: { token: ann.token, headers } }
    },
  },
  'security.answer-approval': sandboxCase(async (service) => {
    const { applicationId } = await createsApplication(service, 'https://app.example.com/callback')
    const ann = await service.createUser({ applicationId })
    await setsPin(ann)
    // The face adds a second challenge, which stays open after the answer. The repetition is refused because the
    // challenge of the PIN is cleared.
    await callWithApproval(ann, 'POST /v1/user/facemap/enrol', { body: { faceMap: FACE } }, 'PIN')
    const ott = (await challengeHeaders(ann))['one-time-token'] ?? ''
    const page = await openPage(service, ott, 'https://app.example.com')
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
    return caseOf(ann, 'POST /v1/user/phone-numbers', { phoneNumber: newPhoneNumber() })
  }),
  'security.change-phone-number': forUserWithPin(async (ann) => {
    const id = await addsPhoneWithApproval(ann, newPhoneNumber())
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
    return caseOf(ann, 'POST /v1/user/signing-keys', { publicKey })
  }),
  'security.delete-signing-key': forUserOfClient(async (ann) =>
    caseOf(ann, `DELETE /v1/user/signing-keys/${await registersKey(ann)}`),
  ),
}
