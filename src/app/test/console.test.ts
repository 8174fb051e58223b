// The console of a sandbox: the attacks of D129 (other sites, hosts, machines and sessions), and the files of its page.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  CONSOLE_HOST,
  callConsole,
  consolePageHeaders,
  opensConsoleSession,
} from '../../../test/support/console-session.ts'
import { testService } from '../../../test/support/service.ts'
import { sql } from '../../kernel/database/db.ts'
import { mountFiles } from '../http/console/files.ts'
import { csrfTokenOf } from '../http/console/session-token.ts'
import { SEED, seed } from '../seed.ts'
import { realNow } from '../worker/clock.ts'

type Headers = Record<string, string | undefined>

const expireSessionsSql = sql<never>(
  'update tokens set expires_at = created_at where expires_at is not null',
)
const renameUserSql = sql<never>('update users set email = $2 where email = $1')

describe('the session of the console', () => {
  const service = testService()
  beforeAll(() => seed(service.db, realNow()))

  const call = (route: string, headers?: Headers, options?: Parameters<typeof callConsole>[3]) =>
    callConsole(service, route, headers, options)

  /** The status of a call of the console's page. */
  async function statusOf(headers: Headers, remoteAddress = '127.0.0.1'): Promise<number> {
    return (await call('GET /v2/profiles', headers, { remoteAddress })).statusCode
  }

  it('D129: the session cookie has the prefix __Host- and is HttpOnly, Secure and SameSite=Strict', async () => {
    const { headers } = await call('POST /console/session')
    expect(headers['set-cookie']).toMatch(
      /^__Host-godwit-console-8080=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; Secure; SameSite=Strict$/,
    )
  })

  it('D129: cookie and CSRF token authenticate as the seeded user, also for writes', async () => {
    const session = await opensConsoleSession(service)
    expect((await call('GET /v1/me', session)).json().email).toBe(SEED.email)
    const payload = { seconds: 0 }
    const written = await call('POST /v1/simulation/clock/advance', session, { payload })
    expect(written.statusCode).toBe(200)
  })

  it('a browser that opens / is redirected to the console; a program gets 404 not.found', async () => {
    const open = (accept: string) => call('GET /', { accept })
    const page = await open('text/html,application/xhtml+xml,*/*;q=0.8')
    expect([page.statusCode, page.headers.location]).toEqual([302, '/console'])
    const reply = await open('*/*')
    expect([reply.statusCode, reply.json().errors[0].code]).toEqual([404, 'not.found'])
  })

  it('opening twice returns the CSRF token of the same session, without another cookie', async () => {
    const session = await opensConsoleSession(service)
    const again = await call('POST /console/session', { cookie: session.cookie })
    expect(again.json().csrfToken).toBe(session['x-csrf-token'])
    expect(again.headers['set-cookie']).toBeUndefined()
  })

  it.each<[string, Headers]>([
    ['no CSRF token, as from a form or an image', { 'x-csrf-token': undefined }],
    ['a wrong CSRF token', { 'x-csrf-token': 'A'.repeat(43) }],
    ['an empty CSRF token', { 'x-csrf-token': '' }],
    ['a foreign Host, as after DNS rebinding', { host: 'evil.example:8080' }],
    ['a Host that begins like this machine', { host: '127.0.0.1.evil.example:8080' }],
    ['a Host with a user', { host: 'evil@127.0.0.1:8080' }],
    ['a foreign Origin', { origin: 'http://evil.example' }],
    ['the Origin of another port of this machine', { origin: 'http://127.0.0.1:3000' }],
    ['the Origin of another scheme', { origin: `https://${CONSOLE_HOST}` }],
    ['the Origin null, as from a sandboxed frame', { origin: 'null' }],
    ['a fetch of another site', { 'sec-fetch-site': 'cross-site' }],
    ['a fetch of another port of this machine', { 'sec-fetch-site': 'same-site' }],
    ['neither Origin nor Sec-Fetch-Site', { origin: undefined, 'sec-fetch-site': undefined }],
    ['no cookie', { cookie: undefined }],
    ['a wrong cookie', { cookie: `__Host-godwit-console-8080=${'A'.repeat(43)}` }],
    ['the cookie of another port', { host: 'localhost:9090', origin: 'http://localhost:9090' }],
    ['a wrong token in addition to the session', { authorization: 'Bearer unknown' }],
  ])('D129: 401 for a call with %s', async (_title, changed) => {
    expect(await statusOf({ ...(await opensConsoleSession(service)), ...changed })).toBe(401)
  })

  it('D129: 401 for the cookie of one session with the CSRF token of another', async () => {
    const [ann, ben] = [await opensConsoleSession(service), await opensConsoleSession(service)]
    expect(await statusOf({ ...ann, cookie: ben.cookie })).toBe(401)
  })

  it('D129: 401 for a session that is used from another address of the network; 200 from the loopback address in IPv6', async () => {
    const session = await opensConsoleSession(service)
    expect(await statusOf(session, '192.168.1.20')).toBe(401)
    expect(await statusOf(session, '::ffff:127.0.0.1')).toBe(200)
  })

  it('401 for a cookie with the Basic credentials of an application', async () => {
    const { clientKey, secret } = SEED.applications[0]
    const credentials = Buffer.from(`${clientKey}:${secret}`).toString('base64').replace(/=+$/, '')
    const token = `Basic ${credentials}`
    const reply = await call(`GET /v3/applications/${clientKey}/subscriptions`, {
      cookie: `__Host-godwit-console-8080=${token}`,
      'x-csrf-token': csrfTokenOf(token),
    })
    expect(reply.statusCode).toBe(401)
  })

  it('D129: 401 for a session immediately after DELETE /console/session', async () => {
    const session = await opensConsoleSession(service)
    expect(await statusOf(session)).toBe(200)
    const ended = await call('DELETE /console/session', session)
    expect(ended.statusCode).toBe(204)
    expect(ended.headers['set-cookie']).toContain('Max-Age=0')
    expect(await statusOf(session)).toBe(401)
  })

  it('D129: 401 for an expired session, and the page opens another', async () => {
    const session = await opensConsoleSession(service)
    await service.db.reader.rows(expireSessionsSql)
    expect(await statusOf(session)).toBe(401)
    const again = await call('POST /console/session', { cookie: session.cookie })
    expect(again.statusCode).toBe(200)
    expect(again.headers['set-cookie']).toContain('__Host-godwit-console-8080=')
  })

  it('403 console.csrf-token when a session is ended without its CSRF token, and the session stays', async () => {
    const session = await opensConsoleSession(service)
    const reply = await call('DELETE /console/session', { cookie: session.cookie })
    expect([reply.statusCode, reply.json().errors[0].code]).toEqual([403, 'console.csrf-token'])
    expect(await statusOf(session)).toBe(200)
  })

  const foreignForm = {
    origin: 'http://evil.example',
    'sec-fetch-site': 'cross-site',
    'content-type': 'application/x-www-form-urlencoded',
  }

  it.each<[string, string, Headers, Parameters<typeof callConsole>[3]]>([
    ['console.host', 'a foreign Host', { host: 'evil.example:8080' }, {}],
    ['console.address', 'another address', {}, { remoteAddress: '192.168.1.20' }],
    ['console.origin', 'a foreign Origin', { origin: 'http://evil.example' }, {}],
    ['console.origin', 'a form of another site', foreignForm, { payload: 'a=b' }],
    ['console.origin', 'no Origin', { origin: undefined }, {}],
  ])('D129: 403 %s and no session for %s', async (code, _title, headers, options) => {
    const reply = await call('POST /console/session', headers, options)
    expect([reply.statusCode, reply.json().errors[0].code]).toEqual([403, code])
    expect(reply.headers['set-cookie']).toBeUndefined()
  })

  it('D129: a preflight request of another site gets no access-control header', async () => {
    const { headers } = await service.app.inject({
      method: 'OPTIONS',
      url: '/v2/profiles',
      headers: {
        ...consolePageHeaders,
        origin: 'http://evil.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'x-csrf-token',
      },
    })
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  it('409 console.no-user in a sandbox without the seeded user', async () => {
    const hidden = 'hidden@example.com'
    await service.db.reader.rows(renameUserSql, [SEED.email, hidden])
    const reply = await call('POST /console/session')
    await service.db.reader.rows(renameUserSql, [hidden, SEED.email])
    expect([reply.statusCode, reply.json().errors[0].code]).toEqual([409, 'console.no-user'])
  })
})

describe('the session of the console with GODWIT_BASE_URL', () => {
  const service = testService({ settings: { publicUrl: 'https://pay.example.org' } })
  beforeAll(() => seed(service.db, realNow()))

  it.each([
    [200, 'pay.example.org', 'https://pay.example.org'],
    [403, 'pay.example.org', 'http://pay.example.org'],
    [403, 'other.example.org', 'https://other.example.org'],
  ])(
    'D129: %i when a session is opened with Host %s and Origin %s',
    async (status, host, origin) => {
      const options = { remoteAddress: '172.17.0.1' }
      const reply = await callConsole(service, 'POST /console/session', { host, origin }, options)
      expect(reply.statusCode).toBe(status)
    },
  )
})

describe('the console in live mode', () => {
  const service = testService({ mode: 'live' })

  it('gap 930: 404 for the session of the sandbox', async () => {
    expect((await callConsole(service, 'POST /console/session')).statusCode).toBe(404)
  })
})

describe('the files of the console', () => {
  const dir = mkdtempSync(join(tmpdir(), 'godwit-console-'))
  mkdirSync(join(dir, 'assets'))
  for (const file of ['outside.js', 'assets/page.js', 'assets/.hidden.js', 'assets/page.html'])
    writeFileSync(join(dir, file), 'content')
  const app = fastify()
  mountFiles(app, { baseUrl: undefined, page: 'index.html', dir })
  afterAll(async () => {
    await app.close()
    rmSync(dir, { recursive: true })
  })
  const get = (url: string, host = CONSOLE_HOST) => app.inject({ url, headers: { host } })

  it('503 with the command that builds the console, when it is not built', async () => {
    const { statusCode, body } = await get('/console')
    expect([statusCode, body]).toEqual([503, expect.stringContaining('npm run prepare')])
  })

  it('200 with the page at /console and below; no site may put the page in a frame, and it loads files of this service only', async () => {
    writeFileSync(join(dir, 'index.html'), '<title>Godwit</title>')
    for (const url of ['/console', '/console/transfers/1']) {
      const { statusCode, body, headers } = await get(url)
      expect([statusCode, body]).toEqual([200, '<title>Godwit</title>'])
      const policy = String(headers['content-security-policy'])
      expect(policy).toContain("default-src 'self'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toMatch(/unsafe|https?:|\*/)
    }
  })

  it('D129: 403 for the page under a foreign Host', async () => {
    expect((await get('/console', 'evil.example:8080')).statusCode).toBe(403)
  })

  it('200 for a file that the page loads', async () => {
    const { statusCode, body, headers } = await get('/console/assets/page.js')
    expect([statusCode, body]).toEqual([200, 'content'])
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8')
  })

  it('200 with the compressed copy of a file, for a client that accepts gzip', async () => {
    const getWith = async (encodings: string, file = 'page.js') => {
      const request = { url: `/console/assets/${file}`, headers: { 'accept-encoding': encodings } }
      const { statusCode, headers, body } = await app.inject(request)
      expect(headers['vary']).toBe('accept-encoding')
      return [statusCode, headers['content-encoding'], body]
    }
    writeFileSync(join(dir, 'assets/page.js.gz'), 'compressed content')
    writeFileSync(join(dir, 'assets/other.js'), 'other content')
    expect(await getWith('br, gzip')).toEqual([200, 'gzip', 'compressed content'])
    expect(await getWith('br')).toEqual([200, undefined, 'content'])
    expect(await getWith('gzip;q=0')).toEqual([200, undefined, 'content'])
    expect(await getWith('gzip', 'other.js')).toEqual([200, undefined, 'other content'])
  })

  it.each([
    ['a file outside of the folder of assets', '..%2Foutside.js'],
    ['a hidden file', '.hidden.js'],
    ['a file of another type', 'page.html'],
    ['a file that does not exist', 'none.js'],
  ])('404 for %s', async (_, file) => {
    expect((await get(`/console/assets/${file}`)).statusCode).toBe(404)
  })
})
