// Attacks with a stolen authorization code or refresh token (D108, RFC 9700).

import { describe, expect, it } from 'vitest'
import type { Client } from '../../../test/support/people.ts'
import { raceResults, rowLock } from '../../../test/support/race.ts'
import { type Reply, type TestService, testService } from '../../../test/support/service.ts'
import { outcome } from '../../../test/support/transfers.ts'
import { changeApplication, hashSecret } from '../index.ts'
import {
  clientWithRedirects,
  obtainCode,
  openConsentPage,
  PKCE,
  publicClient,
  submitConsent,
  VERIFIER,
} from './consent-page.ts'
import {
  basicAuth,
  failure,
  INVALID_GRANT,
  postForm,
  refreshTokens,
  requestToken,
} from './token-requests.ts'

// Reads the row instead of sending the token: the service caches a token for less than a second, so a call
// right after a revocation could still succeed.
const isLiveIn =
  (service: TestService) =>
  async ({ body }: Pick<Reply, 'body'>) => {
    const text = 'select from tokens where hash = $1 and revoked_at is null'
    return (await service.db.pool.query(text, [hashSecret(body.access_token)])).rowCount === 1
  }

describe('D108: users.token with an authorization code', () => {
  const service = testService()
  const isLive = isLiveIn(service)
  const createsClientWithCode = async (extraQuery: Record<string, string> = {}) => {
    const [client, ann] = [
      await clientWithRedirects(service, ['loopback']),
      await service.createUser(),
    ]
    return { client, ann, codeGrant: await obtainCode(service, client, ann, extraQuery) }
  }
  const refresh = (client: Client, { body }: Reply) =>
    refreshTokens(service, client, body.refresh_token)

  it('401 invalid_grant for a code that was already used, and every token of that code is revoked', async () => {
    const { client, ann, codeGrant } = await createsClientWithCode()
    const first = await requestToken(service, client, codeGrant)
    const refreshed = await refresh(client, first)
    const unrelated = await requestToken(service, client, await obtainCode(service, client, ann))
    expect(failure(await requestToken(service, client, codeGrant))).toEqual(INVALID_GRANT)
    expect(await Promise.all([first, refreshed, unrelated].map(isLive))).toEqual([
      false,
      false,
      true,
    ])
    expect(failure(await refresh(client, first))).toEqual(INVALID_GRANT)
    const expected = { security: 'users.code-reused', userId: ann.userId, revokedTokens: 3 }
    expect(
      service.securityLines.find(({ security }) => security === expected.security),
    ).toMatchObject(expected)
    const { access_token: token } = first.body
    expect((await service.call('GET /v1/me', { token })).status).toBe(401)
  })

  it('401 invalid_grant when another client sends a used code, 401 invalid_client when an unauthenticated client sends a used code, and no token is revoked', async () => {
    const { client, codeGrant } = await createsClientWithCode()
    const other = await clientWithRedirects(service, ['loopback'])
    const first = await requestToken(service, client, codeGrant)
    expect(failure(await requestToken(service, other, codeGrant))).toEqual(INVALID_GRANT)
    for (const unauthenticated of [
      await requestToken(service, { ...client, secret: 'guessed' }, codeGrant),
      await postForm(service, '/oauth/token', codeGrant),
    ])
      expect(outcome(unauthenticated)).toBe('401 invalid_client')
    expect(await isLive(first)).toBe(true)
  })

  it('401 invalid_grant for the second of two concurrent redemptions of a code, and the token that the first returned is revoked', async () => {
    const { client, codeGrant } = await createsClientWithCode()
    const lock = rowLock('authorization_codes', { hash: hashSecret(codeGrant.code) })
    const redeem = () => requestToken(service, client, codeGrant)
    const [first, second] = await raceResults(service.db, lock, [redeem, redeem])
    expect(first?.status).toBe(200)
    expect(failure(second ?? expect.unreachable())).toEqual(INVALID_GRANT)
    expect(await isLive(first ?? expect.unreachable())).toBe(false)
  })

  it('400 invalid_request without code_verifier and 401 invalid_grant for a wrong one, when a challenge was sent', async () => {
    const { client, codeGrant } = await createsClientWithCode(PKCE)
    const missing = [400, 'invalid_request', 'Missing code_verifier']
    expect(failure(await requestToken(service, client, codeGrant))).toEqual(missing)
    for (const code_verifier of ['', VERIFIER.slice(1), PKCE.code_challenge])
      expect(failure(await requestToken(service, client, { ...codeGrant, code_verifier }))).toEqual(
        INVALID_GRANT,
      )
    const redeemed = await requestToken(service, client, { ...codeGrant, code_verifier: VERIFIER })
    expect(redeemed.status).toBe(200)
    // A reuse without the verifier revokes nothing: an attacker may have injected the code into the client.
    expect(failure(await requestToken(service, client, codeGrant))).toEqual(missing)
    expect(await isLive(redeemed)).toBe(true)
    expect(
      (await requestToken(service, client, { ...codeGrant, code_verifier: VERIFIER })).status,
    ).toBe(401)
    expect(await isLive(redeemed)).toBe(false)
  })

  it('401 invalid_grant for a code_verifier when no challenge was sent', async () => {
    const { client, codeGrant } = await createsClientWithCode()
    const verified = await requestToken(service, client, { ...codeGrant, code_verifier: VERIFIER })
    expect(failure(verified)).toEqual(INVALID_GRANT)
    expect((await requestToken(service, client, codeGrant)).status).toBe(200)
  })

  it.each([
    ['plain', { code_challenge: VERIFIER, code_challenge_method: 'plain' }],
    ['no method, which means plain', { code_challenge: PKCE.code_challenge }],
    ['a method without a challenge', { code_challenge_method: 'S256' }],
    ['a challenge of the wrong length', { ...PKCE, code_challenge: 'short' }],
    ['an empty challenge', { ...PKCE, code_challenge: '' }],
  ])('the consent page redirects with invalid_request for %s', async (_, fields) => {
    const { clientKey } = await clientWithRedirects(service, ['loopback'])
    const query = {
      client_id: clientKey,
      redirect_uri: 'http://127.0.0.1/back',
      state: 's',
      ...fields,
    }
    const { status, headers } = await service.call('GET /oauth/authorize', { query })
    const { searchParams } = new URL(String(headers['location']))
    expect([status, searchParams.get('error'), searchParams.get('state')]).toEqual([
      303,
      'invalid_request',
      's',
    ])
  })

  it('403 for a consent form whose code_challenge was changed', async () => {
    const { clientKey } = await clientWithRedirects(service, ['loopback'])
    const ann = await service.createUser()
    const code_challenge = 'A'.repeat(43)
    const query = { client_id: clientKey, redirect_uri: 'http://127.0.0.1/back', ...PKCE }
    const page = await openConsentPage(service, query)
    const allow = { decision: 'allow', choice: String(ann.userId) }
    const changed = await submitConsent(service, page, { ...allow, code_challenge })
    expect(changed.status).toBe(403)
    expect((await submitConsent(service, page, allow)).status).toBe(303)
  })

  it('401 invalid_client when the Basic secret is right and the form secret is wrong', async () => {
    const { client, codeGrant } = await createsClientWithCode()
    const mixed = { ...codeGrant, client_id: client.clientKey, client_secret: 'another' }
    expect(outcome(await requestToken(service, client, mixed))).toBe('401 invalid_client')
    const same = { ...mixed, client_secret: client.secret }
    expect((await requestToken(service, client, same)).status).toBe(200)
  })
})

