import pg from 'pg'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { waitForBlockedSessions, whileLocked } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { type WriteStep, writeStep } from '../database/write-step.ts'
import {
  AlreadyExists,
  doublePointStep,
  insertPointStep,
  NotFound,
  POINT_AT,
  type Point,
  pointLock,
  ratesOf,
} from './rate-points.ts'

const service = testService({ audited: false })

const SOURCE = 'write'
const insertPoint = insertPointStep(SOURCE, AlreadyExists)
const doublePoint = doublePointStep(SOURCE, NotFound)
const write = (...steps: [WriteStep<Point>, ...WriteStep[]]) =>
  service.db.oneStatement((tx) => tx.write(...steps))
const insert = (currency: string, perUsd = '1') =>
  write(insertPoint({ profileId: null, currency, perUsd, at: POINT_AT }))
const doubleFor = (profileId: number | null, currency: string) =>
  write(doublePoint({ profileId, currency }))
/** Writes without a profile are never excluded from batches. */
const double = (currency: string) => doubleFor(null, currency)
const perUsd = (currency: string) => ratesOf(service.db, SOURCE, currency)
const outcomesOf = async (writes: readonly Promise<Point[]>[]) =>
  (await Promise.allSettled(writes)).map((outcome) =>
    outcome.status === 'fulfilled'
      ? outcome.value.map((row) => row.currency)
      : outcome.reason.message,
  )

/** The calls that send a statement. A call with a text sends the settings of a connection that was opened meanwhile. */
const statementsOf = ({ mock }: { mock: { calls: unknown[][] } }) =>
  mock.calls.filter(([sent]) => typeof sent !== 'string')

