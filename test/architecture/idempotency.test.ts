// D91. Made of the endpoint values: what the repetition of each request does that changes something, as
// docs/printed/idempotency.md says.

import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { everyEndpoint } from '../../src/app/http/open-operations.ts'
import { acceptsIdempotencyKey } from '../../src/kernel/endpoint.ts'
import { KeyReused } from '../../src/kernel/idempotency.ts'
import {
  hasOther,
  KEY_HEADER,
  type Repetition,
  repetitions,
  repetitionsOf,
} from '../../tools/print-idempotency.ts'
import { race } from '../support/race.ts'
import { type Reply, type TestService, testService } from '../support/service.ts'
import { type Place, type Scene, stages } from './cases.ts'
import {
  ask,
  askInVain,
  type Counts,
  countsOf,
  type Effect,
  effectOf,
  holdOf,
  requestOf,
  times,
  type Wording,
} from './repeating.ts'
import { type Mark, markNow } from './traces.ts'

const places: Readonly<Record<Place, TestService>> = {
  sandbox: testService(),
  busy: testService(),
  live: testService({ mode: 'live', settings: { smsUrl: 'https://sms.example.com/messages' } }),
}

/** Somebody about to send a request. */
type Entrance = {
  readonly service: TestService
  readonly scene: Scene
  readonly key: string | undefined
  /** Before anything of the scene was there. */
  readonly mark: Mark
}

/** A request that was made once, what it changed, and what was answered to its first repetition. */
type Play = Entrance & { readonly effect: Effect; answer?: string }

const plays = new Map<string, Play>()
const rows = repetitions.map((row) => [nameOf(row), row] as const)

function nameOf({ endpoint, key = 'no key' }: Repetition): string {
  return `${endpoint.id} by ${key}`
}

function playOf(row: Repetition): Play {
  return plays.get(nameOf(row)) ?? expect.fail('the first request did not succeed')
}

async function enter({ endpoint, key }: Repetition): Promise<Entrance> {
  const stage = stages[endpoint.id]
  if (stage === undefined) throw new Error(`there is no scene for ${endpoint.id}`)
  const service = places[stage.place ?? 'sandbox']
  latest.delete(service)
  const mark = await markNow(service.db)
  // Where the header is ignored, every request carries it.
  const needsKey =
    key === KEY_HEADER || endpoint.idempotencyKey === 'required' || !acceptsIdempotencyKey(endpoint)
  return {
    service,
    mark,
    scene: await stage.set(service),
    key: needsKey ? randomUUID() : undefined,
  }
}

/** The scene of the first request once more, where it can be played again and again. */
function reenter(row: Repetition): Entrance {
  const play = playOf(row)
  return { ...play, key: play.key && randomUUID() }
}

/** How a house was left by what was measured last: nothing else happens there between two scenes. */
const latest = new Map<TestService, { readonly mark: Mark; readonly counts: Counts }>()

async function countsNow({ service, mark }: Entrance): Promise<Counts> {
  const known = latest.get(service)
  return known?.mark === mark ? known.counts : countsOf(service, mark)
}

/** Does something, and answers what it changed. */
async function measured<T>(entrance: Entrance, { endpoint }: Repetition, work: () => Promise<T>) {
  const { service, mark } = entrance
  const before = await countsNow(entrance)
  const done = await work()
  const counts = await countsOf(service, mark)
  latest.set(service, { mark, counts })
  return { done, effect: effectOf(before, counts, endpoint.access.sca !== undefined) }
}

async function repeats(row: Repetition, as: Wording) {
  const play = playOf(row)
  const { service, scene, key } = play
  const call = requestOf(scene, key, as)
  const { done: reply, effect } = await measured(play, row, () => ask(service, scene, call))
  return { play, reply, effect }
}

const isDone = ({ status }: Reply) => status < 400
const said = ({ status, body }: Reply) => [status, body?.errors?.[0]?.code]

function expectRefused(reply: Reply, does: Repetition['does']): void {
  if (typeof does === 'string') throw new Error(`${does} is no refusal`)
  if ('page' in does) expect(reply.status).toBe(does.page)
  else expect(said(reply)).toEqual([does.status, does.code])
}

/** The same request again, after the first one whose answer was lost. */
async function expectRepetition(row: Repetition, as: Wording = 'same'): Promise<void> {
  const { does, endpoint } = row
  const { play, reply, effect } = await repeats(row, as)
  expect(effect).toEqual(does === 'another' ? play.effect : {})
  if (typeof does !== 'string') return expectRefused(reply, does)
  expect(isDone(reply), reply.text).toBe(true)
  expect(reply.headers['idempotency-replayed']).toBe(does === 'first' ? 'true' : undefined)
  if (does === 'first') expect(reply.status).toBe(endpoint.status ?? 200)
  if (does === 'another') return
  play.answer ??= reply.text
  expect(reply.text).toBe(play.answer)
}

