// D91: the effect of a repeated request, for every operation that changes something. Each row of
// docs/printed/idempotency.md is tested.

import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { everyEndpoint } from '../../src/app/http/open-operations.ts'
import { acceptsIdempotencyKey } from '../../src/kernel/endpoint.ts'
import { KeyReused } from '../../src/kernel/idempotency.ts'
import {
  acceptsOtherBody,
  KEY_HEADER,
  type Repetition,
  repetitions,
  repetitionsOf,
} from '../../tools/print/idempotency.ts'
import { race } from '../support/race.ts'
import { type Reply, type TestService, testService } from '../support/service.ts'
import { outcome } from '../support/transfers.ts'
import { type Case, caseSetups, type ServiceKind } from './cases/index.ts'
import {
  type Counts,
  countsOf,
  type Effect,
  effectOf,
  requestOf,
  send,
  sendAndLoseReply,
  tableLock,
  times,
  type Wording,
} from './repeated-requests.ts'
import { type Mark, markNow } from './traces.ts'

const services: Readonly<Record<ServiceKind, TestService>> = {
  sandbox: testService(),
  sandboxWithSweeps: testService(),
  live: testService({ mode: 'live', settings: { smsUrl: 'https://sms.example.com/messages' } }),
}

/** A case that is ready to send its request. */
type PreparedCase = {
  readonly service: TestService
  readonly testCase: Case
  readonly key: string | undefined
  /** Taken before the case wrote any row. */
  readonly mark: Mark
}

/** The first request of a row, what it changed, and the reply to its first repetition. */
type FirstRequest = PreparedCase & { readonly effect: Effect; repeatedText?: string }

const firstRequests = new Map<string, FirstRequest>()
const rows = repetitions.map((row) => [nameOf(row), row] as const)

function nameOf({ endpoint, key }: Repetition): string {
  return key === undefined ? `${endpoint.id} without a key` : `${endpoint.id} with ${key}`
}

function firstRequestOf(row: Repetition): FirstRequest {
  return firstRequests.get(nameOf(row)) ?? expect.fail('the first request did not succeed')
}

async function prepare({ endpoint, key }: Repetition): Promise<PreparedCase> {
  const setup = caseSetups[endpoint.id]
  if (setup === undefined) throw new Error(`there is no case for ${endpoint.id}`)
  const service = services[setup.kind ?? 'sandbox']
  lastCounts.delete(service)
  const mark = await markNow(service.db)
  // Operations that ignore the header of the key get the header in every request.
  const needsKey =
    key === KEY_HEADER || endpoint.idempotencyKey === 'required' || !acceptsIdempotencyKey(endpoint)
  return {
    service,
    mark,
    testCase: await setup.prepare(service),
    key: needsKey ? randomUUID() : undefined,
  }
}

/** The case of the first request, with a new key where the first request has a key. */
function prepareAgain(row: Repetition): PreparedCase {
  const first = firstRequestOf(row)
  return { ...first, key: first.key && randomUUID() }
}

/** The latest counts of each service. Between two measurements nothing runs on the service, so they are the next `before`. */
const lastCounts = new Map<TestService, { readonly mark: Mark; readonly counts: Counts }>()

async function countsNow({ service, mark }: PreparedCase): Promise<Counts> {
  const last = lastCounts.get(service)
  return last?.mark === mark ? last.counts : countsOf(service, mark)
}

/** Runs `work` and returns what it changed. */
async function measure<T>(
  prepared: PreparedCase,
  { endpoint }: Repetition,
  work: () => Promise<T>,
) {
  const { service, mark } = prepared
  const before = await countsNow(prepared)
  const done = await work()
  const counts = await countsOf(service, mark)
  lastCounts.set(service, { mark, counts })
  return { done, effect: effectOf(before, counts, endpoint.access.sca !== undefined) }
}

async function repeatFirstRequest(row: Repetition, as: Wording) {
  const first = firstRequestOf(row)
  const { service, testCase, key } = first
  const call = requestOf(testCase, key, as)
  const { done: reply, effect } = await measure(first, row, () => send(service, testCase, call))
  return { first, reply, effect }
}

const isSuccess = ({ status }: Reply) => status < 400

function expectRefused(reply: Reply, result: Repetition['result']): void {
  if (typeof result === 'string') throw new Error(`${result} is not a refusal`)
  if ('refusalStatus' in result) expect(reply.status).toBe(result.refusalStatus)
  else expect(outcome(reply)).toBe(`${result.status} ${result.code}`)
}

/** Repeats the first request, whose reply was lost, and checks that the repetition has the declared result. */
async function expectRepetition(row: Repetition, as: Wording = 'same'): Promise<void> {
  const { result, endpoint } = row
  const { first, reply, effect } = await repeatFirstRequest(row, as)
  expect(effect).toEqual(result === 'another' ? first.effect : {})
  if (typeof result !== 'string') return expectRefused(reply, result)
  expect(isSuccess(reply), reply.text).toBe(true)
  expect(reply.headers['idempotency-replayed']).toBe(result === 'first' ? 'true' : undefined)
  if (result === 'first') expect(reply.status).toBe(endpoint.status ?? 200)
  if (result === 'another') return
  first.repeatedText ??= reply.text
  expect(reply.text).toBe(first.repeatedText)
}

