// The cases of idempotency.test.ts for the writing operations of the module `users`.

import { randomUUID } from 'node:crypto'
import { clientWithRedirects, openConsentPage } from '../../../src/users/test/consent-page.ts'
import { basicAuth, grantAccess } from '../../../src/users/test/token-requests.ts'
import { type CaseSetup, caseOf, FORM, forClient, form, forUser, sandboxCase } from './case.ts'

export const usersCases: Readonly<Record<string, CaseSetup>> = {
  'users.token': forClient((client) => ({
    route: 'POST /oauth/token',
    call: {
      body: form({ grant_type: 'client_credentials' }),
      headers: { ...FORM, ...basicAuth(client) },
    },
  })),
  'users.authorize': sandboxCase(async (service) => {
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
    const call = { body: form(allow), headers: { ...FORM, cookie } }
    // The first consent also inserts the grant.
    await service.call('POST /oauth/authorize', call)
    return { route: 'POST /oauth/authorize', call }
  }),
  'users.sign-up': forClient((client) => {
    const user = { email: `${randomUUID()}@example.com`, registrationCode: randomUUID() }
    return caseOf(client, 'POST /v1/user/signup/registration_code', user)
  }),
  'users.revoke-grant': forUser(async (ann, service) => {
    const client = await service.createClient()
    await grantAccess(service, client, ann)
    return caseOf(ann, `DELETE /v1/user/grants/${client.clientKey}`)
  }),
  'users.set-contact-email': forUser((ann) =>
    caseOf(ann, `PUT /v1/users/${ann.userId}/contact-email`, { email: 'ann@example.com' }),
  ),
}
