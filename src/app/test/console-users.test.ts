// Choosing another user in the console of a sandbox, and the attacks of D129 on that choice.

import { beforeAll, describe, expect, it } from 'vitest'
import {
  type ConsoleSession,
  callConsole,
  opensConsoleSession,
  sessionIn,
} from '../../../test/support/console-session.ts'
import { raceResults } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { LISTED_USERS_MAX } from '../http/console/listed-users.ts'
import { SEED, seed } from '../seed.ts'
import { realNow } from '../worker/clock.ts'

type Headers = Record<string, string | undefined>
type ListedUser = { readonly id: number; readonly email: string; readonly name: string | null }

const UNKNOWN_USER = 999_999_999

describe('another user in the console', () => {
  const service = testService()
  beforeAll(() => seed(service.db, realNow()))

  const call = (route: string, headers?: Headers, options?: Parameters<typeof callConsole>[3]) =>
    callConsole(service, route, headers, options)
  const choose = (session: Headers, userId: unknown, options: object = {}) =>
    call('PUT /console/session', session, { payload: { userId }, ...options })

  async function emailOf(session: Headers): Promise<string> {
    return (await call('GET /v1/me', session)).json().email
  }

  async function emailOfUser(userId: number): Promise<string> {
    const { rows } = await service.db.pool.query('select email from users where id = $1', [userId])
    return rows[0].email
  }

  async function listUsers(session: ConsoleSession): Promise<ListedUser[]> {
    const reply = await call('GET /console/users', session)
    expect(reply.statusCode).toBe(200)
    return reply.json()
  }

  it('D129: 200 with cookie and CSRF token of a session of the other user; the former session ends at once', async () => {
    const session = await opensConsoleSession(service)
    const ann = await service.createUser()
    expect(await emailOf(session)).toBe(SEED.email)
    const reply = await choose(session, ann.userId)
    expect(reply.statusCode).toBe(200)
    const email = await emailOfUser(ann.userId)
    expect(reply.json().user).toEqual({ id: ann.userId, email })
    expect(reply.headers['set-cookie']).toMatch(/HttpOnly; Secure; SameSite=Strict$/)
    const chosen = sessionIn(reply)
    expect(chosen.cookie).not.toBe(session.cookie)
    expect(await emailOf(chosen)).toBe(email)
    expect((await call('GET /v2/profiles', session)).statusCode).toBe(401)
    const profiles = (await call('GET /v2/profiles', chosen)).json() as { id: number }[]
    expect(profiles.map(({ id }) => id)).toContain(ann.personal)
    expect((await call('POST /console/session', { cookie: chosen.cookie })).json()).toEqual(
      reply.json(),
    )
  })

  it('a change of the user is in the security log as the end of one session and the opening of another', async () => {
    const session = await opensConsoleSession(service)
    const { id: seededId } = (await call('GET /v1/me', session)).json()
    const ann = await service.createUser()
    service.securityLines.length = 0
    await choose(session, ann.userId)
    expect(service.securityLines).toMatchObject([
      { security: 'app.console-session-ended', userId: seededId },
      { security: 'app.console-session-opened', userId: ann.userId },
    ])
  })

  it('200 lists active users with their names; 404 console.user.unknown for the choice of a deactivated user', async () => {
    const session = await opensConsoleSession(service)
    const [ann, ben] = [await service.createUser(), await service.createUser()]
    await service.db.pool.query('update users set active = false where id = $1', [ben.userId])
    const users = await listUsers(session)
    const { firstName, lastName } = SEED.personal
    expect(users).toContainEqual({
      id: expect.any(Number),
      email: SEED.email,
      name: `${firstName} ${lastName}`,
    })
    const ids = users.map(({ id }) => id)
    expect(ids).toContain(ann.userId)
    expect(ids).not.toContain(ben.userId)
    const reply = await choose(session, ben.userId)
    expect([reply.statusCode, reply.json().errors[0].code]).toEqual([404, 'console.user.unknown'])
  })

  it(`gap 1071: of many users the seeded one and the newest ${LISTED_USERS_MAX} are listed`, async () => {
    const session = await opensConsoleSession(service)
    await service.db.pool.query(
      `insert into users (email, language, created_at)
       select 'many-' || n || '@example.com', (select min(language) from users), now() from generate_series(1, $1) n`,
      [LISTED_USERS_MAX + 5],
    )
    const users = await listUsers(session)
    expect(users).toHaveLength(LISTED_USERS_MAX + 1)
    expect(users[0]?.email).toBe(SEED.email)
    expect(users.at(-1)).toMatchObject({
      email: `many-${LISTED_USERS_MAX + 5}@example.com`,
      name: null,
    })
  })

  const searchUsers = async (session: ConsoleSession, search: string) =>
    call(`GET /console/users?${new URLSearchParams({ search })}`, session)

  it('gap 1095: 200 for a search by the e-mail address or the id of a user whom the list lacks; the list has that user after the choice', async () => {
    const session = await opensConsoleSession(service)
    const ann = await service.createUser()
    await service.db.pool.query(
      `insert into users (email, language, created_at)
       select 'later-' || n || '@example.com', (select min(language) from users), now() from generate_series(1, $1) n`,
      [LISTED_USERS_MAX],
    )
    expect((await listUsers(session)).map(({ id }) => id)).not.toContain(ann.userId)
    const email = await emailOfUser(ann.userId)
    const expected = [{ id: ann.userId, email, name: 'Ann Sample' }]
    for (const search of [email, ` ${email.toUpperCase()} `, String(ann.userId)]) {
      const found = await searchUsers(session, search)
      expect([found.statusCode, found.json()]).toEqual([200, expected])
    }
    const reply = await choose(session, ann.userId)
    expect(await listUsers(sessionIn(reply))).toContainEqual(expected[0])
  })

  it('gap 1095: 200 with an empty list for a part of an address, an unknown id, and a deactivated user', async () => {
    const session = await opensConsoleSession(service)
    const ben = await service.createUser()
    const email = await emailOfUser(ben.userId)
    const searchesNobody = async (search: string) => {
      const reply = await searchUsers(session, search)
      expect([search, reply.statusCode, reply.json()]).toEqual([search, 200, []])
    }
    for (const search of [email.slice(0, -1), '%', '0', '9'.repeat(200), "' or true --", ''])
      await searchesNobody(search)
    await service.db.pool.query('update users set active = false where id = $1', [ben.userId])
    await searchesNobody(email)
  })

  it('gap 1095: 400 console.users.search.invalid for a long text, a control character and two texts', async () => {
    const session = await opensConsoleSession(service)
    for (const query of [`search=${'a'.repeat(255)}`, 'search=a%00b', 'search=1&search=2']) {
      const reply = await call(`GET /console/users?${query}`, session)
      expect([reply.statusCode, reply.json().errors[0].code]).toEqual([
        400,
        'console.users.search.invalid',
      ])
    }
  })

  it('gap 1095: 403 console.csrf-token for a search without the CSRF token, so that another page cannot learn who has an account; 401 console.session.ended after the end of the session', async () => {
    const session = await opensConsoleSession(service)
    const refused = await searchUsers(
      { ...session, 'x-csrf-token': '' } as ConsoleSession,
      SEED.email,
    )
    expect([refused.statusCode, refused.json().errors[0].code]).toEqual([403, 'console.csrf-token'])
    await call('DELETE /console/session', session)
    const ended = await searchUsers(session, SEED.email)
    expect([ended.statusCode, ended.json().errors[0].code]).toEqual([401, 'console.session.ended'])
  })

  it.each<[string, Headers]>([
    ['no CSRF token, as from a form of another page', { 'x-csrf-token': undefined }],
    ['a wrong CSRF token', { 'x-csrf-token': 'A'.repeat(43) }],
    ['no cookie', { cookie: undefined }],
  ])('D129: 403 console.csrf-token with %s, and the session stays', async (_title, changed) => {
    const session = await opensConsoleSession(service)
    const ann = await service.createUser()
    const headers = { ...session, ...changed }
    for (const reply of [
      await choose(headers, ann.userId),
      await call('GET /console/users', headers),
    ]) {
      expect([reply.statusCode, reply.json().errors[0].code]).toEqual([403, 'console.csrf-token'])
      expect(reply.headers['set-cookie']).toBeUndefined()
    }
    expect(await emailOf(session)).toBe(SEED.email)
  })

  it.each<[string, string, Headers, object]>([
    ['console.host', 'a foreign Host', { host: 'evil.example:8080' }, {}],
    ['console.address', 'another address', {}, { remoteAddress: '192.168.1.20' }],
    ['console.origin', 'a foreign Origin', { origin: 'http://evil.example' }, {}],
    ['console.origin', 'a fetch of another site', { 'sec-fetch-site': 'cross-site' }, {}],
    ['console.origin', 'a fetch of another port', { 'sec-fetch-site': 'same-site' }, {}],
  ])('D129: 403 %s for %s, and the session stays', async (code, _title, changed, options) => {
    const session = await opensConsoleSession(service)
    const ann = await service.createUser()
    const headers = { ...session, ...changed }
    for (const reply of [
      await choose(headers, ann.userId, options),
      await call('GET /console/users', headers, options),
    ]) {
      expect([reply.statusCode, reply.json().errors[0].code]).toEqual([403, code])
      expect(reply.headers['set-cookie']).toBeUndefined()
    }
    expect(await emailOf(session)).toBe(SEED.email)
  })

  it.each([
    [404, 'console.user.unknown', { userId: UNKNOWN_USER }],
    [400, 'TypeMismatch', { userId: 'x' }],
    [400, 'Range', { userId: 0 }],
    [400, 'NotNull', {}],
    [400, 'TypeMismatch', { userId: { id: 1 } }],
  ])('%i %s for the body %j, and the session stays', async (status, code, payload) => {
    const session = await opensConsoleSession(service)
    const reply = await call('PUT /console/session', session, { payload })
    expect([reply.statusCode, reply.json().errors[0].code]).toEqual([status, code])
    expect(reply.headers['set-cookie']).toBeUndefined()
    expect(await emailOf(session)).toBe(SEED.email)
  })

  it('401 console.session.ended for a session that has ended, with its CSRF token', async () => {
    const session = await opensConsoleSession(service)
    const { userId } = await service.createUser()
    await call('DELETE /console/session', session)
    for (const reply of [await choose(session, userId), await call('GET /console/users', session)])
      expect([reply.statusCode, reply.json().errors[0].code]).toEqual([
        401,
        'console.session.ended',
      ])
  })

  it('of two concurrent changes of a session one succeeds; 401 for the other, which opens no session', async () => {
    const session = await opensConsoleSession(service)
    const [ann, ben] = [await service.createUser(), await service.createUser()]
    const lock = { text: 'select id from tokens for update', values: [] }
    const replies = await raceResults(service.db, lock, [
      () => choose(session, ann.userId),
      () => choose(session, ben.userId),
    ])
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 401])
    expect(replies.filter(({ headers }) => headers['set-cookie'])).toHaveLength(1)
  })
})

describe('another user in live mode', () => {
  const service = testService({ mode: 'live' })

  it('D129: 404 for a change of the user, and no list of users: the path shows the page of operators', async () => {
    const { userId } = await service.createUser()
    const change = { payload: { userId } }
    const list = await callConsole(service, 'GET /console/users')
    const page = await callConsole(service, 'GET /console/any')
    expect([list.statusCode, list.body]).toEqual([page.statusCode, page.body])
    expect((await callConsole(service, 'PUT /console/session', {}, change)).statusCode).toBe(404)
  })
})
