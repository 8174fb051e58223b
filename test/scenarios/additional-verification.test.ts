// A partner signs up a customer who lives in the European Economic Area. The transfer of the customer is refused until
// the account purpose, and the document that the webhook then requires, have been sent and verified (B 4.4).

import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { personalProfileInput } from '../../src/profiles/test/profile-fixtures.ts'
import { REGISTRATION_CODE, requestToken, signUp } from '../../src/users/test/token-requests.ts'
import { filePart, multipart } from '../support/multipart.ts'
import type { Client } from '../support/people.ts'
import { type Call, type TestService, testService } from '../support/service.ts'
import { ok, outcome } from '../support/transfers.ts'

const HOOK = 'https://partner.example/hook'

/** Signs up a customer who lives in Berlin. Returns the token, a function that calls with the token, and the profile. */
async function signsUpCustomer(service: TestService, partner: Client) {
  const email = await signUp(partner)
  const grant = {
    grant_type: 'registration_code',
    client_id: partner.clientKey,
    email,
    registration_code: REGISTRATION_CODE,
  }
  const { access_token: token } = await ok(requestToken(service, partner, grant))
  const call = (route: string, request: Call = {}) => ok(service.call(route, { ...request, token }))
  const { id: profile } = await call('POST /v1/profiles', { body: personalProfileInput() })
  const details = { country: 'DE', firstLine: 'Unter den Linden 1', city: 'Berlin' }
  await call('POST /v1/addresses', { body: { profile, details } })
  return { token: token as string, call, profile: profile as number }
}

describe('a customer in the European Economic Area', () => {
  const service = testService()

  it('can send the refused transfer after sending the account purpose, and the document that the webhook then requires', async () => {
    const partner = await service.createClient({ trusted: true, additionalVerification: true })
    const name = 'profiles#cdd-check-state-change'
    const subscription = { name, trigger_on: name, delivery: { version: '2.0.0', url: HOOK } }
    const subscriptions = `POST /v3/applications/${partner.clientKey}/subscriptions`
    await ok(partner.call(subscriptions, { body: subscription }))
    const { token, call, profile } = await signsUpCustomer(service, partner)
    const messages = async () => {
      await service.settle()
      return service.sent.filter(({ url }) => url === HOOK).map(({ body }) => JSON.parse(body).data)
    }

    const account = {
      profile,
      currency: 'GBP',
      type: 'sort_code',
      accountHolderName: 'Nora Sample',
    }
    const bank = { legalType: 'PRIVATE', sortCode: '231470', accountNumber: '28821822' }
    const { id: targetAccount } = await call('POST /v1/accounts', {
      body: { ...account, details: bank },
    })
    const { id: quoteUuid } = await call(`POST /v3/profiles/${profile}/quotes`, {
      body: { sourceCurrency: 'EUR', targetCurrency: 'GBP', sourceAmount: 100, targetAccount },
    })
    const body = { targetAccount, quoteUuid, customerTransactionId: randomUUID() }
    const sendTransfer = () => service.call('POST /v1/transfers', { token, body })
    const statusPath = `/v3/profiles/${profile}/verification-status`
    const missingEvidences = async () =>
      (await call(`GET ${statusPath}/required-evidences`)).required_evidences as string[]

    expect(outcome(await sendTransfer())).toBe('422 verification.evidence.required')
    expect(await missingEvidences()).toContain('ACCOUNT_PURPOSE')
    await call(`POST ${statusPath}/account-purpose`, {
      body: {
        accountPurpose: 'INVESTING',
        intendedCountries: ['GBR'],
        yearlyAnticipatedVolume: '175001_+',
        mainSourceOfIncome: 'INHERITANCE',
        annualIncome: '0_11500',
      },
    })
    expect(await messages()).toEqual([])
    await service.advance({ seconds: 5 })
    expect(await messages()).toMatchObject([
      {
        resource: { type: 'profile', id: profile },
        current_state: 'EVIDENCE_REQUIRED',
        required_evidences: ['SOURCE_OF_WEALTH'],
        source_of_income: 'INHERITANCE',
      },
    ])
    expect(outcome(await sendTransfer())).toBe('422 verification.evidence.required')

    await call(
      `POST ${statusPath}/upload-document`,
      multipart([filePart('files', 'pdf', 'will.pdf')]),
    )
    await service.advance({ seconds: 5 })
    expect((await messages()).at(-1)).toMatchObject({
      current_state: 'VERIFIED',
      required_evidences: [],
    })
    expect(await missingEvidences()).toEqual([])
    expect(outcome(await sendTransfer())).toBe('200')
  })
})
