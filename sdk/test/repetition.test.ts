// D131: what the client does when a connection breaks, for every operation that changes something. The rows are those
// of docs/printed/sdk-retries.md.

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { everyEndpoint } from '../../src/app/http/open-operations.ts'
import type { Endpoint } from '../../src/kernel/endpoint.ts'
import { type Case, caseSetups, type ServiceKind } from '../../test/architecture/cases/index.ts'
import { type Counts, countsOf, effectOf } from '../../test/architecture/repeated-requests.ts'
import { type Mark, markNow } from '../../test/architecture/traces.ts'
import { setsPin } from '../../test/support/approvals.ts'
import { createsCompletedGroup, linksAccount } from '../../test/support/batch-groups.ts'
import { type TestService, testService } from '../../test/support/service.ts'
import { methodsOf, repetitionRule } from '../../tools/print/sdk.ts'
import { KEY_HEADER, repetition } from '../src/generated/repetition.ts'
import { type KeyStore, OutcomeUnknown } from '../src/index.ts'
import { type Break, breakingFetch } from './broken-connections.ts'
import { callOperation, type SdkCall, sdkCallOf } from './calls.ts'
import { clientFor, onChallengeBy } from './client.ts'

const services: Readonly<Record<ServiceKind, TestService>> = {
  // Links in replies name this address. After the restart, the service listens on another port.
  sandbox: testService({ settings: { publicUrl: 'http://127.0.0.1:8080' } }),
  sandboxWithSweeps: testService(),
  live: testService({ mode: 'live', settings: { smsUrl: 'https://sms.example.com/messages' } }),
}

// `pauseMs` multiplies by 0.5 + random / 2, so -1 makes every pause 0 ms. retries.test.ts checks how long pauses last.
beforeAll(() => {
  vi.spyOn(Math, 'random').mockReturnValue(-1)
})
afterAll(() => {
  vi.restoreAllMocks()
})

const keys = new Map<string, string>()
const store: KeyStore = {
  keep: async (name, key) => {
    if (!keys.has(name)) keys.set(name, key)
    return keys.get(name) ?? key
  },
}

type PreparedCall = {
  readonly endpoint: Endpoint
  readonly service: TestService
  readonly testCase: Case
  readonly sdkCall: SdkCall
  /** Taken before the call. The rows that were written since the mark show the effect of each request. */
  readonly mark: Mark
}

async function prepare(endpoint: Endpoint): Promise<PreparedCall> {
  const setup = caseSetups[endpoint.id] ?? expect.fail(`there is no case for ${endpoint.id}`)
  const service = services[setup.kind ?? 'sandbox']
  const mark = await markNow(service.db)
  const testCase = await setup.prepare(service)
  const sdkCall = withoutKey(await sdkCallOf(testCase.route, testCase.call))
  return { endpoint, service, testCase, sdkCall, mark }
}

/**
 * Removes `customerTransactionId`, which the client then generates. `originalTransferId` stays, because the caller chooses
 * that id.
 */
function withoutKey({ id, args }: SdkCall): SdkCall {
  if (repetition[id] !== 'customerTransactionId') return { id, args }
  const { customerTransactionId: _, ...body } = args.body as Record<string, unknown>
  return { id, args: { ...args, body } }
}

type Outcome = {
  readonly result: unknown
  /** The error that the call threw. */
  readonly error: unknown
  /** The changes that each request made. */
  readonly effects: readonly object[]
  /** The body of the lost reply. */
  readonly unread: unknown
}

/** Calls the operation while connections break. */
async function callWithBreaks(prepared: PreparedCall, ...breaks: Break[]): Promise<Outcome> {
  const { endpoint, service, testCase, sdkCall, mark } = prepared
  const counts: Counts[] = [await countsOf(service, mark)]
  let unread: unknown
  const fetch = breakingFetch(breaks, async (reply) => {
    counts.push(await countsOf(service, mark))
    if (reply) unread = await bodyOf(reply)
  })
  const onChallenge = testCase.proof && onChallengeBy(testCase.proof)
  const godwit = await clientFor(service, testCase.call, {
    fetch,
    store,
    ...(onChallenge && { onChallenge }),
  })
  const options = hasKey(endpoint) ? { storeAs: `${sdkCall.id}-${mark}` } : {}
  const done = await callOperation(godwit, sdkCall, options).then(
    (result) => ({ result, error: undefined }),
    (error: unknown) => ({ result: undefined, error }),
  )
  const isChallenged = endpoint.access.sca !== undefined
  const effects = counts.slice(1).map((after, n) => effectOf(counts[n] ?? {}, after, isChallenged))
  return { ...done, effects, unread }
}

async function bodyOf(reply: Response): Promise<unknown> {
  const type = reply.headers.get('content-type')
  if (type === null) return undefined
  return type.includes('json') ? reply.json() : reply.text()
}