async function expectRace(row: Repetition): Promise<void> {
  const { result, endpoint } = row
  const effectOfOne = firstRequestOf(row).effect
  const prepared = endpoint.onRepeat === 'another' ? prepareAgain(row) : await prepare(row)
  const { service, testCase, key } = prepared
  const sendRequest = () => send(service, testCase, requestOf(testCase, key))
  const lock = tableLock(effectOfOne)
  const { done: replies, effect } = await measure(prepared, row, async () => {
    const both = lock
      ? await race(service.db, lock, [sendRequest, sendRequest])
      : await Promise.allSettled([sendRequest(), sendRequest()])
    return both.map((each) => {
      if (each.status === 'rejected') throw each.reason
      return each.value
    })
  })
  const done = replies.filter(isSuccess)
  const refused = replies.filter((reply) => !isSuccess(reply))
  expect(effect).toEqual(times(result === 'another' ? done.length : 1, effectOfOne))
  if (typeof result === 'string') {
    for (const reply of refused) expectRefused(reply, concurrentRefusalOf(row))
    if (result !== 'another') expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    const replayed = replies.filter(({ headers }) => headers['idempotency-replayed'] === 'true')
    expect(replayed).toHaveLength(result === 'first' ? 1 : 0)
  } else {
    expect([done.length, refused.length]).toEqual([1, 1])
    for (const reply of refused) expectRefused(reply, result)
  }
  // A consent redirects to the application; every other success has the declared status.
  const status = endpoint.id === 'users.authorize' ? 303 : (endpoint.status ?? 200)
  expect(done[0]?.status).toBe(status)
}

function concurrentRefusalOf({
  result,
  endpoint: { onConcurrentRequest },
}: Repetition): Repetition['result'] {
  return result === 'another' && onConcurrentRequest ? onConcurrentRequest : result
}

describe.each(rows)('D91: %s', (name, row) => {
  beforeAll(async () => {
    const prepared = await prepare(row)
    const { service, testCase, key } = prepared
    if (!repetitionsOf(row.endpoint).some(acceptsOtherBody))
      expect(testCase.other, 'the case has a body that no request sends').toBeUndefined()
    const request = requestOf(testCase, key)
    const { effect } = await measure(prepared, row, () =>
      sendAndLoseReply(service, testCase, request),
    )
    firstRequests.set(name, { ...prepared, effect })
  })

  it('a repetition has the declared result when the reply is lost after commit', async () => {
    expect(firstRequestOf(row).effect).not.toEqual({})
    await expectRepetition(row)
  })

  it('a repetition whose body is written differently has the declared result', () =>
    expectRepetition(row, 'restated'))

  if (acceptsOtherBody(row))
    it(`${KeyReused.status} ${KeyReused.code} for the same key with another body`, async () => {
      expect(firstRequestOf(row).testCase.other, 'the case has no other body').toBeDefined()
      const { reply, effect } = await repeatFirstRequest(row, 'other')
      expect([outcome(reply), effect]).toEqual([`${KeyReused.status} ${KeyReused.code}`, {}])
    })

  it('two concurrent requests have the declared effect', () => expectRace(row))
})

describe('after a restart', () => {
  beforeAll(async () => {
    for (const service of Object.values(services)) {
      await service.restart()
      // The tests above have sent some users as many codes as are allowed in ten minutes.
      await service.db.pool.query(
        `update security_holders set codes_sent = '{}', changed_number_codes_sent = '{}'`,
      )
      // The tests above have issued some profiles as many account details in GBP as are allowed.
      await service.db.pool.query(
        `update account_details set currency = 'XXX' where currency = 'GBP'`,
      )
    }
  })

  it.each(rows)('%s: a repetition has the declared result', (_, row) => expectRepetition(row))
})

describe('the table of repetitions', () => {
  const writing = everyEndpoint.filter(({ effect }) => effect !== 'reads')

  it('has a row for every operation that changes something', () => {
    expect(writing.filter((endpoint) => repetitionsOf(endpoint).length === 0)).toEqual([])
  })

  it('exactly the operations that change something have a case', () => {
    expect(Object.keys(caseSetups).sort()).toEqual(writing.map(({ id }) => id).sort())
  })

  // Keys are stored per caller. Without a caller, a stranger could repeat the request and receive the stored
  // reply.
  it('D91: only POST operations with a caller accept a key in the header', () => {
    const accepting = everyEndpoint.filter(acceptsIdempotencyKey)
    const wrong = accepting.filter(
      ({ route, access, effect }) =>
        !route.startsWith('POST ') || access.token === 'none' || effect === 'reads',
    )
    expect(accepting).not.toEqual([])
    expect(wrong.map(({ id }) => id)).toEqual([])
  })

  it('names refusals that their operations declare', () => {
    const undeclared = writing.filter(({ onRepeat, onConcurrentRequest, errors }) =>
      [onRepeat, onConcurrentRequest].some(
        (kind) => kind && typeof kind === 'object' && 'code' in kind && !errors.includes(kind),
      ),
    )
    expect(undeclared.map(({ id }) => id)).toEqual([])
  })
})
