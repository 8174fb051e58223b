// Requests to the token endpoint, sign-ups and grants, for tests.

import type { Client, Person } from '../../../test/support/people.ts'
import type { Reply, TestService } from '../../../test/support/service.ts'
import { insertGrant } from '../index.ts'

const FORM = 'application/x-www-form-urlencoded'

export function postForm(
  service: TestService,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const body = new URLSearchParams(fields).toString()
  return service.call(`POST ${path}`, { body, headers: { 'content-type': FORM, ...headers } })
}

export const basicAuth = ({ clientKey, secret }: Pick<Client, 'clientKey' | 'secret'>) => ({
  authorization: `Basic ${Buffer.from(`${clientKey}:${secret}`).toString('base64')}`,
})

/** POST /oauth/token with Basic authentication. */
export function requestToken(
  service: TestService,
  client: Client,
  fields: Record<string, string>,
): Promise<Reply> {
  return postForm(service, '/oauth/token', fields, basicAuth(client))
}

export const REGISTRATION_CODE = 'a-code-that-is-at-least-32-characters'

/** Inserts the grant that a user gives a client on the consent page. */
export async function grantAccess(
  service: Pick<TestService, 'db' | 'now'>,
  { applicationId }: Pick<Client, 'applicationId'>,
  { userId }: Pick<Person, 'userId'>,
): Promise<void> {
  await service.db.transact((tx) => insertGrant(tx, applicationId, userId, service.now()))
}

let users = 0

/** Signs a user up and returns the e-mail address. */
export async function signUp(client: Client): Promise<string> {
  const email = `signed-up-${++users}@example.com`
  const body = { email, registrationCode: REGISTRATION_CODE }
  const { status } = await client.call('POST /v1/user/signup/registration_code', { body })
  if (status !== 200) throw new Error(`sign-up answered ${status}`)
  return email
}

/** Status, error and description of a failed token request. */
export const failure = ({ status, body }: Reply) => [status, body.error, body.error_description]
