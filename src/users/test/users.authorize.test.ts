import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { raceResults } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { outcome } from '../../../test/support/transfers.ts'
import { formToken } from '../../kernel/form-session.ts'
import { deactivateUser, hasLiveGrant } from '../index.ts'
import {
  clientWithRedirects,
  consentFormOf,
  consentPageAfterLogin,
  LOGIN,
  openConsentPage,
  submitConsent,
} from './consent-page.ts'
import { postForm, requestToken } from './token-requests.ts'

describe('users.authorize', () => {
  const service = testService()
  const redirect_uri = 'http://127.0.0.1:4000/back?tab=1'
  const openPage = async () => {
    const [client, ann] = [
      await clientWithRedirects(service, ['loopback']),
      await service.createUser(),
    ]
    const query = { client_id: client.clientKey, redirect_uri, state: 'x&y' }
    const page = await openConsentPage(service, query)
    const allow = { decision: 'allow', choice: `${ann.userId}:${ann.business}` }
    return { client, ann, page, allow }
  }

  it('303 redirects with code, state and profileId, and the code gives a token of the user', async () => {
    const { client, ann, page, allow } = await openPage()
    expect(await hasLiveGrant(service.db.reader, client.applicationId, ann.userId)).toBe(false)
    const { status, headers } = await submitConsent(service, page, allow)
    expect(status).toBe(303)
    const location = new URL(String(headers['location']))
    expect(`${location.origin}${location.pathname}`).toBe('http://127.0.0.1:4000/back')
    const { code = '', ...others } = Object.fromEntries(location.searchParams)
    expect(others).toEqual({ tab: '1', state: 'x&y', profileId: String(ann.business) })
    expect(await hasLiveGrant(service.db.reader, client.applicationId, ann.userId)).toBe(true)
    const { body } = await requestToken(service, client, {
      grant_type: 'authorization_code',
      code,
      redirect_uri,
    })
    const me = await service.call('GET /v1/me', { token: body.access_token })
    expect(me.body.id).toBe(ann.userId)
  })

  it('303 redirects without profileId for a user without profiles, and without state when the request had no state', async () => {
    const { client } = await openPage()
    const { rows } = await service.db.pool.query(
      `insert into users (email, created_at) values ('without-profile@example.com', now()) returning id`,
    )
    const page = await openConsentPage(service, { client_id: client.clientKey, redirect_uri })
    const reply = await submitConsent(service, page, { decision: 'allow', choice: rows[0].id })
    const { searchParams } = new URL(String(reply.headers['location']))
    expect([reply.status, ...searchParams.keys()]).toEqual([303, 'tab', 'code'])
  })

  it('303 makes a revoked grant live again', async () => {
    const { client, ann, page, allow } = await openPage()
    await service.db.pool.query(
      `insert into grants (application_id, user_id, created_at, revoked_at)
       values ($1, $2, now(), now())`,
      [client.applicationId, ann.userId],
    )
    expect((await submitConsent(service, page, allow)).status).toBe(303)
    expect(await hasLiveGrant(service.db.reader, client.applicationId, ann.userId)).toBe(true)
  })

  it('303 redirects with access_denied and creates no grant when the user denies', async () => {
    const { client, ann, page, allow } = await openPage()
    const { status, headers } = await submitConsent(service, page, { ...allow, decision: 'deny' })
    expect([status, headers['location']]).toEqual([
      303,
      `${redirect_uri}&error=access_denied&state=x%26y`,
    ])
    expect(await hasLiveGrant(service.db.reader, client.applicationId, ann.userId)).toBe(false)
  })

  it('403 with a page for a form with another browser’s cookie, a wrong CSRF token or changed fields', async () => {
    const { client, ann, page, allow } = await openPage()
    const { fields } = page
    const forged = [
      { cookie: '', fields },
      { cookie: `godwit_consent=${'c'.repeat(43)}`, fields },
      { ...page, fields: { ...fields, csrf: '0'.repeat(64) } },
      { ...page, fields: { ...fields, csrf: '' } },
      { ...page, fields: { ...fields, state: 'another' } },
      { ...page, fields: { ...fields, redirect_uri: 'http://127.0.0.1:6000/' } },
    ]
    for (const form of forged) {
      const { status, headers, text } = await submitConsent(service, form, allow)
      expect([status, headers['location']]).toEqual([403, undefined])
      expect(text).toContain('This form is too old, or belongs to another browser.')
    }
    expect(await hasLiveGrant(service.db.reader, client.applicationId, ann.userId)).toBe(false)
  })

  it('400 with a page for a malformed choice, an unknown user, a deactivated user or another user’s profile', async () => {
    const { ann, page, allow } = await openPage()
    const bob = await service.createUser()
    const choices = ['', 'x', '987654', `${ann.userId}:${bob.personal}`, `${ann.userId}:`]
    const submit = async (choice: string) => {
      const { status, text } = await submitConsent(service, page, { ...allow, choice })
      expect([status, text]).toEqual([400, expect.stringContaining('Select a user.')])
    }
    for (const choice of choices) await submit(choice)
    await service.db.pool.query('update users set active = false where id = $1', [ann.userId])
    await submit(allow.choice)
  })

  describe('during a concurrent deactivation of the user', () => {
    const countCodes = async ({ userId }: Person) => {
      const text = 'select from authorization_codes where user_id = $1'
      return (await service.db.pool.query(text, [userId])).rowCount
    }

    it('400 with a page, and neither a grant nor a code, when the deactivation is committed first', async () => {
      const { client, ann, page, allow } = await openPage()
      const deactivation = {
        text: 'update users set active = false where id = $1',
        values: [ann.userId],
      }
      const submit = () => submitConsent(service, page, allow)
      const [reply] = await raceResults(service.db, deactivation, [submit])
      expect([reply?.status, reply?.headers['location']]).toEqual([400, undefined])
      expect(reply?.text).toContain('The selected user was deactivated.')
      expect(await hasLiveGrant(service.db.reader, client.applicationId, ann.userId)).toBe(false)
      // A code would give tokens after a reactivation.
      expect(await countCodes(ann)).toBe(0)
      const granted = { security: 'users.access-granted', userId: ann.userId }
      expect(service.securityLines).not.toContainEqual(expect.objectContaining(granted))
    })

    it('303, and the deactivation waits for the consent and deletes its code', async () => {
      const { ann, page, allow } = await openPage()
      const context = { now: service.now(), realNow: service.now, report: () => undefined }
      const deactivate = () => service.db.transact((tx) => deactivateUser(tx, ann.userId, context))
      const submit = () => submitConsent(service, page, allow)
      const codesLock = { text: 'lock table authorization_codes in share mode', values: [] }
      const [reply] = await raceResults<unknown>(service.db, codesLock, [submit, deactivate])
      expect(reply).toMatchObject({ status: 303 })
      expect(await countCodes(ann)).toBe(0)
    })
  })

  it('400 with a page and no redirect for an unregistered redirect URI', async () => {
    const { page, allow } = await openPage()
    const fields = { ...page.fields, redirect_uri: 'https://evil.example/' }
    const { status, headers, text } = await submitConsent(service, { ...page, fields }, allow)
    expect([status, headers['location']]).toEqual([400, undefined])
    expect(text).toContain('not registered')
  })

  describe('in live mode', () => {
    const live = testService({ mode: 'live', settings: { login: LOGIN } })
    const openPageAfterLogin = async () => {
      const [client, ann] = [
        await clientWithRedirects(live, ['https://client.example/cb']),
        await live.createUser(),
      ]
      const uri = 'https://client.example/cb'
      const page = consentFormOf(
        await consentPageAfterLogin(live, { client_id: client.clientKey, redirect_uri: uri }, ann),
      )
      return { client, ann, page, uri }
    }

    it('303 redirects with a code of the user who logged in', async () => {
      const { client, ann, page, uri } = await openPageAfterLogin()
      const choice = `${ann.userId}:${ann.personal}`
      const { status, headers } = await submitConsent(live, page, { decision: 'allow', choice })
      expect(status).toBe(303)
      const { searchParams } = new URL(String(headers['location']))
      const code = searchParams.get('code') ?? ''
      const grant = { grant_type: 'authorization_code', code, redirect_uri: uri }
      const { body } = await requestToken(live, client, grant)
      expect((await live.call('GET /v1/me', { token: body.access_token })).body.id).toBe(ann.userId)
    })

    it('403 with a page when the chosen user is not the one who logged in, or the login assertion is missing or wrong', async () => {
      const { client, ann, page } = await openPageAfterLogin()
      const bob = await live.createUser()
      const { login: _, ...withoutLogin } = page.fields
      for (const [fields, who] of [
        [page.fields, bob],
        [withoutLogin, ann],
        [{ ...page.fields, login: `${page.fields['login']}0` }, ann],
      ] as const) {
        const choice = { decision: 'allow', choice: String(who.userId) }
        const reply = await submitConsent(live, { cookie: page.cookie, fields }, choice)
        expect([reply.status, reply.headers['location']]).toEqual([403, undefined])
        expect(reply.text).toContain('Your login is missing, invalid or expired.')
        expect(await hasLiveGrant(live.db.reader, client.applicationId, who.userId)).toBe(false)
      }
    })

    it('403 for a user who does not exist, like for another user: the page does not show which users exist', async () => {
      const { page } = await openPageAfterLogin()
      const bob = await live.createUser()
      const replyFor = async (choice: string, fields: Record<string, string>) => {
        const form = { decision: 'allow', choice }
        const { status, text } = await submitConsent(live, { cookie: page.cookie, fields }, form)
        return { status, text }
      }
      const { login: _, ...withoutLogin } = page.fields
      for (const fields of [page.fields, withoutLogin]) {
        const another = await replyFor(String(bob.userId), fields)
        expect(another.status).toBe(403)
        expect(await replyFor('987654', fields)).toEqual(another)
      }
    })
  })

  describe('in live mode without a login page', () => {
    const live = testService({ mode: 'live' })
    it('404 authorization.login.not-configured', async () => {
      const reply = await postForm(live, '/oauth/authorize', { decision: 'allow' })
      expect(outcome(reply)).toBe('404 authorization.login.not-configured')
    })
  })
})

