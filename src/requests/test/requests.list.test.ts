// GET /v1/sandbox/requests: the log, its search, and who may read it.

import { randomUUID } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { everyRequest } from '../../../test/support/request-log.ts'
import { testService } from '../../../test/support/service.ts'
import { createsQuote, createsTransfer, ok, outcome } from '../../../test/support/transfers.ts'

const service = testService({ requestLog: 'on' })
const LIST = 'GET /v1/sandbox/requests'

type ListedRequest = Record<string, unknown> & { id: number; operation: string; subjects: string[] }

async function search(person: Person, query?: string, more: Record<string, string> = {}) {
  await service.flushRequests()
  const page = { ...(query !== undefined && { query }), ...more }
  return (await ok(person.call(LIST, { query: page }))) as {
    cursor: string | null
    requests: ListedRequest[]
  }
}

async function operations(person: Person, query: string) {
  return (await search(person, query)).requests.map(({ operation }) => operation)
}

it('200 lists requests newest first, with status, duration, path and subjects', async () => {
  const ann = await service.createUser()
  const { id } = await createsTransfer(ann)
  await ok(ann.call(`GET /v1/transfers/${id}`))
  const { requests, cursor } = await search(ann)
  expect(cursor).toBeNull()
  expect(requests[0]).toMatchObject({
    operation: 'getTransfer',
    method: 'GET',
    path: `/v1/transfers/${id}`,
    route: '/v1/transfers/{transferId}',
    status: 200,
    idempotency: 'none',
    errors: [],
    applicationId: null,
  })
  expect(requests[0]?.subjects).toContain(`transfer:${id}`)
  expect(requests[0]?.['durationMicros']).toBeGreaterThan(0)
  const ids = requests.map((request) => request.id)
  expect(ids).toEqual(ids.toSorted((a, b) => b - a))
})

