// D116: with thousands of rows in every table that grows, no operation uses more than 20 ms of processor time in
// one turn of the event loop, even if the operation returns as much as it can. Processor time of this thread is
// measured, so a busy machine makes no difference.

import { beforeAll, describe, expect, it } from 'vitest'
import { everyEndpoint } from '../../src/app/http/open-operations.ts'
import type { Endpoint } from '../../src/kernel/endpoint.ts'
import { injectOptionsOf } from '../support/call-app.ts'
import { type Call, testService } from '../support/service.ts'
import { longestTurnMs, processorMs, TURN_MS_MAX } from '../support/turns.ts'
import { REFUSED_READS, sendsEveryStatement } from './every-statement.ts'
import { populate, SMALL_TABLES } from './population.ts'
import { exampleRequests, queryFieldsOf } from './requests.ts'
import { createWorld, type World } from './world.ts'

/** The time to send every statement, and to fill every table that grows with thousands of rows. */
const TIMEOUT_MS = 120_000

/** A filled table has more rows than the largest page. */
const ROWS_MIN = 1500

/** A call is repeated until one run is short enough, because garbage collection can lengthen another. */
const TRIES_MAX = 5
/** Fields of a query with a greater maximum are ids and positions, not sizes of a page. */
const PAGE_SIZE_MAX = 1_000_000

/** Advancing the clock runs every due sweep, as the workers do: many short turns, for minutes. */
const EXCLUDED = ['simulation.clock-advance']

/** Small tables that are filled here, because a reply can contain all of their rows that a profile or user has. */
const FILLED_SMALL_TABLES = [
  'applications',
  'subscriptions',
  'debit_accounts',
  'disputes',
  'user_signing_keys',
  'phone_numbers',
]

/**
 * Reading operations that refuse their example, so only the turns before the refusal are measured. The last two refuse a query
 * without optional fields.
 */
const REFUSED = [...REFUSED_READS, 'account-details.eligibility', 'corridors.validate']

const service = testService({ audited: false, requestLog: 'on' })
let world: World

beforeAll(async () => {
  world = await createWorld(service)
  // Gives every table that grows a row, which `populate` copies.
  await sendsEveryStatement(service, world, () => undefined)
  const unchanged = SMALL_TABLES.filter((table) => !FILLED_SMALL_TABLES.includes(table))
  const { rows } = await populate(service.db.pool, unchanged)
  const small = [...rows].filter(([name, count]) => count < ROWS_MIN && !unchanged.includes(name))
  expect(small).toEqual([])
}, TIMEOUT_MS)

/** Two queries: without optional fields, and with each limit at its maximum, because either may return more. */
function queriesOf(endpoint: Endpoint): Record<string, string>[] {
  const { fields, requiredExample } = queryFieldsOf(endpoint)
  const largest = fields.flatMap(([name, { maximum }]) =>
    maximum === undefined || maximum > PAGE_SIZE_MAX ? [] : [[name, String(maximum)]],
  )
  return [requiredExample, { ...requiredExample, ...Object.fromEntries(largest) }]
}

function callsOf(endpoint: Endpoint): { route: string; call: Call }[] {
  const [request] = exampleRequests(endpoint, world.idsFor(endpoint))
  if (request === undefined) throw new Error(`${endpoint.id} has no example request`)
  const { route, call } = request
  const token = world.tokenFor(endpoint)
  return queriesOf(endpoint).map((query) => ({ route, call: { ...call, query, token } }))
}

/** Returns the status. The reply is not parsed: parsing is work of the test, not of the service. */
async function send(route: string, call: Call): Promise<number> {
  const { statusCode } = await service.app.inject(injectOptionsOf(route, call))
  return statusCode
}

const operations = everyEndpoint
  .filter(({ id }) => !EXCLUDED.includes(id))
  // Writing operations come last, because some close or delete the objects that the others read.
  .toSorted((a, b) => Number(a.effect !== 'reads') - Number(b.effect !== 'reads'))
  .map((endpoint) => [endpoint.id, endpoint] as const)

describe('D116: the longest turn of the event loop', () => {
  it.each(operations)(`D116: %s takes less than ${TURN_MS_MAX} ms`, async (_, endpoint) => {
    for (const { route, call } of callsOf(endpoint)) {
      // The first run compiles code, so it is left out.
      const status = await send(route, call)
      if (endpoint.effect === 'reads')
        expect({ query: call.query, isRefused: status >= 400 }).toEqual({
          query: call.query,
          isRefused: REFUSED.includes(endpoint.id),
        })
      let longest = Number.POSITIVE_INFINITY
      for (let n = 0; n < TRIES_MAX && longest >= TURN_MS_MAX; n++)
        longest = Math.min(longest, await longestTurnMs(() => send(route, call)))
      expect(longest).toBeLessThan(TURN_MS_MAX)
    }
  })

  it('D116: the measurement reports a turn that is too long', async () => {
    const longest = await longestTurnMs(async () => {
      const until = processorMs() + 2 * TURN_MS_MAX
      while (processorMs() < until);
    })
    expect(longest).toBeGreaterThan(TURN_MS_MAX)
  })
})
