import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { outcome } from '../../../test/support/transfers.ts'
import {
  clientWithRedirects,
  consentPageAfterLogin,
  LOGIN,
  redirectToLogin,
} from './consent-page.ts'

describe('users.show-authorization', () => {
  const service = testService()
  const redirect_uri = 'http://localhost:4000/back'

  it('200 returns a page without external resources and sets the consent cookie', async () => {
    const client = await clientWithRedirects(service, ['loopback'])
    const query = { client_id: client.clientKey, redirect_uri, state: 's' }
    const { status, text, headers } = await service.call('GET /oauth/authorize/', { query })
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-.{44}'; form-action 'self' http:\/\/localhost:4000; /,
    )
    expect(headers['set-cookie']).toMatch(
      /^godwit_consent=[\w-]{43}; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax$/,
    )
    expect(text).not.toMatch(/<script|https?:\/\/(?!localhost:4000)/)
    expect(text).toContain('<input type="hidden" name="state" value="s">')
  })

  it('200 keeps the consent cookie that the browser sent', async () => {
    const client = await clientWithRedirects(service, ['loopback'])
    const cookie = `other=1; godwit_consent=${'c'.repeat(43)}`
    const query = { client_id: client.clientKey, redirect_uri }
    const { status, headers } = await service.call('GET /oauth/authorize', {
      query,
      headers: { cookie },
    })
    expect(status).toBe(200)
    expect(headers['set-cookie']).toContain(`godwit_consent=${'c'.repeat(43)};`)
  })

  it('200 lists the users that match the search, with their profiles', async () => {
    const [client, ann] = [
      await clientWithRedirects(service, ['loopback']),
      await service.createUser(),
    ]
    const { email } = (await ann.call('GET /v1/me')).body
    const other = await service.createUser()
    const query = { client_id: client.clientKey, redirect_uri, search: email.toUpperCase() }
    const { status, text } = await service.call('GET /oauth/authorize', { query })
    expect(status).toBe(200)
    expect(text).toContain(`value="${ann.userId}:${ann.personal}"`)
    expect(text).toContain(`value="${ann.userId}:${ann.business}"`)
    expect(text).not.toContain(`value="${other.userId}:`)
  })

  it('200 escapes the state, the search text and the name of the application', async () => {
    const client = await clientWithRedirects(service, ['loopback'], `<img src=x onerror="a('b')">`)
    const state = `"><script>alert(1)</script>`
    const query = { client_id: client.clientKey, redirect_uri, state, search: `'"><i>` }
    const { status, text } = await service.call('GET /oauth/authorize', { query })
    expect(status).toBe(200)
    expect(text).not.toMatch(/<img|<script|<i>/)
    for (const escaped of [
      '&#60;img src=x onerror=&#34;a(&#39;b&#39;)&#34;&#62;',
      '&#34;&#62;&#60;script&#62;alert(1)&#60;/script&#62;',
      'value="&#39;&#34;&#62;&#60;i&#62;"',
    ])
      expect(text).toContain(escaped)
  })

  it('303 redirects with unsupported_response_type unless response_type is code', async () => {
    const client = await clientWithRedirects(service, ['loopback'])
    const query = {
      client_id: client.clientKey,
      redirect_uri,
      response_type: 'token',
      state: 'a b',
    }
    const { status, headers } = await service.call('GET /oauth/authorize', { query })
    expect([status, headers['location']]).toEqual([
      303,
      `${redirect_uri}?error=unsupported_response_type&state=a+b`,
    ])
  })

  it('400 with a page and no redirect for a missing or unknown client_id, and for a missing or unregistered redirect_uri', async () => {
    const client = await clientWithRedirects(service, ['https://client.example/cb'])
    const client_id = client.clientKey
    const wrong = [
      [{ redirect_uri }, 'has no client_id'],
      [{ client_id: 'nobody<', redirect_uri }, 'No application has this client_id'],
      [{ client_id }, 'has no redirect_uri'],
      [{ client_id, redirect_uri }, 'not registered'],
      [{ client_id, redirect_uri: 'https://client.example/cb/' }, 'not registered'],
    ] as const
    for (const [query, problem] of wrong) {
      const { status, text, headers } = await service.call('GET /oauth/authorize', { query })
      expect(status).toBe(400)
      expect(text).toContain(problem)
      expect(headers['location']).toBe(undefined)
      expect(headers['set-cookie']).toBe(undefined)
    }
  })

  describe('in live mode without a login page', () => {
    const live = testService({ mode: 'live' })
    it('404 authorization.login.not-configured', async () => {
      const reply = await live.call('GET /oauth/authorize')
      expect(outcome(reply)).toBe('404 authorization.login.not-configured')
    })
  })

  describe('in live mode', () => {
    const live = testService({ mode: 'live', settings: { login: LOGIN } })
    const authorizationQuery = async () => {
      const client = await clientWithRedirects(live, ['https://client.example/cb'])
      return {
        client_id: client.clientKey,
        redirect_uri: 'https://client.example/cb',
        state: 'a b',
      }
    }

    it('303 redirects to the login page with a nonce and the request as return_to', async () => {
      const query = await authorizationQuery()
      const reply = await live.call('GET /oauth/authorize', { query })
      expect(reply.status).toBe(303)
      const login = new URL(String(reply.headers['location']))
      expect(`${login.origin}${login.pathname}`).toBe('https://login.example/in')
      expect(login.searchParams.get('tenant')).toBe('7')
      expect(login.searchParams.get('nonce')).toMatch(/^[\da-f]{64}$/)
      const back = new URL(login.searchParams.get('return_to') ?? '')
      expect(back.pathname).toBe('/oauth/authorize')
      expect(Object.fromEntries(back.searchParams)).toEqual(query)
    })

    it('200 lists only the user who logged in', async () => {
      const [query, ann, bob] = [
        await authorizationQuery(),
        await live.createUser(),
        await live.createUser(),
      ]
      const { status, text } = await consentPageAfterLogin(live, query, ann)
      expect(status).toBe(200)
      expect(text).toContain(`value="${ann.userId}:${ann.business}"`)
      expect(text).not.toContain(`value="${bob.userId}:`)
      expect(text).not.toMatch(/type="search"|sandbox/)
    })

    it('403 for a login assertion that is malformed, forged, expired, valid for too long, or of another browser or request, or of an unknown or deactivated user', async () => {
      const [query, ann] = [await authorizationQuery(), await live.createUser()]
      const login = await redirectToLogin(live, query)
      const good = login.assertionFor(ann.userId)
      const [user, end, signature] = good.split('.')
      const other = await redirectToLogin(live, { ...query, state: 'other' })
      const wrong = [
        '',
        'me',
        `${ann.userId + 1}.${end}.${signature}`,
        `${user}.${Number(end) + 1}.${signature}`,
        `${user}.${end}.${'0'.repeat(64)}`,
        other.assertionFor(ann.userId),
        login.assertionFor(ann.userId, -1),
        login.assertionFor(ann.userId, 3600),
        login.assertionFor(987_654),
      ]
      const show = (assertion: string, cookie = login.cookie) =>
        live.call('GET /oauth/authorize', {
          query: { ...query, login: assertion },
          headers: { cookie },
        })
      expect((await show(good)).status).toBe(200)
      for (const assertion of wrong) expect((await show(assertion)).status).toBe(403)
      for (const cookie of ['', `godwit_consent=${'c'.repeat(43)}`])
        expect((await show(good, cookie)).status).toBe(403)
      await live.db.pool.query('update users set active = false where id = $1', [ann.userId])
      expect((await show(good)).status).toBe(403)
    })
  })
})