describe('search', () => {
  it('finds requests by subject, method, status, path, operation, profile, time, text and trace', async () => {
    const ann = await service.createUser()
    const { id: quote } = await createsQuote(ann)
    const { id } = await createsTransfer(ann)
    await ok(ann.call(`GET /v1/transfers/${id}`))
    const missing = await ann.call('GET /v1/transfers/1')
    expect(missing.status).toBe(404)

    expect(await operations(ann, `transfer:${id}`)).toEqual(['getTransfer', 'createTransfer'])
    expect(await operations(ann, `quote:${quote.toUpperCase()} method:post`)).toEqual([
      'createQuote',
    ])
    expect(await operations(ann, 'is:error')).toEqual(['getTransfer'])
    expect(await operations(ann, 'status:404')).toEqual(['getTransfer'])
    expect(await operations(ann, 'status:>=400 status:<404')).toEqual([])
    expect(await operations(ann, `path:/v1/transfers/${id}`)).toEqual(['getTransfer'])
    expect(await operations(ann, 'path:/v1/transfers/{transferId}')).toHaveLength(2)
    expect(await operations(ann, 'operation:createTransfer')).toEqual(['createTransfer'])
    expect(await operations(ann, `profile:${ann.personal} quote:${quote}`)).toEqual(['createQuote'])
    expect(await operations(ann, `profile:${ann.personal} operation:createTransfer`)).toEqual([])
    expect(await operations(ann, `profile:${ann.personal} is:error`)).toEqual([])
    expect(await operations(ann, 'since:2020-01-01 is:error')).toEqual(['getTransfer'])
    expect(await operations(ann, 'since:2999-01-01 since:2020-01-01')).toEqual([])
    expect(await operations(ann, `GETTRANSFER ${missing.body.errors[0].code}`)).toEqual([
      'getTransfer',
    ])
    const trace = String(missing.headers['x-trace-id'])
    expect(await operations(ann, `trace:${trace}`)).toEqual(['getTransfer'])
    expect(await operations(ann, `trace:${trace} status:200`)).toEqual([])
  })

  it('compares texts literally: % _ \\ * ( are not patterns', async () => {
    const ann = await service.createUser()
    await ok(ann.call('GET /v1/profiles'))
    expect(await operations(ann, 'profiles')).not.toEqual([])
    for (const text of ['%', '_', '\\', 'p%s', '.*', '(', "'", '$1', 'path:/%', 'operation:list%'])
      expect([text, await operations(ann, text)]).toEqual([text, []])
  })

  it('is:replayed and is:reused find requests that repeat an idempotency key', async () => {
    const ann = await service.createUser()
    const headers = { 'x-idempotence-uuid': randomUUID() }
    const create = (name: string) =>
      ann.call(`POST /v4/profiles/${ann.personal}/balances`, {
        headers,
        body: { currency: 'GBP', type: 'SAVINGS', name },
      })
    const [first, again, other] = [await create('a'), await create('a'), await create('b')]
    expect([first.status, again.status, other.status]).toEqual([201, 201, 409])
    expect(await operations(ann, 'is:replayed')).toEqual(['createBalance'])
    expect(await operations(ann, 'is:reused')).toEqual(['createBalance'])
    const [, , created] = (await search(ann, 'operation:createBalance')).requests
    expect(created?.['idempotency']).toBe('first')
  })

  it('hide:reads leaves out successful requests that only read, and keeps refused ones and writes', async () => {
    const ann = await service.createUser()
    const { id } = await createsTransfer(ann)
    await ok(ann.call(`GET /v1/transfers/${id}`))
    expect((await ann.call('GET /v1/transfers/1')).status).toBe(404)
    const { requests } = await search(ann)
    const shown = requests.filter((request) => !request['onlyReads'] || request['status'] !== 200)
    const shownOperations = shown.map(({ operation }) => operation)
    expect(shownOperations.slice(0, 2)).toEqual(['getTransfer', 'createTransfer'])
    expect(shown.length).toBeLessThan(requests.length)
    expect(await operations(ann, 'hide:reads')).toEqual(shownOperations)
    expect(await operations(ann, `hide:reads transfer:${id}`)).toEqual(['createTransfer'])
  })

  it.each([
    'hide:writes',
    'is:blue',
    'status:99',
    'status:=404',
    'path:v1',
    'trace:1',
    'since:yesterday',
    'colour:red',
    'transfer:',
    'profile:x',
  ])('400 requests.query.invalid names the word %s and lists the existing words', async (word) => {
    const ann = await service.createUser()
    const reply = await ann.call(LIST, { query: { query: `createQuote ${word}` } })
    expect(outcome(reply)).toBe('400 requests.query.invalid')
    expect(reply.body.errors[0].message).toContain(`'${word}'`)
    expect(reply.body.errors[0].message).toContain('operation:fundTransfer')
  })

  it('400 at query for 501 characters, and requests.query.invalid for 21 words; 200 for 500 characters and for 20 words', async () => {
    const ann = await service.createUser()
    const searchFor = (query: string) => ann.call(LIST, { query: { query } })
    const long = await searchFor('x'.repeat(501))
    expect([long.status, long.body.errors[0].path]).toEqual([400, 'query'])
    expect(outcome(await searchFor('x '.repeat(21)))).toBe('400 requests.query.invalid')
    for (const query of ['x'.repeat(500), 'x '.repeat(20)])
      expect((await searchFor(query)).status).toBe(200)
  })
})

describe('pages', () => {
  it('every request is on exactly one page, also when requests arrive between two pages', async () => {
    const ann = await service.createUser()
    for (let n = 0; n < 7; n++) await ok(ann.call('GET /v1/profiles'))
    const before = (await search(ann)).requests.map(({ id }) => id)
    const seen: number[] = []
    let nextCursor: string | null | undefined
    while (nextCursor !== null) {
      const page = await search(ann, '', { size: '3', ...(nextCursor && { nextCursor }) })
      seen.push(...page.requests.map(({ id }) => id))
      nextCursor = page.cursor
      await ok(ann.call('GET /v1/profiles'))
    }
    expect(seen).toEqual(before)
  })

  it('400 requests.cursor.invalid for a cursor that is not a number', async () => {
    const ann = await service.createUser()
    expect(outcome(await ann.call(LIST, { query: { nextCursor: "1' or '1'='1" } }))).toBe(
      '400 requests.cursor.invalid',
    )
  })
})