/** Prepares a direct debit that a user with a PIN starts. The user clears the challenge. */
async function prepareChallengedPayment(): Promise<PreparedCall> {
  const endpoint =
    writingEndpoints.find(({ id }) => id === 'batches.initiate-payment') ?? expect.fail()
  const service = services.sandbox
  const ann = await service.createUser()
  const { id } = await createsCompletedGroup(ann, { source: 'CAD' })
  const body = { type: 'DIRECT_DEBIT', accountId: await linksAccount(ann) }
  await setsPin(ann)
  const mark = await markNow(service.db)
  const route = `POST /v1/profiles/${ann.personal}/batch-groups/${id}/payment-initiations`
  const testCase: Case = {
    route,
    call: { token: ann.token, body },
    proof: { by: ann, factor: 'PIN' },
  }
  return { endpoint, service, testCase, mark, sdkCall: await sdkCallOf(route, testCase.call) }
}

const hasKey = (endpoint: Endpoint) => !['once', 'same'].includes(repetitionRule(endpoint) ?? '')
const changes = ({ effects }: Outcome) => effects.filter((effect) => Object.keys(effect).length > 0)

const writingEndpoints = everyEndpoint.filter(({ effect }) => effect !== 'reads')
const rows = writingEndpoints.map((endpoint) => [endpoint.operationId, endpoint] as const)
const retriedRows = rows.filter(([, endpoint]) => repetitionRule(endpoint) !== 'once')
const notRetriedRows = rows.filter(([, endpoint]) => repetitionRule(endpoint) === 'once')

/** The calls of the operations that the client retries, for the restart. */
const calls = new Map<string, { prepared: PreparedCall; outcome: Outcome }>()

describe('operations that the client retries', () => {
  it.each(retriedRows)(
    'D131: %s has one effect when a request and then a reply is lost, and returns the first result',
    async (id, endpoint) => {
      const prepared = await prepare(endpoint)
      const outcome = await callWithBreaks(prepared, 'unsent', 'unread')
      expect(outcome.error).toBeUndefined()
      expect(outcome.effects.length).toBeGreaterThanOrEqual(3)
      expect(changes(outcome)).toHaveLength(1)
      expect(outcome.effects[0]).toEqual({})
      expect(outcome.result).toEqual(outcome.unread)
      calls.set(id, { prepared, outcome })
    },
  )
})

describe('a protected operation with a key', () => {
  it('D131: has one effect when the reply to the approved request is lost', async () => {
    const outcome = await callWithBreaks(await prepareChallengedPayment(), 'unread')
    expect(outcome.error).toBeUndefined()
    const [challenged, approved, repeated] = outcome.effects
    expect([challenged, repeated, outcome.effects.length]).toEqual([{}, {}, 3])
    expect(approved).not.toEqual({})
    expect(outcome.result).toEqual(outcome.unread)
  })
})

describe('operations that the client does not retry', () => {
  it.each(notRetriedRows)(
    'D131: %s fails with OutcomeUnknown: without an effect when a request is lost, with one effect when a reply is lost',
    async (_, endpoint) => {
      const prepared = await prepare(endpoint)
      const before = await callWithBreaks(prepared, 'unsent')
      expect(before.error).toBeInstanceOf(OutcomeUnknown)
      expect(before.effects).toEqual([{}])
      const after = await callWithBreaks(prepared, 'unread')
      expect(after.error).toBeInstanceOf(OutcomeUnknown)
      expect(changes(after)).toHaveLength(1)
      expect(after.effects.at(-1)).toEqual(changes(after)[0])
    },
  )
})

describe('after a restart of the service and of the program', () => {
  beforeAll(async () => {
    for (const service of Object.values(services)) await service.restart()
  })

  it.each(retriedRows)(
    'D131: %s has no second effect, and returns the first result',
    async (id) => {
      const { prepared, outcome } = calls.get(id) ?? expect.fail('the first call did not succeed')
      const again = await callWithBreaks(prepared)
      expect([again.error, again.effects]).toEqual([undefined, again.effects.map(() => ({}))])
      expect(again.result).toEqual(outcome.result)
    },
  )
})

describe('the generated table', () => {
  it('has the rule of the endpoint for each operation and its aliases', () => {
    const rules = everyEndpoint.flatMap((endpoint) =>
      methodsOf(endpoint).map((id) => [id, repetitionRule(endpoint)]),
    )
    expect(repetition).toEqual(Object.fromEntries(rules.filter(([, rule]) => rule !== undefined)))
  })

  it('has operations of every kind', () => {
    expect(new Set(writingEndpoints.map(repetitionRule))).toEqual(
      new Set([KEY_HEADER, 'customerTransactionId', 'originalTransferId', 'once', 'same']),
    )
  })
})
