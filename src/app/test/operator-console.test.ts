// The attacks of D129 on the console of live mode: other sites, other hosts, other sessions, guesses, customers.

import { describe, expect, it } from 'vitest'
import { CONSOLE_HOST, callConsole } from '../../../test/support/console-session.ts'
import { logsIn, SESSION, sendLogIn } from '../../../test/support/operator-console.ts'
import { rowLock, waitForBlockedSessions, whileLocked } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import {
  changePassword,
  LOCK_OUT_FAILURES,
  lockOut,
  setOperatorActive,
} from '../../operators/index.ts'
import { createsOperator, type Operator, PASSWORD, secret } from '../../operators/test/operators.ts'
import { rateLimits } from '../http/limits/rate-limit.ts'

type Headers = Record<string, string | undefined>

const WAITING = 'GET /console/operator/waiting'

describe('the session of an operator', () => {
  const service = testService({ mode: 'live' })

  const outcome = async (route: string, headers: Headers) => {
    const reply = await callConsole(service, route, headers)
    return `${reply.statusCode} ${reply.json().errors?.[0]?.code ?? ''}`.trim()
  }
  const headersOf = async (): Promise<Headers> => {
    const { cookie, 'x-csrf-token': csrf } = await logsIn(service)
    return { cookie, 'x-csrf-token': csrf }
  }

  it('D129: the session cookie has the prefix __Host-, HttpOnly, Secure and SameSite=Strict, and no lifetime', async () => {
    const reply = await sendLogIn(service, await createsOperator(service))
    expect(reply.headers['set-cookie']).toMatch(
      /^__Host-godwit-operator-8080=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    )
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(reply.json()).toMatchObject({
      operator: { name: 'Ann' },
      endsAt: service.now().add({ hours: 10 }).toString(),
    })
  })

  it('D129: a request with cookie and CSRF token reads the open work; after a reload the cookie alone returns the CSRF token', async () => {
    const headers = await headersOf()
    expect(await outcome(WAITING, headers)).toBe('200')
    const { cookie } = headers
    const reply = await callConsole(service, `GET ${SESSION}`, { cookie })
    expect(reply.json().csrfToken).toBe(headers['x-csrf-token'])
  })

  it.each<[string, string, Headers]>([
    ['403 console.csrf-token', 'a stolen cookie without CSRF token', { 'x-csrf-token': undefined }],
    ['403 console.csrf-token', 'a wrong CSRF token', { 'x-csrf-token': 'A'.repeat(43) }],
    ['403 console.host', 'a foreign Host, as after DNS rebinding', { host: 'evil.example:8080' }],
    ['403 console.origin', 'a foreign Origin', { origin: 'http://evil.example' }],
    ['403 console.origin', 'the Origin of another port', { origin: 'http://127.0.0.1:3000' }],
    ['403 console.origin', 'the Origin of another scheme', { origin: `https://${CONSOLE_HOST}` }],
    ['403 console.origin', 'the Origin null', { origin: 'null' }],
    ['403 console.origin', 'a fetch of another site', { 'sec-fetch-site': 'cross-site' }],
    [
      '403 console.origin',
      'neither Origin nor Sec-Fetch-Site',
      { origin: undefined, 'sec-fetch-site': undefined },
    ],
    ['401 operator.session.missing', 'no cookie', { cookie: undefined }],
    [
      '403 console.csrf-token',
      'a wrong cookie',
      { cookie: `__Host-godwit-operator-8080=${'A'.repeat(43)}` },
    ],
    [
      '401 operator.session.missing',
      'a bearer token in addition to the cookie',
      { authorization: 'Bearer x' },
    ],
  ])(
    'D129: %s for %s, on seven routes that require the CSRF token of a session',
    async (expected, _title, changed) => {
      const headers = { ...(await headersOf()), ...changed }
      for (const route of [
        WAITING,
        'GET /console/operator/waiting/pay-outs',
        'GET /console/operator/audit',
        'GET /console/operator/security-log',
        'GET /console/operator/lookups/token-list?user=1',
        'POST /console/operator/actions/pay-out-confirm',
        `DELETE ${SESSION}`,
      ])
        expect([route, await outcome(route, headers)]).toEqual([route, expected])
    },
  )

  it('D129: 403 for the cookie of one session with the CSRF token of another', async () => {
    const [ann, ben] = [await headersOf(), await headersOf()]
    expect(await outcome(WAITING, { ...ann, cookie: ben['cookie'] })).toBe('403 console.csrf-token')
  })

  it('D129: 403 and no session for a log-in from another site or address', async () => {
    const ann = await createsOperator(service)
    const foreign = { origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' }
    const reply = await sendLogIn(service, ann, {}, foreign)
    expect([reply.statusCode, reply.json().errors[0].code]).toEqual([403, 'console.origin'])
    expect(reply.headers['set-cookie']).toBeUndefined()
    const payload = { email: ann.email, password: PASSWORD, code: ann.codeAt(service.now()) }
    const options = { remoteAddress: '10.0.0.7', payload }
    const elsewhere = await callConsole(service, `POST ${SESSION}`, {}, options)
    expect([elsewhere.statusCode, elsewhere.json().errors[0].code]).toEqual([
      403,
      'console.address',
    ])
    expect(elsewhere.headers['set-cookie']).toBeUndefined()
  })

  it('D129: 401 after 15 minutes without use, and after the log-out at once', async () => {
    const headers = await headersOf()
    await service.advance({ minutes: 14, seconds: 59 })
    expect(await outcome(WAITING, headers)).toBe('200')
    await service.advance({ minutes: 15 })
    expect(await outcome(WAITING, headers)).toBe('401 operator.session.missing')
    const other = await headersOf()
    const ended = await callConsole(service, `DELETE ${SESSION}`, other)
    expect([ended.statusCode, String(ended.headers['set-cookie'])]).toEqual([
      204,
      expect.stringContaining('Max-Age=0'),
    ])
    expect(await outcome(WAITING, other)).toBe('401 operator.session.missing')
  })

  it('D129: 401 for a session after the password was replaced', async () => {
    const { operator, cookie, 'x-csrf-token': csrf } = await logsIn(service)
    await service.db.transact((tx) =>
      changePassword(tx, {
        email: operator.email,
        password: 'another battery',
        random: { secret },
        report: () => undefined,
      }),
    )
    expect(await outcome(WAITING, { cookie, 'x-csrf-token': csrf })).toBe(
      '401 operator.session.missing',
    )
  })

  it('D129: a failed log-in has the same reply whichever secret was wrong, and when the operator is locked or deactivated', async () => {
    const ann = await createsOperator(service)
    const failure = async (changed: object) => {
      const { statusCode, headers, body } = await sendLogIn(service, ann, changed)
      expect([changed, statusCode, headers['set-cookie']]).toEqual([changed, 401, undefined])
      return body
    }
    const bodies = [
      await failure({ email: 'nobody@operator.example' }),
      await failure({ password: 'wrong' }),
      await failure({ code: '000000' }),
    ]
    await logsIn(service, ann)
    // The code of this log-in was used. The refusal is the first of the failures that lock the operator.
    bodies.push(await failure({}))
    for (let n = 1; n < LOCK_OUT_FAILURES; n++) await failure({ code: '000000' })
    // The next code is right, but the operator is locked.
    await service.advance({ seconds: 30 })
    bodies.push(await failure({}))
    // The lock-out ends, so that the next log-in fails only because the operator is deactivated.
    await service.advance({ seconds: lockOut.seconds })
    await service.db.transact((tx) =>
      setOperatorActive(tx, { email: ann.email, active: false, report: () => undefined }),
    )
    bodies.push(await failure({}))
    expect(new Set(bodies).size).toBe(1)
    expect(JSON.parse(bodies[0] ?? '').errors[0].code).toBe('operator.log-in.refused')
  })

  it.each<[string, string, object]>([
    ['email', 'no e-mail address', { email: undefined }],
    ['password', 'no password', { password: undefined }],
    ['code', 'a number as the code', { code: 123456 }],
    ['password', 'a password of 255 characters', { password: 'x'.repeat(255) }],
    ['email', 'two e-mail addresses', { email: ['a', 'b'] }],
  ])(
    '400 with the path %s for a log-in with %s, and the reply does not repeat a secret',
    async (path, _title, changed) => {
      const operator = await createsOperator(service)
      const reply = await sendLogIn(service, operator, changed)
      expect([reply.statusCode, reply.json().errors[0].path]).toEqual([400, path])
      for (const secret of [PASSWORD, operator.codeAt(service.now()), '123456', 'xxxxxxxx'])
        expect(reply.body).not.toContain(secret)
    },
  )

  it('503 operator.log-in.busy for log-ins beyond the twelfth at the same time, which do not count as failures of the operator', async () => {
    const [ann, ben] = [await createsOperator(service), await createsOperator(service)]
    const sendMany = (count: number, operator: Operator) =>
      Array.from({ length: count }, () => sendLogIn(service, operator, { code: '000000' }))
    const lock = rowLock('operators', { email: ben.email })
    const { others, busy } = await whileLocked(service.db, lock, async () => {
      const others = sendMany(12, ben)
      // Of the twelve log-ins two run, and wait for the lock; the other ten wait until these two have ended.
      await waitForBlockedSessions(service.db, 2)
      return { others, busy: await Promise.all(sendMany(LOCK_OUT_FAILURES, ann)) }
    })
    for (const reply of busy) {
      expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '1'])
      expect(reply.json().errors[0].code).toBe('operator.log-in.busy')
    }
    expect((await Promise.all(others)).map(({ statusCode }) => statusCode)).not.toContain(503)
    expect((await sendLogIn(service, ann)).statusCode).toBe(200)
  })

  it('the token of a customer opens no route of operators, and the session of an operator opens no operation of the API', async () => {
    const ben = await service.createUser()
    const authorization = `Bearer ${ben.token}`
    expect(await outcome(WAITING, { authorization })).toBe('401 operator.session.missing')
    const cookie = `__Host-godwit-operator-8080=${ben.token}`
    expect(await outcome(`GET ${SESSION}`, { cookie })).toBe('401 operator.session.missing')
    const headers = await headersOf()
    const me = await callConsole(service, 'GET /v1/me', headers)
    expect([me.statusCode, me.json().error]).toEqual([401, 'unauthorized'])
    const token = headers['cookie']?.split('=')[1]
    expect((await service.call('GET /v1/me', { token })).status).toBe(401)
  })

  it('404 for the session of the sandbox console and for operations of the sandbox', async () => {
    for (const route of [
      'POST /console/session',
      'GET /v1/simulation/clock',
      'GET /v1/sandbox/feed',
    ])
      expect((await callConsole(service, route)).statusCode).toBe(404)
  })

  it('the page may not be in a frame, and 403 for the page under a foreign Host', async () => {
    for (const route of ['GET /console', 'GET /console/transfers']) {
      const { headers } = await callConsole(service, route)
      expect(String(headers['content-security-policy'])).toContain("frame-ancestors 'none'")
    }
    expect((await callConsole(service, 'GET /console', { host: 'evil.example' })).statusCode).toBe(
      403,
    )
  })
})

