// Every statement that the service sends is served by an index, so it reads few rows however many rows a profile has.
// Statements are recorded, the tables are filled with copies, and each statement is explained.

import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { testService } from '../support/service.ts'
import { sendsEveryStatement } from './every-statement.ts'
import { explain, faultsOf, type SentStatement, type TableStatistics } from './plans.ts'
import { populate, SMALL_TABLES } from './population.ts'
import { createWorld } from './world.ts'

/** The time to call every operation, to fill the tables with thousands of rows, and to explain every statement. */
const TIMEOUT_MS = 120_000

/** More rows than a page needs, and far fewer than the filled tables contain. */
const ROWS_MAX = 1500
const SHOWN_CHARACTERS_MAX = 300

const service = testService({ audited: false, requestLog: 'on' })
const sent = new Map<string, SentStatement & { readonly sender: string }>()
/** The sequence or operation that is sending statements. */
let sender = ''
let profileId: number

type Query = { name?: unknown; text?: unknown; values?: readonly unknown[] }

/** Records a statement of the service. Statements of tests have no name and are not recorded. */
function record(query: unknown): void {
  const { name, text, values = [] } = (query ?? {}) as Query
  if (typeof name !== 'string' || typeof text !== 'string') return
  const key = `${text} ${values.join()}`
  if (!sent.has(key)) sent.set(key, { text, values, sender })
}

beforeAll(async () => {
  const { query } = pg.Client.prototype
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    record(args[0])
    return query.apply(this, args as never)
  } as never)
  sender = 'createWorld'
  const world = await createWorld(service)
  profileId = world.person.personal
  await sendsEveryStatement(service, world, (name) => {
    sender = name
  })
  vi.restoreAllMocks()
}, TIMEOUT_MS)

afterAll(() => void vi.restoreAllMocks())

describe('with thousands of rows in every table that grows', () => {
  let client: pg.Client
  let statistics: TableStatistics

  beforeAll(async () => {
    statistics = await populate(service.db.pool, SMALL_TABLES)
    const { host, port, user, password, database } = service.db.pool.options
    client = new pg.Client({ host, port, user, password, database } as pg.ClientConfig)
    await client.connect()
  }, TIMEOUT_MS)
  afterAll(() => client.end())

  it(`every table outside of SMALL_TABLES has more than ${ROWS_MAX} rows`, () => {
    const small = [...statistics.rows].filter(
      ([name, count]) => count <= ROWS_MAX && !SMALL_TABLES.includes(name),
    )
    expect(small).toEqual([])
  })

  it(
    `no statement reads or sorts more than ${ROWS_MAX} rows of a table that grows`,
    async () => {
      expect(sent.size).toBeGreaterThan(100)
      const faults: string[] = []
      for (const statement of sent.values()) {
        const found = faultsOf(await explain(client, statement), statistics, ROWS_MAX)
        const text = statement.text.replace(/\s+/g, ' ').slice(0, SHOWN_CHARACTERS_MAX)
        if (found.length > 0) faults.push(`${statement.sender}: ${found.join(', ')}: ${text}`)
      }
      expect(faults).toEqual([])
    },
    TIMEOUT_MS,
  )

  /** The values are functions, because the profile does not exist yet when the table is built. */
  const slow: readonly (readonly [string, string, () => readonly unknown[], string])[] = [
    [
      'a column without an index',
      'select id from transfers where details = $1',
      () => ['{}'],
      'rows of transfers',
    ],
    [
      'a filter over all rows of a profile',
      'select id from transfers where profile_id = $1 and fee = $2',
      () => [profileId, -1],
      'rows of transfers',
    ],
    [
      'an order without an index',
      'select id from events where profile_id = $1 order by payload::text',
      () => [profileId],
      'sorts',
    ],
    [
      'a write without an index',
      'update transfers t set event_count = 0 where fee = $1',
      () => [-1],
      'of all rows of transfers',
    ],
  ]
  it('populate throws for a table that does not exist', async () => {
    await expect(populate(service.db.pool, ['birds'])).rejects.toThrow('there is no table birds')
  })

  it.each(slow)('reports %s', async (_, text, values, message) => {
    const plan = await explain(client, { text, values: values() })
    expect(faultsOf(plan, statistics, ROWS_MAX).join()).toMatch(message)
  })
})
