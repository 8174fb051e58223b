// The whole service in live mode, started as an operator starts it.

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { cloneTemplate } from '../../../test/support/postgres.ts'
import { liveEnvironment, secretOf } from '../../../test/support/secrets.ts'
import { ConfigError } from '../../kernel/config-error.ts'
import { openDatabase, sql } from '../../kernel/database/db.ts'
import { hashSecret } from '../../users/index.ts'
import { readConfig } from '../config.ts'
import { endpoints } from '../declarations.ts'
import { type Running, startApp } from '../start.ts'

const countApplicationsSql = sql<{ n: number }>('select count(*)::int as n from applications')
const countKeysSql = sql<{ all: number; unsealed: number }>(`
  select count(*)::int as all, count(*) filter (where not sealed)::int as unsealed
    from (select sealed from signing_keys union all select sealed from payload_keys
          union all select sealed from data_keys union all select sealed from card_payload_keys) keys`)

describe('the service in live mode', () => {
  let running: Running
  let clone: Awaited<ReturnType<typeof cloneTemplate>>
  const configOf = (env: object) =>
    readConfig({ DATABASE_URL: clone.url, PORT: '0', LOG_LEVEL: 'silent', ...env })
  const liveConfig = () => configOf(liveEnvironment)

  beforeAll(async () => {
    clone = await cloneTemplate(inject('postgresUrl'))
    running = await startApp(liveConfig())
  })
  afterAll(async () => {
    await running.stop()
    await clone.drop()
  })

  async function statusOf(route: string, token?: string): Promise<number> {
    const [method = '', path = ''] = route.split(' ')
    const headers = { ...(token !== undefined && { authorization: `Bearer ${token}` }) }
    const url = running.listensAt + path.replace(/\{\w+\}/g, '1')
    return (await fetch(url, { method, headers })).status
  }

  /** Creates a user and returns the personal token of the user. */
  async function createUserToken(): Promise<string> {
    const token = randomUUID()
    const db = openDatabase(clone.url, 2)
    await db.pool.query(
      `with new_user as (insert into users (email, created_at) values ('ann@example.com', now())
                     returning id)
       insert into tokens (kind, hash, user_id, created_at)
       select 'personal', $1, id, now() from new_user`,
      [hashSecret(token)],
    )
    await db.close()
    return token
  }

  it('404 for every sandbox-only operation, with and without a valid token', async () => {
    const token = await createUserToken()
    expect(await statusOf('GET /v1/me', token)).toBe(200)
    const sandboxOperations = endpoints.filter(({ sandboxOnly }) => sandboxOnly)
    expect(sandboxOperations.length).toBeGreaterThan(10)
    for (const { route, aliases = [] } of sandboxOperations)
      for (const path of [route, ...aliases])
        expect([path, await statusOf(path, token), await statusOf(path)]).toEqual([path, 404, 404])
  })

  it('every operation under /simulation/ and /sandbox/ is declared sandboxOnly', () => {
    const named = endpoints.filter(({ route }) => /\/simulation\/|\/sandbox\//.test(route))
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter(({ sandboxOnly }) => !sandboxOnly).map(({ id }) => id)).toEqual([])
  })

  it('starts without applications or unsealed keys, and prints no credentials', async () => {
    const db = openDatabase(clone.url, 2)
    onTestFinished(db.close)
    expect((await db.reader.row(countApplicationsSql))?.n).toBe(0)
    const keys = await db.reader.row(countKeysSql)
    expect(keys).toEqual({ all: expect.any(Number), unsealed: 0 })
    expect(keys?.all).toBeGreaterThan(3)
    expect(running.banner).not.toMatch(/secret|token|sandbox-app/i)
  })

  it.each([
    [200, 'GET /health', 'monitoring has no token'],
    [200, 'GET /ready', 'monitoring has no token'],
    [404, 'GET /metrics', 'only ADMIN_PORT serves metrics'],
    [404, 'GET /oauth/authorize?client_id=a&redirect_uri=b', 'GODWIT_LOGIN_URL is not set'],
  ])('%i for %s, because %s', async (status, route) => {
    expect(await statusOf(route)).toBe(status)
  })

  it('with only the role worker, serves health and readiness, and neither the API nor the console', async () => {
    const worker = await startApp(configOf({ ...liveEnvironment, GODWIT_ROLES: 'worker' }))
    onTestFinished(worker.stop)
    const statuses = ['/health', '/ready', '/console', '/console/operator/session', '/v1/me'].map(
      async (path) => (await fetch(worker.listensAt + path)).status,
    )
    expect(await Promise.all(statuses)).toEqual([200, 200, 404, 404, 404])
  })

  it('a sandbox refuses to start on the database of live mode', async () => {
    await expect(startApp(configOf({}))).rejects.toThrow('belongs to live mode')
  })

  it('refuses to start with another GODWIT_SECRET_PIN', async () => {
    const config = configOf({
      ...liveEnvironment,
      GODWIT_SECRET_PIN: secretOf('another'),
    })
    const failure = await startApp(config).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ConfigError)
    expect(String(failure)).toContain('GODWIT_SECRET_PIN cannot decrypt')
  })
})

it('the service in live mode refuses the database of a sandbox', async () => {
  const clone = await cloneTemplate(inject('postgresUrl'))
  onTestFinished(clone.drop)
  const env = { DATABASE_URL: clone.url, PORT: '0', LOG_LEVEL: 'silent', GODWIT_SEED: 'none' }
  await (await startApp(readConfig(env))).stop()
  const live = readConfig({ ...env, ...liveEnvironment })
  await expect(startApp(live)).rejects.toThrow('belongs to sandbox mode')
})
