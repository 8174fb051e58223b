// Opens and submits the consent page, as a browser does.

import { createHmac } from 'node:crypto'
import type { Client, Person } from '../../../test/support/people.ts'
import type { Reply, TestService } from '../../../test/support/service.ts'
import { changeApplication } from '../index.ts'
import { postForm } from './token-requests.ts'

/** A client with these registered redirect URIs. */
export async function clientWithRedirects(
  service: TestService,
  redirectUris: readonly string[],
  name?: string,
): Promise<Client> {
  const client = await service.createClient()
  await service.db.transact((tx) => changeApplication(tx, client.clientKey, { redirectUris }))
  if (name !== undefined)
    await service.db.pool.query('update applications set name = $2 where id = $1', [
      client.applicationId,
      name,
    ])
  return client
}

/** A verifier of RFC 7636 and its S256 challenge, from appendix B. */
export const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
export const PKCE = {
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
}

const REDIRECT_URI = 'http://127.0.0.1:4000/back'

/** The user allows access on the consent page. Returns the token request fields with the code. */
export async function obtainCode(
  service: TestService,
  { clientKey }: Pick<Client, 'clientKey'>,
  person: Person,
  extraQuery: Record<string, string> = {},
) {
  const page = await openConsentPage(service, {
    client_id: clientKey,
    redirect_uri: REDIRECT_URI,
    ...extraQuery,
  })
  const allow = { decision: 'allow', choice: `${person.userId}:${person.personal}` }
  const { headers } = await submitConsent(service, page, allow)
  const code = new URL(String(headers['location'])).searchParams.get('code') ?? ''
  return { grant_type: 'authorization_code', redirect_uri: REDIRECT_URI, code }
}

/** A client without a secret, and a user who granted it access with PKCE. */
export async function publicClient(service: TestService) {
  const [client, ann] = [
    await clientWithRedirects(service, ['loopback']),
    await service.createUser(),
  ]
  await service.db.pool.query('update applications set secret_hash = null where id = $1', [
    client.applicationId,
  ])
  const postTokenForm = (fields: Record<string, string>) =>
    postForm(service, '/oauth/token', { client_id: client.clientKey, ...fields })
  const codeGrant = await obtainCode(service, client, ann, PKCE)
  const redeem = (code_verifier = VERIFIER) => postTokenForm({ ...codeGrant, code_verifier })
  const refresh = (refresh_token: string) =>
    postTokenForm({ grant_type: 'refresh_token', refresh_token })
  return { client, ann, postTokenForm, refresh, code: { ...codeGrant, redeem } }
}

type ConsentForm = { readonly cookie: string; readonly fields: Record<string, string> }

/** Opens the page and returns its cookie and the hidden fields of its form. */
export async function openConsentPage(
  service: TestService,
  query: Record<string, string>,
): Promise<ConsentForm> {
  return consentFormOf(await service.call('GET /oauth/authorize', { query }))
}

export function consentFormOf({ text, headers }: Reply): ConsentForm {
  const form = text.slice(text.indexOf('<form method="post"'))
  const hidden = [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)]
  const fields = Object.fromEntries(
    hidden.map(([, name, value = '']) => [name, unescapeHtml(value)]),
  )
  return { cookie: cookieOf(headers), fields }
}

function cookieOf(headers: Reply['headers']): string {
  return String(headers['set-cookie']).split(';')[0] ?? ''
}

/** Decodes the value of an attribute, as a browser does. */
function unescapeHtml(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
}

/** Submits the form with the cookie of its page. `changes` are the choices of the person, and fields with other values. */
export function submitConsent(
  service: TestService,
  { cookie, fields }: ConsentForm,
  changes: Record<string, string>,
): Promise<Reply> {
  return postForm(service, '/oauth/authorize', { ...fields, ...changes }, { cookie })
}

/** The settings of a login page: its URL and the secret that signs assertions. */
export const LOGIN = { url: 'https://login.example/in?tenant=7', secret: 'login-secret' }

/** Opens the page and is redirected to login. Returns the cookie and a function that signs login assertions. */
export async function redirectToLogin(service: TestService, query: Record<string, string>) {
  const { headers } = await service.call('GET /oauth/authorize', { query })
  const cookie = cookieOf(headers)
  const nonce = new URL(String(headers['location'])).searchParams.get('nonce') ?? ''
  return { cookie, assertionFor: loginAssertions(nonce) }
}

/** Signs assertions with this nonce, as the login page does. */
export function loginAssertions(nonce: string) {
  return (userId: number, validSeconds = 60) => {
    const end = String(Math.floor(Date.now() / 1000) + validSeconds)
    const signed = createHmac('sha256', LOGIN.secret).update(`${nonce}.${userId}.${end}`)
    return `${userId}.${end}.${signed.digest('hex')}`
  }
}

/** The consent page of a user who has logged in. */
export async function consentPageAfterLogin(
  service: TestService,
  query: Record<string, string>,
  { userId }: Person,
): Promise<Reply> {
  const { cookie, assertionFor } = await redirectToLogin(service, query)
  const request = { ...query, login: assertionFor(userId) }
  return service.call('GET /oauth/authorize', { query: request, headers: { cookie } })
}