describe('tenancy', () => {
  it('a user sees no request of another user, also not by its id, its trace or the profile in its path', async () => {
    const ann = await service.createUser()
    const bob = await service.createUser()
    await ok(bob.call('GET /v1/profiles'))
    const missing = await bob.call(`GET /v1/profiles/${ann.personal}/activities`)
    expect(missing.status).toBe(404)
    expect((await search(ann)).requests).toEqual([])
    const [newest] = (await search(bob)).requests
    expect(newest).toMatchObject({ operation: 'listActivities', status: 404 })
    expect((await ann.call(`${LIST}/${newest?.id}`)).status).toBe(404)
    const trace = String(missing.headers['x-trace-id'])
    expect(await operations(ann, `trace:${trace}`)).toEqual([])
    expect(await operations(ann, `profile:${ann.personal}`)).toEqual([])
  })

  it('a request of an application for a user is stored with the ids of both; 401 when the application reads the log', async () => {
    const application = await service.createClient()
    const applicationId = application.applicationId
    const ann = await service.createUser({ applicationId })
    await ok(ann.call('GET /v1/profiles'))
    await service.flushRequests()
    const requests = (await everyRequest(service.db.pool)).filter(
      (request) => request.applicationId === applicationId,
    )
    expect(requests.length).toBeGreaterThan(0)
    expect(requests.every(({ userId }) => userId === ann.userId)).toBe(true)
    // Only a personal token reads the log.
    expect((await ann.call(LIST)).status).toBe(401)
  })
})

describe('a request that no operation answers', () => {
  /** Waits for the request to appear, because the log looks up the request's token only after the reply. */
  const found = async (person: Person) => {
    await vi.waitFor(async () =>
      expect((await search(person, 'operation:none')).requests).toHaveLength(1),
    )
    return (await search(person, 'operation:none')).requests[0]
  }

  it('is listed for the user of its token, with the words of its path that an operation declares', async () => {
    const ann = await service.createUser()
    const reply = await ann.call('POST /v1/transferz/5a4d0b0c-0000-4000-8000-000000000001/1234', {
      body: { pin: '1234' },
    })
    expect(reply.status).toBe(404)
    const request = await found(ann)
    expect(request).toMatchObject({
      method: 'POST',
      path: '/v1/{unknown}/{unknown}/{unknown}',
      status: 404,
      errors: [{ code: 'not.found', message: reply.body.errors[0].message }],
    })
    const shown = await ok(ann.call(`${LIST}/${request?.id}`))
    expect(shown).toMatchObject({ requestBody: null, requestBodyAbsence: 'notRead' })
  })

  it('405 for a path without this method is listed too, with the declared words of its path', async () => {
    const ann = await service.createUser()
    expect((await ann.call('DELETE /v1/transfers/1')).status).toBe(405)
    expect(await found(ann)).toMatchObject({
      path: '/v1/transfers/{unknown}',
      status: 405,
      errors: [{ code: 'method.not-allowed' }],
    })
  })

  it('is not kept without a valid token', async () => {
    const ann = await service.createUser()
    for (const authorization of ['Bearer 00000000-0000-4000-8000-000000000000', 'Basic abc'])
      await service.call('GET /v1/transferz', { headers: { authorization } })
    await service.call('GET /v1/transferz')
    await ann.call('GET /v1/transferz')
    await found(ann)
    const ownerless = (await everyRequest(service.db.pool)).filter(
      ({ operation, userId }) => operation === 'none' && userId === null,
    )
    expect(ownerless).toEqual([])
  })
})

it('neither a request that reads the log nor one to the token endpoint is logged, unlike another request', async () => {
  const ann = await service.createUser()
  await ok(ann.call('GET /v1/profiles'))
  const client = await service.createClient()
  await search(ann)
  await service.call('POST /oauth/token', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `grant_type=client_credentials&client_id=${client.clientKey}&client_secret=wrong`,
  })
  await service.flushRequests()
  const requests = await everyRequest(service.db.pool)
  expect(requests.filter(({ userId }) => userId === ann.userId)).toMatchObject([
    { route: '/v1/profiles' },
  ])
  expect(
    requests.filter(
      ({ operation, route }) => operation === 'listRequests' || route === '/oauth/token',
    ),
  ).toEqual([])
})
