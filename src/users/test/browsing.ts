// A browser that opens the consent page.

import { createHmac } from 'node:crypto'
import type { Client, Person } from '../../../test/support/people.ts'
import type { Reply, TestService } from '../../../test/support/service.ts'
import { changeApplication } from '../index.ts'
import { postForm } from './asking.ts'

export async function clientWith(
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

const back = 'http://127.0.0.1:4000/back'

/** Somebody answers the consent page of the application. Answers how to redeem the code that came back. */
export async function consent(
  service: TestService,
  { clientKey }: Pick<Client, 'clientKey'>,
  person: Person,
  more: Record<string, string> = {},
) {
  const page = await visit(service, { client_id: clientKey, redirect_uri: back, ...more })
  const allow = { decision: 'allow', choice: `${person.userId}:${person.personal}` }
  const { headers } = await answer(service, page, allow)
  const code = new URL(String(headers['location'])).searchParams.get('code') ?? ''
  return { grant_type: 'authorization_code', redirect_uri: back, code }
}

/** A client without a secret whom somebody has granted access with PKCE. */
export async function publicClient(service: TestService) {
  const [client, ann] = [await clientWith(service, ['loopback']), await service.createUser()]
  await service.db.pool.query('update applications set secret_hash = null where id = $1', [
    client.applicationId,
  ])
  const sends = (fields: Record<string, string>) =>
    postForm(service, '/oauth/token', { client_id: client.clientKey, ...fields })
  const granted = await consent(service, client, ann, PKCE)
  const redeem = (code_verifier = VERIFIER) => sends({ ...granted, code_verifier })
  const refresh = (refresh_token: string) => sends({ grant_type: 'refresh_token', refresh_token })
  return { client, ann, sends, refresh, code: { ...granted, redeem } }
}

export type Visit = { readonly cookie: string; readonly fields: Record<string, string> }

/** Opens the page; answers its cookie and the hidden fields of its form. */
export async function visit(service: TestService, query: Record<string, string>): Promise<Visit> {
  return seen(await service.call('GET /oauth/authorize', { query }))
}

export function seen({ text, headers }: Reply): Visit {
  const form = text.slice(text.indexOf('<form method="post"'))
  const hidden = [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)]
  const fields = Object.fromEntries(hidden.map(([, name, value = '']) => [name, asRead(value)]))
  return { cookie: String(headers['set-cookie']).split(';')[0] ?? '', fields }
}

// As a browser reads the page.
function asRead(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
}

export function answer(
  service: TestService,
  { cookie, fields }: Visit,
  more: Record<string, string>,
): Promise<Reply> {
  return postForm(service, '/oauth/authorize', { ...fields, ...more }, { cookie })
}

/** A login page with the shared secret. */
export const LOGIN = { url: 'https://login.example/in?tenant=7', secret: 'between-the-two' }

/** A browser that was sent to the login page, and the assertions that it may get. */
export async function loginFor(service: TestService, query: Record<string, string>) {
  const { headers } = await service.call('GET /oauth/authorize', { query })
  const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
  const nonce = new URL(String(headers['location'])).searchParams.get('nonce') ?? ''
  return { cookie, assertionFor: assertionsFor(nonce) }
}

/** The assertions of the login page for this nonce. */
export function assertionsFor(nonce: string) {
  return (userId: number, validSeconds = 60) => {
    const end = String(Math.floor(Date.now() / 1000) + validSeconds)
    const signed = createHmac('sha256', LOGIN.secret).update(`${nonce}.${userId}.${end}`)
    return `${userId}.${end}.${signed.digest('hex')}`
  }
}

/** The authorization page of somebody who has logged in. */
export async function loggedIn(
  service: TestService,
  query: Record<string, string>,
  { userId }: Person,
): Promise<Reply> {
  const { cookie, assertionFor } = await loginFor(service, query)
  const request = { ...query, login: assertionFor(userId) }
  return service.call('GET /oauth/authorize', { query: request, headers: { cookie } })
}
