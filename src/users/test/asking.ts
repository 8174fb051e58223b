// Requests of applications to the token endpoint, and grants.

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

export const basic = ({ clientKey, secret }: Pick<Client, 'clientKey' | 'secret'>) => ({
  authorization: `Basic ${Buffer.from(`${clientKey}:${secret}`).toString('base64')}`,
})

/** POST /oauth/token with Basic authentication. */
export function ask(
  service: TestService,
  client: Client,
  fields: Record<string, string>,
): Promise<Reply> {
  return postForm(service, '/oauth/token', fields, basic(client))
}

export const CODE = 'a-code-that-is-at-least-32-characters'

/** The user grants the client access, as on the consent page. */
export async function grants(
  service: Pick<TestService, 'db' | 'now'>,
  { applicationId }: Pick<Client, 'applicationId'>,
  { userId }: Pick<Person, 'userId'>,
): Promise<void> {
  await service.db.transact((tx) => insertGrant(tx, applicationId, userId, service.now()))
}

let users = 0

/** Signs a user up; answers the e-mail. */
export async function signUp(client: Client): Promise<string> {
  const email = `signed-up-${++users}@example.com`
  const body = { email, registrationCode: CODE }
  const { status } = await client.call('POST /v1/user/signup/registration_code', { body })
  if (status !== 200) throw new Error(`sign-up answered ${status}`)
  return email
}

/** Status, error and description of a failed token request. */
export const failure = ({ status, body }: Reply) => [status, body.error, body.error_description]
