import { describe, expect, it } from 'vitest'
import { house } from '../../../test/support/house.ts'
import { clientWith } from './browsing.ts'

describe('users.show-authorization', () => {
  const h = house()
  const redirect_uri = 'http://localhost:4000/back'

  it('200 shows a page that loads nothing, and ties it to the browser', async () => {
    const client = await clientWith(h, ['loopback'])
    const query = { client_id: client.clientKey, redirect_uri, state: 's' }
    const { status, text, headers } = await h.call('GET /oauth/authorize/', { query })
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

  it('200 keeps the cookie of a browser that has one', async () => {
    const client = await clientWith(h, ['loopback'])
    const cookie = `other=1; godwit_consent=${'c'.repeat(43)}`
    const query = { client_id: client.clientKey, redirect_uri }
    const { headers } = await h.call('GET /oauth/authorize', { query, headers: { cookie } })
    expect(headers['set-cookie']).toContain(`godwit_consent=${'c'.repeat(43)};`)
  })

  it('200 lists users with their profiles, those that the search finds', async () => {
    const [client, ann] = [await clientWith(h, ['loopback']), await h.user()]
    const { email } = (await ann.call('GET /v1/me')).body
    const other = await h.user()
    const query = { client_id: client.clientKey, redirect_uri, search: email.toUpperCase() }
    const { text } = await h.call('GET /oauth/authorize', { query })
    expect(text).toContain(`value="${ann.userId}:${ann.personal}"`)
    expect(text).toContain(`value="${ann.userId}:${ann.business}"`)
    expect(text).not.toContain(`value="${other.userId}:`)
  })

  it('200 escapes whatever comes from outside', async () => {
    const client = await clientWith(h, ['loopback'], `<img src=x onerror="a('b')">`)
    const state = `"><script>alert(1)</script>`
    const query = { client_id: client.clientKey, redirect_uri, state, search: `'"><i>` }
    const { text } = await h.call('GET /oauth/authorize', { query })
    expect(text).not.toMatch(/<img|<script|<i>/)
    expect(text).toContain('&#34;&#62;&#60;script&#62;alert(1)&#60;/script&#62;')
  })

  it('303 leads back with an error for another response type', async () => {
    const client = await clientWith(h, ['loopback'])
    const query = {
      client_id: client.clientKey,
      redirect_uri,
      response_type: 'token',
      state: 'a b',
    }
    const { status, headers } = await h.call('GET /oauth/authorize', { query })
    expect([status, headers['location']]).toEqual([
      303,
      `${redirect_uri}?error=unsupported_response_type&state=a+b`,
    ])
  })

  it('400 is a page that leads nowhere while client and URI do not belong together', async () => {
    const client = await clientWith(h, ['https://client.example/cb'])
    const client_id = client.clientKey
    const wrong = [
      [{ redirect_uri }, 'client_id is missing'],
      [{ client_id: 'nobody<', redirect_uri }, 'No application has this client_id'],
      [{ client_id }, 'redirect_uri is missing'],
      [{ client_id, redirect_uri }, 'not registered'],
      [{ client_id, redirect_uri: 'https://client.example/cb/' }, 'not registered'],
    ] as const
    for (const [query, says] of wrong) {
      const { status, text, headers } = await h.call('GET /oauth/authorize', { query })
      expect(status).toBe(400)
      expect(text).toContain(says)
      expect(headers['location']).toBe(undefined)
      expect(headers['set-cookie']).toBe(undefined)
    }
  })

  describe('live', () => {
    const live = house({ mode: 'live' })
    it('404 authorization.login.not-configured', async () => {
      const reply = await live.call('GET /oauth/authorize')
      expect([reply.status, reply.body.errors[0].code]).toEqual([
        404,
        'authorization.login.not-configured',
      ])
    })
  })
})