async function expectRace(row: Repetition): Promise<void> {
  const { does, endpoint } = row
  const once = playOf(row).effect
  const entrance = endpoint.onRepeat === 'another' ? reenter(row) : await enter(row)
  const { service, scene, key } = entrance
  const go = () => ask(service, scene, requestOf(scene, key))
  const hold = holdOf(once)
  const { done: replies, effect } = await measured(entrance, row, async () => {
    const both = hold
      ? await race(service.db, hold, [go, go])
      : await Promise.allSettled([go(), go()])
    return both.map((each) => {
      if (each.status === 'rejected') throw each.reason
      return each.value
    })
  })
  const done = replies.filter(isDone)
  const refused = replies.filter((reply) => !isDone(reply))
  expect(effect).toEqual(times(does === 'another' ? done.length : 1, once))
  if (typeof does === 'string') {
    for (const reply of refused) expectRefused(reply, atOnceOf(row))
    if (does !== 'another') expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    const replayed = replies.filter(({ headers }) => headers['idempotency-replayed'] === 'true')
    expect(replayed).toHaveLength(does === 'first' ? 1 : 0)
  } else {
    expect([done.length, refused.length]).toEqual([1, 1])
    for (const reply of refused) expectRefused(reply, does)
  }
  expect(done[0]?.status).toBeGreaterThanOrEqual(endpoint.status ?? 200)
}

function atOnceOf({ does, endpoint: { onConcurrentRequest } }: Repetition): Repetition['does'] {
  return does === 'another' && onConcurrentRequest ? onConcurrentRequest : does
}

describe.each(rows)('D91: %s', (name, row) => {
  beforeAll(async () => {
    const entrance = await enter(row)
    const { service, scene, key } = entrance
    const request = requestOf(scene, key)
    const { effect } = await measured(entrance, row, () => askInVain(service, scene, request))
    plays.set(name, { ...entrance, effect })
  })

  it('answer lost after commit', async () => {
    expect(playOf(row).effect).not.toEqual({})
    await expectRepetition(row)
  })

  it('same key and body', () => expectRepetition(row, 'restated'))

  if (hasOther(row))
    it('same key, other body', async () => {
      expect(playOf(row).scene.other, 'another body').toBeDefined()
      const { reply, effect } = await repeats(row, 'other')
      expect([...said(reply), effect]).toEqual([KeyReused.status, KeyReused.code, {}])
    })

  it('two at once', () => expectRace(row))
})

describe('restart in between', () => {
  beforeAll(async () => {
    for (const service of Object.values(places)) {
      await service.restart()
      // By now each user has had as many codes as are sent in ten minutes.
      await service.db.pool.query(
        `update security_holders set codes_sent = '{}', changed_number_codes_sent = '{}'`,
      )
    }
  })

  it.each(rows)('%s', (_, row) => expectRepetition(row))
})

describe('the table', () => {
  const writing = everyEndpoint.filter(({ effect }) => effect !== 'reads')

  it('has a row for every operation that changes something', () => {
    expect(writing.filter((endpoint) => repetitionsOf(endpoint).length === 0)).toEqual([])
  })

  it('has a scene for each of them, and for no others', () => {
    expect(Object.keys(stages).sort()).toEqual(writing.map(({ id }) => id).sort())
  })

  // A key belongs to somebody: a stranger could repeat the request and be sent the stored reply.
  it('D91: only POST operations with a caller honour the header', () => {
    const keeping = everyEndpoint.filter(acceptsIdempotencyKey)
    const wrong = keeping.filter(
      ({ route, access, effect }) =>
        !route.startsWith('POST ') || access.token === 'none' || effect === 'reads',
    )
    expect([keeping.length > 0, wrong.map(({ id }) => id)]).toEqual([true, []])
  })

  it('names refusals that their operations declare', () => {
    const stray = writing.filter(({ onRepeat, onConcurrentRequest, errors }) =>
      [onRepeat, onConcurrentRequest].some(
        (kind) => kind && typeof kind === 'object' && 'code' in kind && !errors.includes(kind),
      ),
    )
    expect(stray.map(({ id }) => id)).toEqual([])
  })
})

describe('the rule', () => {
  const [reading] = everyEndpoint.filter(({ effect }) => effect === 'reads')
  const [keyless] = everyEndpoint.filter(({ effect, onRepeat }) => effect !== 'reads' && onRepeat)

  it('finds no row for what only reads, nor for what says nothing of its repetition', () => {
    if (reading === undefined || keyless === undefined) throw new Error('there are no operations')
    const { onRepeat: _, ...silent } = { ...keyless, route: 'PUT /v1/things' as const }
    expect([...repetitionsOf(reading), ...repetitionsOf(silent)]).toEqual([])
    expect(repetitionsOf(keyless).map(({ key }) => key)).toContain(undefined)
  })

  const counts = (quotes: [number, string], one_time_tokens: [number, string]) => ({
    quotes: { count: quotes[0], print: quotes[1] },
    one_time_tokens: { count: one_time_tokens[0], print: one_time_tokens[1] },
  })
  const before = counts([2, '2 aa'], [1, '1 bb'])

  it.each([
    [counts([2, '2 aa'], [1, '1 bb']), false, {}],
    [counts([3, '3 cc'], [1, '1 bb']), false, { quotes: 1 }],
    [counts([2, '2 cc'], [0, '0 0']), false, { quotes: 0, one_time_tokens: -1 }],
    [counts([2, '2 cc'], [0, '0 0']), true, { quotes: 0 }],
  ])('sees what came, changed and went: %#', (after, isChallenged, effect) => {
    expect(effectOf(before, after, isChallenged)).toEqual(effect)
    expect(times(2, effect)).toEqual(
      Object.fromEntries(Object.entries(effect).map(([name, n]) => [name, 2 * (n ?? 0)])),
    )
  })
})