describe('D122: users.authorize with an https public URL', () => {
  const service = testService({
    settings: { publicUrl: 'https://pay.example.org', formKey: 'the configured key' },
  })
  const redirect_uri = 'http://127.0.0.1:4000/back'
  const NAME = '__Host-godwit_consent'

  it('sets a Secure cookie with the __Host- prefix, and 403 for a form without exactly that cookie', async () => {
    const [client, ann] = [
      await clientWithRedirects(service, ['loopback']),
      await service.createUser(),
    ]
    const query = { client_id: client.clientKey, redirect_uri }
    const { headers } = await service.call('GET /oauth/authorize', { query })
    expect(headers['set-cookie']).toMatch(
      /^__Host-godwit_consent=[\w-]{43}; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax; Secure$/,
    )
    const page = await openConsentPage(service, query)
    const allow = { decision: 'allow', choice: String(ann.userId) }
    const value = page.cookie.slice(NAME.length + 1)
    // Cookies that another host of the domain, or a plain HTTP response, can set in the browser.
    for (const cookie of [
      `godwit_consent=${value}`,
      `${NAME}=${value}; ${NAME}=${'c'.repeat(43)}`,
      `x${NAME}=${value}`,
    ])
      expect((await submitConsent(service, { ...page, cookie }, allow)).status).toBe(403)
    expect((await submitConsent(service, page, allow)).status).toBe(303)
  })

  it('403 for a CSRF token computed without the configured form key', async () => {
    const [client, ann] = [
      await clientWithRedirects(service, ['loopback']),
      await service.createUser(),
    ]
    const page = await openConsentPage(service, { client_id: client.clientKey, redirect_uri })
    const session = page.cookie.slice(NAME.length + 1)
    const covered = [client.clientKey, redirect_uri, '', '']
    const unkeyed = [
      [session, ...covered],
      [session, client.clientKey, redirect_uri, ''],
    ].map((text) => createHash('sha256').update(JSON.stringify(text)).digest('hex'))
    for (const csrf of [...unkeyed, formToken('another key', session, covered)]) {
      const choice = { csrf, decision: 'allow', choice: String(ann.userId) }
      expect((await submitConsent(service, page, choice)).status).toBe(403)
    }
    expect(page.fields['csrf']).toBe(formToken('the configured key', session, covered))
  })
})
