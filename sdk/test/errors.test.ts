// The errors of the client against the service over HTTP.

import { beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../../test/support/people.ts'
import { testService } from '../../test/support/service.ts'
import { createsTransfer, topsUp } from '../../test/support/transfers.ts'
import {
  Conflict,
  createGodwit,
  errorOf,
  type Godwit,
  InvalidRequest,
  NotAuthenticated,
  NotFound,
} from '../src/index.ts'
import { baseUrlOf, clientFor } from './client.ts'

const UNKNOWN_TOKEN = '00000000-0000-4000-8000-000000000000'

describe('errors', () => {
  const service = testService()
  let ann: Person
  let godwit: Godwit
  beforeAll(async () => {
    ann = await service.createUser()
    godwit = await clientFor(service, ann)
  })

  const failureOf = (call: Promise<unknown>) =>
    call.then(
      () => undefined,
      (error: unknown) => error,
    )

  it('InvalidRequest has code, path and arguments of the first reason, all reasons, and the trace id', async () => {
    const body = { sourceCurrency: '', targetCurrency: 'GBP', sourceAmount: 'ten' }
    const error = await failureOf(
      godwit.quotes.createQuote({ path: { profileId: ann.personal }, body }),
    )
    expect(error).toBeInstanceOf(InvalidRequest)
    const { name, status, reasons, code, message, path, traceId } = error as InvalidRequest
    expect([name, status]).toEqual(['InvalidRequest', 400])
    expect(reasons.map((reason) => reason.path)).toEqual(['sourceCurrency', 'sourceAmount'])
    const [first] = reasons
    expect({ code, message, path, arguments: (error as InvalidRequest).arguments }).toEqual(first)
    expect(first?.arguments).not.toEqual([])
    expect(traceId).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('NotFound for an unknown resource, and for a resource of another user', async () => {
    const stranger = await service.createUser()
    const transferId = 999_999
    expect(await failureOf(godwit.transfers.getTransfer({ path: { transferId } }))).toBeInstanceOf(
      NotFound,
    )
    const path = { profileId: stranger.personal }
    expect(
      await failureOf(godwit.balances.listBalances({ path, query: { types: 'STANDARD' } })),
    ).toBeInstanceOf(NotFound)
  })

  it('NotAuthenticated without a token and with an unknown token', async () => {
    const baseUrl = await baseUrlOf(service)
    for (const options of [{ baseUrl }, { baseUrl, token: UNKNOWN_TOKEN }])
      expect(await failureOf(createGodwit(options).profiles.listProfiles())).toBeInstanceOf(
        NotAuthenticated,
      )
  })

  it('Conflict when the state does not allow the operation', async () => {
    await topsUp(ann, 'GBP', 10)
    const { id } = await createsTransfer(ann)
    await godwit.transfers.cancelTransfer({ path: { transferId: id } })
    const again = await failureOf(godwit.transfers.cancelTransfer({ path: { transferId: id } }))
    expect(again).toBeInstanceOf(Conflict)
  })

  it('the error of a refused request for a token has the code of RFC 6749', async () => {
    const call = godwit.users.createToken({ body: { grant_type: 'password' } as never })
    expect(await failureOf(call)).toMatchObject({
      code: expect.stringMatching(/^(invalid|unsupported)_/),
    })
  })

  it('the error for a reply that is not JSON, such as the page of a proxy, has a code and a message', async () => {
    const error = await errorOf(new Response('<h1>Bad gateway</h1>', { status: 502 }))
    expect([error.code, error.message]).toEqual([
      'http.502',
      'The service replied with status 502.',
    ])
  })

  it('the reply 304 to the ETag of an earlier reply is no error, and has no result', async () => {
    let etag = ''
    const client = await clientFor(service, ann, {
      fetch: async (...request) => {
        const reply = await fetch(...request)
        etag = reply.headers.get('etag') ?? etag
        return reply
      },
    })
    const rates = await client.quotes.listRates()
    expect(rates.length).toBeGreaterThan(0)
    const headers = { 'If-None-Match': etag }
    const current: readonly object[] | undefined = await client.quotes.listRates({ headers })
    expect(current).toBeUndefined()
    const outdated = { 'If-None-Match': '"x"' }
    expect(await client.quotes.listRates({ headers: outdated })).toEqual(rates)
  })

  it('the client takes the token from a function before every call', async () => {
    let calls = 0
    const token = () => {
      calls += 1
      return ann.token
    }
    const client = await clientFor(service, ann, { token })
    await client.profiles.listProfiles()
    await client.profiles.listProfiles()
    expect(calls).toBe(2)
  })
})
