import { describe, expect, it } from 'vitest'
import type { Client } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import { hashSecret } from '../index.ts'
import {
  basicAuth,
  failure,
  grantAccess,
  INVALID_GRANT,
  insertsCode,
  postForm,
  REGISTRATION_CODE,
  refreshTokens,
  requestToken,
  signUp,
} from './token-requests.ts'

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

describe('users.token', () => {
  const service = testService()
  const register = (client: Client, email: string, code = REGISTRATION_CODE) =>
    requestToken(service, client, {
      grant_type: 'registration_code',
      client_id: client.clientKey,
      email,
      registration_code: code,
    })
  const refresh = (client: Client, token: string) => refreshTokens(service, client, token)
  const expire = (token: string) =>
    service.db.pool.query(`update tokens set expires_at = now() - interval '1 s' where hash = $1`, [
      hashSecret(token),
    ])

  describe('client_credentials', () => {
    it('200 returns an application token that is valid for 12 hours, without a refresh token', async () => {
      const client = await service.createClient()
      const { status, body } = await requestToken(service, client, {
        grant_type: 'client_credentials',
      })
      expect(status).toBe(200)
      expect(Object.keys(body)).toEqual([
        'access_token',
        'token_type',
        'expires_in',
        'expires_at',
        'scope',
      ])
      expect(body).toMatchObject({ token_type: 'bearer', expires_in: 43199, scope: 'transfers' })
      const left = Temporal.Instant.from(body.expires_at).since(Temporal.Now.instant())
      expect(Math.round(left.total('minutes'))).toBe(720)
      const email = 'nobody@example.com'
      const call = { token: body.access_token, body: { email } }
      expect((await service.call('POST /v1/users/exists', call)).body).toEqual({ exists: false })
    })

    it('200 for credentials in the form, and for Basic credentials together with client_id', async () => {
      const client = await service.createClient()
      const { clientKey: client_id, secret: client_secret } = client
      const grant = { grant_type: 'client_credentials' }
      const inForm = await postForm(service, '/oauth/token', { ...grant, client_id, client_secret })
      expect(inForm.status).toBe(200)
      expect((await requestToken(service, client, { ...grant, client_id })).status).toBe(200)
    })

    it('401 invalid_client for missing or wrong credentials, and for a client_id that differs from Basic', async () => {
      const [client, other] = [await service.createClient(), await service.createClient()]
      const grant = { grant_type: 'client_credentials' }
      const wrong = [
        [grant, basicAuth({ ...client, secret: 'wrong' })],
        [grant, basicAuth({ ...client, clientKey: 'nobody' })],
        [grant, basicAuth({ ...client, secret: other.secret })],
        [grant, { authorization: `Basic ${Buffer.from('no colon').toString('base64')}` }],
        [grant, { authorization: `Basic ${Buffer.from('a:\0').toString('base64')}` }],
        [grant, { authorization: `Bearer ${client.token}` }],
        [{ ...grant, client_id: other.clientKey }, basicAuth(client)],
        [{ ...grant, client_id: client.clientKey, client_secret: 'wrong' }, {}],
        [grant, {}],
      ] as const
      for (const [fields, headers] of wrong) {
        const reply = await postForm(service, '/oauth/token', fields, headers)
        expect([reply.status, reply.body.error]).toEqual([401, 'invalid_client'])
        expect(reply.headers['www-authenticate']).toBe('Basic')
      }
    })
  })

  describe('registration_code', () => {
    it('200 returns tokens of the user with the documented field order and timestamp precision', async () => {
      const client = await service.createClient()
      const email = await signUp(client)
      const { status, body, headers } = await register(client, email.toUpperCase())
      expect(status).toBe(200)
      expect(headers['cache-control']).toBe('no-store')
      expect(Object.keys(body)).toEqual([
        'access_token',
        'token_type',
        'refresh_token',
        'expires_in',
        'scope',
        'created_at',
        'expires_at',
        'refresh_token_expires_in',
        'refresh_token_expires_at',
      ])
      expect(body.access_token).toMatch(UUID)
      expect(body.refresh_token).toMatch(UUID)
      expect(body.created_at).toMatch(/T\d\d:\d\d:\d\d\.\d{9}Z$/)
      expect(body.expires_at).toMatch(/T\d\d:\d\d:\d\d\.\d{3}Z$/)
      expect(body.refresh_token_expires_in / 86_400 / 365).toBeCloseTo(20, 3)
      const me = await service.call('GET /v1/me', { token: body.access_token })
      expect(me.body.email).toBe(email)
    })

    it('stores tokens, registration codes and client secrets only as hashes', async () => {
      const client = await service.createClient()
      const { body } = await register(client, await signUp(client))
      const { rows } = await service.db.pool.query(
        `select (select json_agg(t) from tokens t)::text
             || (select json_agg(u) from users u)::text
             || (select json_agg(a) from applications a)::text as all`,
      )
      for (const secret of [
        body.access_token,
        body.refresh_token,
        REGISTRATION_CODE,
        client.secret,
      ])
        expect(rows[0].all).not.toContain(secret)
      expect(rows[0].all).toContain(hashSecret(body.access_token))
    })

    it('401 invalid_grant for a wrong code, an unknown e-mail address, and a user of another application', async () => {
      const [client, other] = [await service.createClient(), await service.createClient()]
      const email = await signUp(client)
      expect(failure(await register(client, email, `${REGISTRATION_CODE}x`))).toEqual(INVALID_GRANT)
      expect(failure(await register(client, 'nobody@example.com'))).toEqual(INVALID_GRANT)
      expect(failure(await register(other, email))).toEqual(INVALID_GRANT)
    })

    it('401 invalid_grant for a deactivated user, whose existing tokens are invalid too', async () => {
      const client = await service.createClient()
      const email = await signUp(client)
      const { body } = await register(client, email)
      await service.db.pool.query('update users set active = false where email = $1', [email])
      expect(failure(await register(client, email))).toEqual(INVALID_GRANT)
      expect(failure(await refresh(client, body.refresh_token))).toEqual(INVALID_GRANT)
      const me = await service.call('GET /v1/me', { token: body.access_token })
      expect(failure(me)).toEqual([401, 'invalid_token', 'Invalid token'])
    })

    it.each(['email', 'registration_code'])(
      '400 invalid_request without the field %s',
      async (field) => {
        const fields = {
          email: 'ann@example.com',
          registration_code: REGISTRATION_CODE,
          [field]: '',
        }
        const reply = await requestToken(service, await service.createClient(), {
          grant_type: 'registration_code',
          ...fields,
        })
        expect(failure(reply)).toEqual([400, 'invalid_request', `Missing ${field}`])
      },
    )
  })

  describe('refresh_token', () => {
    it('200 returns a new access token and the same refresh token with the same expiry', async () => {
      const client = await service.createClient()
      const first = (await register(client, await signUp(client))).body
      const second = (await refresh(client, first.refresh_token)).body
      const third = (await refresh(client, first.refresh_token)).body
      for (const body of [second, third]) {
        expect(Object.keys(body)).toEqual(Object.keys(first))
        expect(body.refresh_token).toBe(first.refresh_token)
        expect(body.refresh_token_expires_at).toBe(first.refresh_token_expires_at)
      }
      const tokens = [first, second, third].map(({ access_token }) => access_token)
      expect(new Set(tokens).size).toBe(3)
      for (const token of tokens)
        expect((await service.call('GET /v1/me', { token })).status).toBe(200)
    })

    it('401 invalid_grant for an unknown or expired refresh token, one of another application, and an access token', async () => {
      const [client, other] = [await service.createClient(), await service.createClient()]
      const { body } = await register(client, await signUp(client))
      expect(failure(await refresh(other, body.refresh_token))).toEqual(INVALID_GRANT)
      expect(failure(await refresh(client, body.access_token))).toEqual(INVALID_GRANT)
      expect(failure(await refresh(client, crypto.randomUUID()))).toEqual(INVALID_GRANT)
      await expire(body.refresh_token)
      expect(failure(await refresh(client, body.refresh_token))).toEqual(INVALID_GRANT)
    })

    it('401 invalid_token when a refresh token or an expired access token is used as a bearer token', async () => {
      const client = await service.createClient()
      const { body } = await register(client, await signUp(client))
      await expire(body.access_token)
      for (const token of [body.refresh_token, body.access_token])
        expect(failure(await service.call('GET /v1/me', { token }))).toEqual([
          401,
          'invalid_token',
          'Invalid token',
        ])
    })

    it('an access token stays valid when the sandbox clock is advanced past its expiry', async () => {
      const client = await service.createClient()
      const { body } = await register(client, await signUp(client))
      await service.advance({ hours: 24 * 30 })
      expect((await service.call('GET /v1/me', { token: body.access_token })).status).toBe(200)
    })
  })

  describe('authorization_code', () => {
    const createsCode = async (client: Client, validMinutes = 10) => {
      const { userId } = await service.createUser()
      await grantAccess(service, client, { userId })
      return { userId, codeGrant: await insertsCode(service, client, { userId }, validMinutes) }
    }

    it('200 returns tokens of the user who consented, 401 invalid_grant for the same code again', async () => {
      const client = await service.createClient()
      const { codeGrant, userId } = await createsCode(client)
      const { status, body } = await requestToken(service, client, codeGrant)
      expect(status).toBe(200)
      const me = await service.call('GET /v1/me', { token: body.access_token })
      expect(me.body.id).toBe(userId)
      expect((await refresh(client, body.refresh_token)).status).toBe(200)
      expect(failure(await requestToken(service, client, codeGrant))).toEqual(INVALID_GRANT)
    })

    it('401 invalid_grant for another client or redirect URI, after which the code can still be used, and for an expired code', async () => {
      const [client, other] = [await service.createClient(), await service.createClient()]
      const { codeGrant } = await createsCode(client)
      expect(failure(await requestToken(service, other, codeGrant))).toEqual(INVALID_GRANT)
      expect(
        failure(
          await requestToken(service, client, {
            ...codeGrant,
            redirect_uri: `${codeGrant.redirect_uri}/`,
          }),
        ),
      ).toEqual(INVALID_GRANT)
      expect((await requestToken(service, client, codeGrant)).status).toBe(200)
      expect(
        failure(await requestToken(service, client, (await createsCode(client, 0)).codeGrant)),
      ).toEqual(INVALID_GRANT)
    })

    it.each(['code', 'redirect_uri'])('400 invalid_request without the field %s', async (field) => {
      const fields = { code: 'x', redirect_uri: 'https://client.example/callback', [field]: '' }
      const reply = await requestToken(service, await service.createClient(), {
        grant_type: 'authorization_code',
        ...fields,
      })
      expect(failure(reply)).toEqual([400, 'invalid_request', `Missing ${field}`])
    })
  })

  it('400 invalid_request without grant_type', async () => {
    const client = await service.createClient()
    const missing = [400, 'invalid_request', 'Missing grant type']
    expect(failure(await requestToken(service, client, {}))).toEqual(missing)
    expect(failure(await requestToken(service, client, { grant_type: '' }))).toEqual(missing)
  })

  it('400 unsupported_grant_type for a password', async () => {
    const reply = await requestToken(service, await service.createClient(), {
      grant_type: 'password',
    })
    expect(failure(reply)).toEqual([
      400,
      'unsupported_grant_type',
      'Send a grant_type of client_credentials, registration_code, authorization_code or refresh_token',
    ])
  })
})