describe('D108: users.token for a client without a secret', () => {
  const service = testService()
  const isLive = isLiveIn(service)

  it('the consent page redirects with invalid_request without a code_challenge', async () => {
    const { client } = await publicClient(service)
    const query = { client_id: client.clientKey, redirect_uri: 'http://127.0.0.1/back' }
    const { status, headers } = await service.call('GET /oauth/authorize', { query })
    const { searchParams } = new URL(String(headers['location']))
    expect([status, searchParams.get('error')]).toEqual([303, 'invalid_request'])
  })

  it('200 for an authorization code with its code_verifier; 400 unauthorized_client for client_credentials and registration_code, 401 invalid_client for any secret and for Basic authentication', async () => {
    const { client, postTokenForm, code } = await publicClient(service)
    for (const grant_type of ['client_credentials', 'registration_code'])
      expect(outcome(await postTokenForm({ grant_type }))).toBe('400 unauthorized_client')
    const withSecret = await postTokenForm({
      grant_type: 'client_credentials',
      client_secret: 'any',
    })
    expect(outcome(withSecret)).toBe('401 invalid_client')
    const rates = await service.call('GET /v1/rates?source=EUR&target=USD', {
      headers: basicAuth({ ...client, secret: '' }),
    })
    expect(outcome(rates)).toBe('401 invalid_client')
    expect(failure(await code.redeem('wrong'))).toEqual(INVALID_GRANT)
    expect((await code.redeem()).status).toBe(200)
  })

  it('200 returns a new refresh token that expires when the first one would have', async () => {
    const { refresh, code } = await publicClient(service)
    const first = (await code.redeem()).body
    const second = (await refresh(first.refresh_token)).body
    expect(Object.keys(second)).toEqual(Object.keys(first))
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect(second.refresh_token_expires_at).toBe(first.refresh_token_expires_at)
    expect((await refresh(second.refresh_token)).status).toBe(200)
  })

  it('401 invalid_grant for a rotated refresh token, and all tokens of its family are revoked', async () => {
    const { refresh, code } = await publicClient(service)
    const first = await code.redeem()
    const second = await refresh(first.body.refresh_token)
    expect(failure(await refresh(first.body.refresh_token))).toEqual(INVALID_GRANT)
    expect(await Promise.all([first, second].map(isLive))).toEqual([false, false])
    expect(failure(await refresh(second.body.refresh_token))).toEqual(INVALID_GRANT)
  })

  it('401 invalid_grant for a refresh token that was revoked but never used, and the access token that was kept stays valid', async () => {
    const { ann, refresh, code } = await publicClient(service)
    const { access_token: token, refresh_token } = (await code.redeem()).body
    const number = { phoneNumber: '+447700900123', revokeTokens: true }
    const added = await service.call('POST /v1/user/phone-numbers', { token, body: number })
    expect(added.status).toBe(200)
    expect(failure(await refresh(refresh_token))).toEqual(INVALID_GRANT)
    expect(await isLive({ body: { access_token: token } })).toBe(true)
    const reuse = { security: 'users.refresh-token-reused', userId: ann.userId }
    expect(service.securityLines).not.toContainEqual(expect.objectContaining(reuse))
  })

  it('401 invalid_grant for one of two concurrent refreshes, and all tokens of the family are revoked', async () => {
    const { ann, refresh, code } = await publicClient(service)
    const { refresh_token } = (await code.redeem()).body
    const lock = rowLock('users', { id: ann.userId })
    const replies = await raceResults(service.db, lock, [
      () => refresh(refresh_token),
      () => refresh(refresh_token),
    ])
    expect(replies.map(outcome).sort()).toEqual(['200', '401 invalid_grant'])
    const first = replies.find(({ status }) => status === 200) ?? expect.unreachable()
    expect(await isLive(first)).toBe(false)
    expect((await refresh(first.body.refresh_token)).status).toBe(401)
  })

  it('401 invalid_grant for another client’s refresh token, which stays valid', async () => {
    const [one, other] = [await publicClient(service), await publicClient(service)]
    const first = await one.code.redeem()
    expect(failure(await other.refresh(first.body.refresh_token))).toEqual(INVALID_GRANT)
    expect(await isLive(first)).toBe(true)
    expect((await one.refresh(first.body.refresh_token)).status).toBe(200)
  })

  it('a wrong code_verifier neither uses the code up nor revokes the tokens of a used code', async () => {
    const { code } = await publicClient(service)
    expect(failure(await code.redeem('wrong'))).toEqual(INVALID_GRANT)
    const redeemed = await code.redeem()
    expect(await isLive(redeemed)).toBe(true)
    expect(failure(await code.redeem('wrong'))).toEqual(INVALID_GRANT)
    expect(await isLive(redeemed)).toBe(true)
    expect(failure(await code.redeem())).toEqual(INVALID_GRANT)
    expect(await isLive(redeemed)).toBe(false)
  })

  it('401 invalid_client without the secret after the operator set one', async () => {
    const { client, code } = await publicClient(service)
    await service.db.transact((tx) =>
      changeApplication(tx, client.clientKey, { secret: 'a new secret' }),
    )
    expect(outcome(await code.redeem())).toBe('401 invalid_client')
  })
})