describe('the log-in of an operator with a rate limit', () => {
  const limits = rateLimits({ perSecond: { address: 3, user: 1, application: 1 }, nowMs: () => 0 })
  const service = testService({ mode: 'live', rateLimits: limits })

  it('D129: 429 rate.limit.exceeded for an address that guesses too often', async () => {
    const ann = await createsOperator(service)
    for (let n = 0; n < 3; n++)
      expect((await sendLogIn(service, ann, { code: '1' })).statusCode).toBe(401)
    const reply = await sendLogIn(service, ann, { code: '1' })
    expect(reply.statusCode).toBe(429)
    expect(reply.json().errors).toMatchObject([{ code: 'rate.limit.exceeded' }])
  })
})

describe('the console of operators in the sandbox', () => {
  const service = testService()

  it('404 for a log-in with the right secrets', async () => {
    const ann = await createsOperator(service)
    expect((await sendLogIn(service, ann)).statusCode).toBe(404)
  })

  it.each([`DELETE ${SESSION}`, 'POST /console/operator/actions/pay-out-confirm'])(
    '404 for %s',
    async (route) => {
      expect((await callConsole(service, route)).statusCode).toBe(404)
    },
  )

  it('the paths of operators show the page of the sandbox console, and no data', async () => {
    const page = await callConsole(service, 'GET /console')
    for (const route of [WAITING, `GET ${SESSION}`]) {
      const { statusCode, body } = await callConsole(service, route)
      expect([route, statusCode, body]).toEqual([route, page.statusCode, page.body])
    }
  })
})
