// The lines of the security log: what they contain, and when they are written.

import fc from 'fast-check'
import Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { writes } from '../../kernel/endpoint.ts'
import { type ErrorKind, refuse } from '../../kernel/refusal.ts'
import {
  type SecurityEvent,
  securityEvent,
  securityEventKind,
} from '../../kernel/security-event.ts'
import {
  failure,
  postForm,
  REGISTRATION_CODE,
  requestToken,
  signUp,
} from '../../users/test/token-requests.ts'
import { securityLog } from '../security-log.ts'

const probe = securityEventKind({
  name: 'probe.happened',
  summary: 'Something happened.',
  nature: 'failure',
  fields: { userId: 'integer', reason: ['wrong', 'expired'] },
})

/** The fields of every line, and those that `probe` declares. */
const declaredFields = [
  'security',
  'operation',
  'address',
  'traceId',
  'message',
  ...Object.keys(probe.fields),
]

function lineOf(event: SecurityEvent, ip = '192.0.2.1'): Record<string, unknown> {
  const lines: Record<string, unknown>[] = []
  const add = (fields: object, message: string) => void lines.push({ ...fields, message })
  const log = securityLog({ log: { info: add, warn: add }, count: () => undefined })
  log(event, { ip, traceId: 'trace', endpoint: undefined })
  return lines[0] ?? {}
}

describe('D121: a line of the security log', () => {
  it('contains the declared fields and the origin of the request', () => {
    expect(lineOf(securityEvent(probe, { userId: 7, reason: 'wrong' }))).toEqual({
      security: 'probe.happened',
      userId: 7,
      reason: 'wrong',
      operation: undefined,
      address: '192.0.2.1',
      traceId: 'trace',
      message: 'Something happened.',
    })
  })

  it('contains no undeclared field and no undeclared text, for arbitrary values', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), fc.string(), (userId, reason, ip) => {
        // The computed key makes `__proto__` a field; without brackets it would be ignored.
        const undeclared = { token: 'secret', ['__proto__']: ip }
        const hostile = { kind: probe, values: { userId, reason, ...undeclared } }
        const line = lineOf(hostile as SecurityEvent, ip)
        expect(declaredFields).toEqual(expect.arrayContaining(Object.keys(line)))
        expect(line['userId'] === undefined || Number.isSafeInteger(line['userId'])).toBe(true)
        expect([undefined, 'wrong', 'expired']).toContain(line['reason'])
        expect(line['address'] ?? '0.0.0.0').toMatch(/^[\da-f:.]+(?:%\w+)?$/i)
      }),
    )
  })
})

describe('D121: the security log', () => {
  const service = testService()

  it('contains no secret when a client sends secrets as keys, codes, tokens and paths', async () => {
    const secret = `hostile-${crypto.randomUUID()}`
    const client = await service.createClient()
    const email = await signUp(client)
    const fields = { email, registration_code: secret, code: secret, refresh_token: secret }
    const before = service.securityLines.length
    for (const grant_type of ['registration_code', 'authorization_code', 'refresh_token'])
      await requestToken(service, client, { grant_type, redirect_uri: secret, ...fields })
    await requestToken(service, { ...client, clientKey: secret }, { grant_type: 'refresh_token' })
    await requestToken(service, { ...client, secret }, { grant_type: 'refresh_token' })
    await requestToken(service, client, { grant_type: 'refresh_token', client_id: secret })
    await postForm(service, '/oauth/token', { client_id: secret, client_secret: secret })
    await service.call('POST /oauth/token', {
      body: 'a=b',
      headers: {
        authorization: `Basic ${Buffer.from(secret).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
    })
    await service.call(`GET /v1/transfers/${secret}?token=${secret}`, {
      token: `{"level":60}\\n${secret}`,
    })
    await service.call('GET /v1/me', { token: secret, headers: { 'x-forwarded-for': secret } })
    const lines = service.securityLines.slice(before)
    expect(lines.length).toBeGreaterThanOrEqual(9)
    const text = JSON.stringify(lines)
    for (const hidden of [secret, client.secret, email, REGISTRATION_CODE, client.token])
      expect(text).not.toContain(hidden)
  })

  it('contains the reason of a 401 invalid_token, which the reply does not contain', async () => {
    const client = await service.createClient()
    const registered = await requestToken(service, client, {
      grant_type: 'registration_code',
      email: await signUp(client),
      registration_code: REGISTRATION_CODE,
    })
    const { access_token: token, refresh_token: refresh } = registered.body
    const invalid = [401, 'invalid_token', 'Invalid token']
    expect(failure(await service.call('GET /v1/me', { token: refresh }))).toEqual(invalid)
    await service.db.pool.query(
      "update tokens set expires_at = now() - interval '1 second' where kind = 'access'",
    )
    expect(failure(await service.call('GET /v1/me', { token }))).toEqual(invalid)
    expect(service.securityLines.slice(-2)).toMatchObject([
      { security: 'users.bearer-refused', reason: 'refresh-token', operation: 'profiles.me' },
      { security: 'users.bearer-refused', reason: 'expired', operation: 'profiles.me' },
    ])
  })
})

const ProbeRefused: ErrorKind = { code: 'probe.refused', status: 409, message: 'A probe.' }

/** Reports an event, and then refuses the request if the query parameter `refused` is true. */
const reportingEndpoint = writes(
  {
    id: 'probe.reports',
    operationId: 'probeReports',
    route: 'POST /probe/reports',
    summary: 'Reports a security event',
    spec: 'test',
    access: { token: 'user' },
    query: Type.Object({ refused: Type.Boolean() }),
    reply: Type.Object({}),
    onRepeat: 'another',
    errors: [ProbeRefused],
  },
  async (_tx, { caller, query, report }) => {
    report(probe, { userId: caller.userId })
    if (query.refused) refuse(ProbeRefused)
    return {}
  },
)

describe('D121: a report of a use case', () => {
  const service = testService({ extra: [reportingEndpoint] })

  it('is logged when the transaction was committed, and not when it was rolled back', async () => {
    const { userId, call } = await service.createUser()
    const before = service.securityLines.length
    const refused = await call('POST /probe/reports', { query: { refused: 'true' } })
    expect(refused.status).toBe(409)
    expect(service.securityLines.slice(before)).toEqual([])
    const committed = await call('POST /probe/reports', { query: { refused: 'false' } })
    expect(committed.status).toBe(200)
    expect(service.securityLines.slice(before)).toMatchObject([
      { security: 'probe.happened', userId },
    ])
  })
})