describe('concurrent writes', () => {
  afterEach(() => void vi.restoreAllMocks())

  it('are sent as one statement, and each request gets its rows', async () => {
    await insert('WAA')
    const query = vi.spyOn(pg.Client.prototype, 'query')
    const rows = await Promise.all(['WAB', 'WAC', 'WAD'].map((currency) => insert(currency, '0.5')))
    expect(statementsOf(query)).toHaveLength(1)
    expect(rows.map(([row]) => [row?.currency, Number(row?.perUsd)])).toEqual([
      ['WAB', 0.5],
      ['WAC', 0.5],
      ['WAD', 0.5],
    ])
  })

  it('are refused when their guard fails or they violate a constraint; the others are committed', async () => {
    await insert('WBA')
    const inserts = ['WBB', 'WBA', 'WBC'].map((currency) => insert(currency))
    expect(await outcomesOf(inserts)).toEqual([['WBB'], 'point.exists', ['WBC']])
    const doubles = ['WBB', 'none', 'WBC'].map(double)
    expect(await outcomesOf(doubles)).toEqual([['WBB'], 'point.not-found', ['WBC']])
    const rates = await Promise.all(['WBA', 'WBB', 'WBC'].map(perUsd))
    expect(rates).toEqual([[1], [2], [2]])
  })

  it('of one batch each change the same row', async () => {
    await insert('WCA')
    expect(await outcomesOf(['WCA', 'WCA', 'WCA'].map(double))).toEqual([['WCA'], ['WCA'], ['WCA']])
    expect(await perUsd('WCA')).toEqual([8])
  })

  it('change all rows of a step or no row', async () => {
    await insert('WDA')
    const both = (...currencies: string[]) =>
      write(doublePoint(currencies.map((currency) => ({ profileId: null, currency }))))
    await expect(both('WDA', 'WDB')).rejects.toThrow('point.not-found')
    expect(await perUsd('WDA')).toEqual([1])
    await insert('WDB')
    expect((await both('WDA', 'WDB')).map((row) => row.currency)).toEqual(['WDA', 'WDB'])
  })

  it('do not wait behind a write that waits for a lock', async () => {
    await Promise.all(['WEA', 'WEB'].map((currency) => insert(currency)))
    const { held } = await whileLocked(service.db, pointLock('WEA'), async () => {
      const held = double('WEA')
      await waitForBlockedSessions(service.db, 1)
      await double('WEB')
      expect([await perUsd('WEA'), await perUsd('WEB')]).toEqual([[1], [2]])
      return { held }
    })
    await held
    expect(await perUsd('WEA')).toEqual([2])
  })

  it('of one batch do not wait for the lock that one of them waits for', async () => {
    await Promise.all(['WGA', 'WGB', 'WGC'].map((currency) => insert(currency)))
    const { held } = await whileLocked(service.db, pointLock('WGB'), async () => {
      const [before, held, behind] = ['WGA', 'WGB', 'WGC'].map(double)
      expect(await outcomesOf([before, behind] as Promise<Point[]>[])).toEqual([['WGA'], ['WGC']])
      expect([await perUsd('WGB'), await perUsd('WGC')]).toEqual([[1], [2]])
      return { held }
    })
    expect(await outcomesOf([held] as Promise<Point[]>[])).toEqual([['WGB']])
  })

  it('are unbatched for a profile whose write has just failed', async () => {
    await Promise.all(['WHA', 'WHB', 'WHC'].map((currency) => insert(currency)))
    const writeAll = () =>
      outcomesOf([doubleFor(1, 'none'), doubleFor(2, 'WHA'), doubleFor(3, 'WHB')])
    const query = vi.spyOn(pg.Client.prototype, 'query')
    expect(await writeAll()).toEqual(['point.not-found', ['WHA'], ['WHB']])
    // The batch of all three fails, so each write is sent again.
    expect(statementsOf(query)).toHaveLength(1 + 3)
    query.mockClear()
    expect(await writeAll()).toEqual(['point.not-found', ['WHA'], ['WHB']])
    // One write is unbatched, and one batch has the other two.
    expect(statementsOf(query)).toHaveLength(1 + 1)
  })

  it('are not retried when the connection broke, because they may have been executed', async () => {
    await Promise.all(['WFA', 'WFB'].map((currency) => insert(currency)))
    await whileLocked(service.db, pointLock('WFB'), async () => {
      const settled = Promise.allSettled([double('WFA'), double('WFB')])
      let cut = 0
      while (cut === 0) {
        const { rows } = await service.db.pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`,
        )
        cut = rows.length
      }
      expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    })
    expect([await perUsd('WFA'), await perUsd('WFB')]).toEqual([[1], [1]])
  })
})

it('a write step passes a value of every type to PostgreSQL unchanged', async () => {
  const types = writeStep({
    name: 'typed',
    input: {
      id: 'bigint',
      count: 'int',
      key: 'uuid',
      large: 'numeric',
      text: 'text',
      moment: 'timestamptz',
      plain: 'json',
      tree: 'jsonb',
      texts: 'text[]',
      numbers: 'numeric[]',
      flag: 'boolean',
      day: 'date',
      absent: 'bigint',
    },
    tenant: null,
    sql: ({ input }) => `typed as (
      select request_index, id, count, key, large::text, text, moment, plain, tree, texts, numbers::text, flag, day, absent from ${input})`,
  })
  const row = {
    id: 9_007_199_254_740_991,
    count: -7,
    key: '0b5e8a1e-0000-4000-8000-000000000000',
    large: 99_999_999_999_999_999_999n,
    text: `a "b" \\ ', {é} \u2028 $1`,
    moment: Temporal.Instant.from('2026-01-01T00:00:00.123456Z'),
    plain: { z: 1, a: null },
    tree: { a: [1, null, 'x'] },
    texts: ['a,b', '{c}', '"', ''],
    numbers: [1n, '2.50'],
    flag: false,
    day: '2004-02-29',
    absent: undefined,
  }
  const [found] = await service.db.oneStatement((tx) => tx.write(types(row)))
  expect(found).toEqual({ ...row, large: String(row.large), numbers: '{1,2.50}', absent: null })
})
