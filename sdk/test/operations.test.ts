// Calls every operation of the interface by its method, over HTTP, in a request that succeeds.

import { beforeAll, describe, expect, it } from 'vitest'
import document from '../../docs/printed/openapi.json' with { type: 'json' }
import { everyEndpoint } from '../../src/app/http/open-operations.ts'
import type { Endpoint } from '../../src/kernel/endpoint.ts'
import { type Case, caseSetups, type ServiceKind } from '../../test/architecture/cases/index.ts'
import { exampleRequests } from '../../test/architecture/requests.ts'
import { createWorld, type World } from '../../test/architecture/world.ts'
import { type TestService, testService } from '../../test/support/service.ts'
import { topsUp } from '../../test/support/transfers.ts'
import { methodsOf } from '../../tools/print/sdk.ts'
import type { Godwit } from '../src/index.ts'
import { aliasesOf, callOperation, operationIds, sdkCallOf } from './calls.ts'
import { clientFor, onChallengeBy } from './client.ts'
import { readingCases } from './reading-cases.ts'

const services: Readonly<Record<ServiceKind, TestService>> = {
  sandbox: testService({ requestLog: 'on' }),
  sandboxWithSweeps: testService(),
  live: testService({ mode: 'live', settings: { smsUrl: 'https://sms.example.com/messages' } }),
}

type Responses = Readonly<Record<string, { readonly content?: object }>>
const responsesById = new Map(
  Object.values(document.paths).flatMap((methods) =>
    Object.values(methods as object).map(
      ({ operationId, responses }: { operationId: string; responses: Responses }) =>
        [operationId, responses] as const,
    ),
  ),
)

const succeededIds = new Set<string>()

/** Calls the method of the route, or the method `name` of an alias of the route, and checks the status and the result. */
async function expectSuccess(
  service: TestService,
  { route, call, proof }: Case,
  name?: string,
): Promise<void> {
  let last: Response | undefined
  const recordingFetch: typeof fetch = async (...request) => {
    last = await fetch(...request)
    return last
  }
  const godwit = await clientFor(service, call, {
    fetch: recordingFetch,
    attemptsMax: 1,
    ...(proof && { onChallenge: onChallengeBy(proof) }),
  })
  const original = await sdkCallOf(route, call)
  const sdkCall = [original, ...aliasesOf(original)].find(({ id }) => (name ?? id) === id)
  if (sdkCall === undefined) return expect.fail(`${route} is not the route of ${name}`)
  const result = await firstOf(await callOperation(godwit, sdkCall))
  const { status = 0, headers } = last ?? {}
  const responses = responsesById.get(sdkCall.id) ?? {}
  expect(Object.keys(responses)).toContain(String(status))
  expect(status < 300 || status === 303, `status ${status}`).toBe(true)
  if (status === 303) expect(result).toBe(headers?.get('location'))
  else expect(kindOf(result)).toBe(expectedKindOf(headers?.get('content-type'), responses[status]))
  succeededIds.add(sdkCall.id)
}

/** The first entry of a stream, or the result itself. */
async function firstOf(result: unknown): Promise<unknown> {
  if (result === null || typeof result !== 'object' || !(Symbol.asyncIterator in result))
    return result
  for await (const entry of result as AsyncIterable<unknown>) return entry
}

function kindOf(result: unknown): string {
  if (result instanceof Blob) return 'bytes'
  return typeof result === 'object' ? 'JSON' : typeof result
}

/** The kind of result that a program expects: no result, JSON, text or bytes. */
function expectedKindOf(
  type: string | null | undefined,
  { content }: Responses[string] = {},
): string {
  if (content === undefined) return 'undefined'
  if (type?.includes('json') || type === 'text/event-stream') return 'JSON'
  return type?.startsWith('application/pdf') ? 'bytes' : 'string'
}

const writingEndpoints = everyEndpoint.filter(({ effect }) => effect !== 'reads')
const readingEndpoints = everyEndpoint.filter(({ effect }) => effect === 'reads')

describe('writing operations', () => {
  const rows = writingEndpoints.flatMap((endpoint) =>
    methodsOf(endpoint).map((name) => [name, endpoint.id] as const),
  )

  it.each(rows)('%s succeeds', async (name, id) => {
    const setup = caseSetups[id] ?? expect.fail(`there is no case for ${id}`)
    const service = services[setup.kind ?? 'sandbox']
    await expectSuccess(service, await setup.prepare(service), name)
  })
})

describe('reading operations', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld(services.sandbox)
  })

  /** The requests of the case, or else examples with the ids of the user of the world. */
  async function requestsOf(endpoint: Endpoint): Promise<readonly Case[]> {
    const setup = readingCases[endpoint.id]
    if (setup !== undefined) return setup(services.sandbox, world.person)
    const token = world.tokenFor(endpoint)
    return exampleRequests(endpoint, world.idsFor(endpoint)).map(({ route, call }) => ({
      route,
      call: { ...(token !== undefined && { token }), ...call },
    }))
  }

  it.each(readingEndpoints.map((endpoint) => [endpoint.operationId, endpoint] as const))(
    '%s succeeds at each of its routes',
    async (_, endpoint) => {
      const requests = await requestsOf(endpoint)
      expect(requests).toHaveLength(1 + (endpoint.aliases?.length ?? 0))
      for (const request of requests) await expectSuccess(services.sandbox, request)
    },
  )
})

describe('the client', () => {
  it('has a method for every operation of the OpenAPI document, and no others', () => {
    expect(operationIds.toSorted()).toEqual([...responsesById.keys()].toSorted())
  })

  it('has succeeded, in the tests above, with every operation', () => {
    expect([...responsesById.keys()].filter((id) => !succeededIds.has(id))).toEqual([])
  })
})

describe('documents', () => {
  let godwit: Godwit
  let path: { profileId: number; balanceId: number }
  const query = { currency: 'GBP', intervalStart: '2026-01-01', intervalEnd: '2026-01-31' }
  beforeAll(async () => {
    const ann = await services.sandbox.createUser()
    godwit = await clientFor(services.sandbox, ann)
    path = { profileId: ann.personal, balanceId: await topsUp(ann, 'GBP', 12.34) }
  })

  it('a statement in JSON is an object', async () => {
    const statement = await godwit.statements.getBalanceStatement({
      path: { ...path, format: 'json' },
      query,
    })
    expect(statement.endOfStatementBalance).toMatchObject({ value: 12.34, currency: 'GBP' })
  })

  it('a statement in CSV is text', async () => {
    const csv = await godwit.statements.getBalanceStatement({
      path: { ...path, format: 'csv' },
      query,
    })
    expect(csv.split('\n')[1]).toContain('12.34')
  })

  it('a statement in XML is text', async () => {
    const xml = await godwit.statements.getBalanceStatement({
      path: { ...path, format: 'xml' },
      query,
    })
    expect(xml).toMatch(/^<\?xml .*camt\.053.*12\.34/s)
  })

  it('a statement in PDF is a Blob with its bytes and type', async () => {
    const pdf = await godwit.statements.getBalanceStatement({
      path: { ...path, format: 'pdf' },
      query,
    })
    expect(pdf.type).toBe('application/pdf')
    const text = Buffer.from(await pdf.arrayBuffer()).toString('latin1')
    expect([text.slice(0, 5), text.trimEnd().slice(-5)]).toEqual(['%PDF-', '%%EOF'])
  })
})
