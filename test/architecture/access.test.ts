// The access rules that every endpoint declares: the endpoint refuses a caller without access, and the refusal changes no
// row.

import { beforeAll, describe, expect, it } from 'vitest'
import { everyEndpoint } from '../../src/app/http/open-operations.ts'
import type { TokenRule } from '../../src/kernel/caller.ts'
import type { Endpoint } from '../../src/kernel/endpoint.ts'
import type { Client, Person } from '../support/people.ts'
import { testService } from '../support/service.ts'
import { outcome } from '../support/transfers.ts'
import { exampleRequests, type Ids } from './requests.ts'
import { traces } from './traces.ts'

const service = testService()
let ann: Person
let client: Client
let userOfClient: Person
let idsOfOther: Ids

beforeAll(async () => {
  ann = await service.createUser()
  client = await service.createClient()
  userOfClient = await service.createUser({ applicationId: client.applicationId })
  const bob = await service.createUser()
  const { clientKey } = await service.createClient()
  idsOfOther = { profileId: bob.personal, userId: bob.userId, clientKey }
})

const namedEndpoints = everyEndpoint.map((endpoint) => [endpoint.id, endpoint] as const)
const withToken = namedEndpoints.filter(
  ([, { access }]) => !['none', 'optional'].includes(access.token),
)
const ofOneTokenKind = namedEndpoints.filter(([, { access }]) =>
  ['user', 'personal', 'client'].includes(access.token),
)
const withOwner = namedEndpoints.filter(([, { access }]) => access.owns !== undefined)

const OWNER_ID = /\{(profileId|userId|clientKey)\}/
/** Simulations are left out: any personal token may call them, because they act as the operator. */
const withIdInPath = namedEndpoints.filter(
  ([, { route, access, sandboxOnly }]) =>
    OWNER_ID.test(route) && !(access.token === 'personal' && sandboxOnly),
)

/** Sends an example of each route of the operation, and returns the replies. No row may change. */
async function sendWithoutEffect(endpoint: Endpoint, token: string | undefined, ids: Ids = {}) {
  const before = await traces(service.db)
  const replies = []
  for (const { route, call } of exampleRequests(endpoint, ids))
    replies.push(await service.call(route, { ...call, ...(token !== undefined && { token }) }))
  expect(await traces(service.db)).toEqual(before)
  expect(replies.length).toBeGreaterThan(0)
  return replies
}

function tokensFor(rule: TokenRule): string[] {
  return [...(rule === 'client' ? [] : [ann.token]), ...(rule === 'user' ? [] : [client.token])]
}

function wrongTokensFor(rule: TokenRule): string[] {
  if (rule === 'personal') return [client.token, userOfClient.token]
  return [rule === 'client' ? ann.token : client.token]
}

describe('without a token', () => {
  it.each(withToken)('401 %s', async (_, endpoint) => {
    for (const { status, body, headers } of await sendWithoutEffect(endpoint, undefined)) {
      expect(status).toBe(401)
      expect(body).toMatchObject({ error: 'unauthorized', error_description: expect.any(String) })
      expect(headers['www-authenticate']).toMatch(/^Bearer/)
    }
  })
})

describe('with an unknown token', () => {
  it.each(withToken)('401 %s', async (_, endpoint) => {
    for (const { status, text } of await sendWithoutEffect(
      endpoint,
      '5a4d0b0c-0000-4000-8000-00000000dead',
    ))
      expect([status, text]).toEqual([
        401,
        '{"error_description":"Invalid token","error":"invalid_token"}',
      ])
  })
})

describe('with a token of the wrong kind', () => {
  it.each(ofOneTokenKind)('401 %s', async (_, endpoint) => {
    for (const wrong of wrongTokensFor(endpoint.access.token))
      for (const { status, body } of await sendWithoutEffect(endpoint, wrong)) {
        expect(status).toBe(401)
        expect(body.error).toBe('unauthorized')
      }
  })
})

describe('with ids of another user', () => {
  it.each(withOwner)('404 %s', async (_, endpoint) => {
    for (const token of tokensFor(endpoint.access.token))
      for (const reply of await sendWithoutEffect(endpoint, token, idsOfOther)) {
        expect(outcome(reply)).toBe('404 not.found')
        expect(reply.body.errors[0].path).toBe(endpoint.access.owns)
      }
  })

  it.each(withIdInPath)(
    '%s declares that it checks the owner of the profile, user or application in its path',
    (_, { route, access }) => {
      expect(access.owns).toBe(OWNER_ID.exec(route)?.[1])
    },
  )
})
