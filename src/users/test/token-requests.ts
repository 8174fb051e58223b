// Requests to the token endpoint, sign-ups and grants, for tests.

import type { Client, Person } from '../../../test/support/people.ts'
import type { Reply, TestService } from '../../../test/support/service.ts'
import { hashSecret, insertGrant } from '../index.ts'

const FORM = 'application/x-www-form-urlencoded'

/** Posts fields as an HTML form does. */
export function postForm(
  service: Pick<TestService, 'call'>,
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

export function refreshTokens(service: TestService, client: Client, refresh_token: string) {
  return requestToken(service, client, { grant_type: 'refresh_token', refresh_token })
}

/** Inserts an unused authorization code. Returns the fields of the request that exchanges it for tokens. */
export async function insertsCode(
  { db }: TestService,
  { applicationId }: Client,
  { userId }: Pick<Person, 'userId'>,
  validMinutes = 10,
) {
  const code = crypto.randomUUID()
  const redirect_uri = 'https://client.example/callback'
  await db.pool.query(
    `insert into authorization_codes (hash, application_id, user_id, redirect_uri, expires_at)
     values ($1, $2, $3, $4, date_trunc('milliseconds', now()) + make_interval(mins => $5))`,
    [hashSecret(code), applicationId, userId, redirect_uri, validMinutes],
  )
  return { grant_type: 'authorization_code', code, redirect_uri }
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

let signUps = 0

/** Signs a user up and returns the e-mail address. */
export async function signUp(client: Client): Promise<string> {
  const email = `signed-up-${++signUps}@example.com`
  const body = { email, registrationCode: REGISTRATION_CODE }
  const { status } = await client.call('POST /v1/user/signup/registration_code', { body })
  if (status !== 200) throw new Error(`the status of the sign-up is ${status}`)
  return email
}

export const INVALID_GRANT = [401, 'invalid_grant', 'Invalid user credentials.']

/** Status, error and description of a failed token request. */
export const failure = ({ status, body }: Reply) => [status, body.error, body.error_description]
