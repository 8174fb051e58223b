// What a thief could do with a stolen code or refresh token (D108, RFC 9700).

import { describe, expect, it } from 'vitest'
import { race } from '../../../test/support/race.ts'
import { type Reply, type TestService, testService } from '../../../test/support/service.ts'
import { changeApplication, hashSecret } from '../index.ts'
import { ask, basic, failure, postForm } from './asking.ts'
import { clientWith, consent, PKCE, publicClient, VERIFIER } from './browsing.ts'

const INVALID_GRANT = [401, 'invalid_grant', 'Invalid user credentials.']

// Looked up and not tried: what is known of a token is cached for less than a second.
const isAliveIn =
  (service: TestService) =>
  async ({ body }: Pick<Reply, 'body'>) => {
    const text = 'select from tokens where hash = $1 and revoked_at is null'
    return (await service.db.pool.query(text, [hashSecret(body.access_token)])).rowCount === 1
  }

describe('D108: a stolen code', () => {
  const service = testService()
  const isAlive = isAliveIn(service)
  const confidential = async (more: Record<string, string> = {}) => {
    const [client, ann] = [await clientWith(service, ['loopback']), await service.createUser()]
    return { client, ann, granted: await consent(service, client, ann, more) }
  }
  const refresh = (client: Parameters<typeof ask>[1], { body }: Reply) =>
    ask(service, client, { grant_type: 'refresh_token', refresh_token: body.refresh_token })

  it('that was used revokes what came of it, refreshed tokens included, and nothing else', async () => {
    const { client, ann, granted } = await confidential()
    const first = await ask(service, client, granted)
    const refreshed = await refresh(client, first)
    const unrelated = await ask(service, client, await consent(service, client, ann))
    expect(failure(await ask(service, client, granted))).toEqual(INVALID_GRANT)
    expect(await Promise.all([first, refreshed, unrelated].map(isAlive))).toEqual([
      false,
      false,
      true,
    ])
    expect(failure(await refresh(client, first))).toEqual(INVALID_GRANT)
    const line = { security: 'users.code-reused', userId: ann.userId, revokedTokens: 3 }
    expect(service.securityLines.find(({ security }) => security === line.security)).toMatchObject(
      line,
    )
    const { access_token: token } = first.body
    expect((await service.call('GET /v1/me', { token })).status).toBe(401)
  })

  it('revokes nothing when another client or nobody shows it', async () => {
    const { client, granted } = await confidential()
    const other = await clientWith(service, ['loopback'])
    const first = await ask(service, client, granted)
    expect(failure(await ask(service, other, granted))).toEqual(INVALID_GRANT)
    expect(failure(await ask(service, { ...client, secret: 'guessed' }, granted))[1]).toBe(
      'invalid_client',
    )
    expect((await postForm(service, '/oauth/token', granted)).status).toBe(401)
    expect(await isAlive(first)).toBe(true)
  })

  it('of two redemptions at once gives one token, which the other revokes', async () => {
    const { client, granted } = await confidential()
    const hold = {
      text: 'select from authorization_codes where hash = $1 for update',
      values: [hashSecret(granted.code)],
    }
    const redeem = () => ask(service, client, granted)
    const both = await race(service.db, hold, [redeem, redeem])
    const replies = both.map((each) =>
      each.status === 'fulfilled' ? each.value : expect.unreachable(),
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 401])
    expect(await isAlive(replies[0] as Reply)).toBe(false)
  })

  it('is worth nothing without the verifier of its challenge', async () => {
    const { client, granted } = await confidential(PKCE)
    const missing = [400, 'invalid_request', 'Missing code_verifier']
    expect(failure(await ask(service, client, granted))).toEqual(missing)
    for (const code_verifier of ['', VERIFIER.slice(1), PKCE.code_challenge])
      expect(failure(await ask(service, client, { ...granted, code_verifier }))).toEqual(
        INVALID_GRANT,
      )
    const redeemed = await ask(service, client, { ...granted, code_verifier: VERIFIER })
    expect(redeemed.status).toBe(200)
    // Who shows it again without the verifier revokes nothing: it may be injected into the client.
    expect(failure(await ask(service, client, granted))).toEqual(missing)
    expect(await isAlive(redeemed)).toBe(true)
    expect((await ask(service, client, { ...granted, code_verifier: VERIFIER })).status).toBe(401)
    expect(await isAlive(redeemed)).toBe(false)
  })

  it('is refused with a verifier when it had no challenge', async () => {
    const { client, granted } = await confidential()
    const verified = await ask(service, client, { ...granted, code_verifier: VERIFIER })
    expect(failure(verified)).toEqual(INVALID_GRANT)
    expect((await ask(service, client, granted)).status).toBe(200)
  })

  it.each([
    ['plain', { code_challenge: VERIFIER, code_challenge_method: 'plain' }],
    ['no method, which means plain', { code_challenge: PKCE.code_challenge }],
    ['a method without a challenge', { code_challenge_method: 'S256' }],
    ['a challenge that is no hash', { ...PKCE, code_challenge: 'short' }],
    ['an empty challenge', { ...PKCE, code_challenge: '' }],
  ])('cannot come of %s: 303 invalid_request', async (_, fields) => {
    const { clientKey } = await clientWith(service, ['loopback'])
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

  it('cannot get the challenge of another by a change of the consent form', async () => {
    const { clientKey } = await clientWith(service, ['loopback'])
    const ann = await service.createUser()
    const code_challenge = 'A'.repeat(43)
    const query = { client_id: clientKey, redirect_uri: 'http://127.0.0.1/back', ...PKCE }
    const page = await service.call('GET /oauth/authorize', { query })
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const cookie = String(page.headers['set-cookie']).split(';')[0] ?? ''
    const fields = { ...query, csrf, decision: 'allow', choice: String(ann.userId) }
    const changed = await postForm(
      service,
      '/oauth/authorize',
      { ...fields, code_challenge },
      { cookie },
    )
    expect(changed.status).toBe(403)
    expect((await postForm(service, '/oauth/authorize', fields, { cookie })).status).toBe(303)
  })

  it('is not redeemed with two secrets of which one is wrong', async () => {
    const { client, granted } = await confidential()
    const mixed = { ...granted, client_id: client.clientKey, client_secret: 'another' }
    expect(failure(await ask(service, client, mixed))[1]).toBe('invalid_client')
    const same = { ...mixed, client_secret: client.secret }
    expect((await ask(service, client, same)).status).toBe(200)
  })
})

describe('D108: a client without a secret', () => {
  const service = testService()
  const isAlive = isAliveIn(service)

  it('must send a challenge', async () => {
    const { client } = await publicClient(service)
    const query = { client_id: client.clientKey, redirect_uri: 'http://127.0.0.1/back' }
    const { headers } = await service.call('GET /oauth/authorize', { query })
    expect(new URL(String(headers['location'])).searchParams.get('error')).toBe('invalid_request')
  })

  it('gets tokens by its verifier, and by nothing else', async () => {
    const { client, sends, code } = await publicClient(service)
    for (const grant_type of ['client_credentials', 'registration_code'])
      expect(failure(await sends({ grant_type })).slice(0, 2)).toEqual([400, 'unauthorized_client'])
    const withSecret = await sends({ grant_type: 'client_credentials', client_secret: 'any' })
    expect(failure(withSecret)[1]).toBe('invalid_client')
    const rates = await service.call('GET /v1/rates?source=EUR&target=USD', {
      headers: basic({ ...client, secret: '' }),
    })
    expect(failure(rates)[1]).toBe('invalid_client')
    expect(failure(await code.redeem('wrong'))).toEqual(INVALID_GRANT)
    expect((await code.redeem()).status).toBe(200)
  })

  it('rotates its refresh token, whose end does not move', async () => {
    const { refresh, code } = await publicClient(service)
    const first = (await code.redeem()).body
    const second = (await refresh(first.refresh_token)).body
    expect(Object.keys(second)).toEqual(Object.keys(first))
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect(second.refresh_token_expires_at).toBe(first.refresh_token_expires_at)
    expect((await refresh(second.refresh_token)).status).toBe(200)
  })

  it('loses the whole family when a rotated refresh token is shown again', async () => {
    const { refresh, code } = await publicClient(service)
    const first = await code.redeem()
    const second = await refresh(first.body.refresh_token)
    expect(failure(await refresh(first.body.refresh_token))).toEqual(INVALID_GRANT)
    expect(await Promise.all([first, second].map(isAlive))).toEqual([false, false])
    expect(failure(await refresh(second.body.refresh_token))).toEqual(INVALID_GRANT)
  })

  it('of two refreshes at once loses the family to the second', async () => {
    const { ann, refresh, code } = await publicClient(service)
    const { refresh_token } = (await code.redeem()).body
    const hold = { text: 'select from users where id = $1 for update', values: [ann.userId] }
    const both = await race(service.db, hold, [
      () => refresh(refresh_token),
      () => refresh(refresh_token),
    ])
    const replies = both.map((each) =>
      each.status === 'fulfilled' ? each.value : expect.unreachable(),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401])
    const winner = replies.find(({ status }) => status === 200) as Reply
    expect(await isAlive(winner)).toBe(false)
    expect((await refresh(winner.body.refresh_token)).status).toBe(401)
  })

  it('cannot refresh with the token of another client, and revokes nothing by trying', async () => {
    const [one, other] = [await publicClient(service), await publicClient(service)]
    const first = await one.code.redeem()
    expect(failure(await other.refresh(first.body.refresh_token))).toEqual(INVALID_GRANT)
    expect(await isAlive(first)).toBe(true)
    expect((await one.refresh(first.body.refresh_token)).status).toBe(200)
  })

  it('may send its code twice after the first was refused for its verifier', async () => {
    const { code } = await publicClient(service)
    await code.redeem('wrong')
    const redeemed = await code.redeem()
    expect(await isAlive(redeemed)).toBe(true)
    await code.redeem('wrong')
    expect(await isAlive(redeemed)).toBe(true)
    await code.redeem()
    expect(await isAlive(redeemed)).toBe(false)
  })

  it('that the operator gives a secret must send it from then on', async () => {
    const { client, code } = await publicClient(service)
    await service.db.transact((tx) =>
      changeApplication(tx, client.clientKey, { secret: 'now-it-has-one' }),
    )
    expect(failure(await code.redeem())[1]).toBe('invalid_client')
  })
})
