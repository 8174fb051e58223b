import pg from 'pg'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { waitForBlockedSessions, whileLocked } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { composer } from '../database/compose-write.ts'
import { rowType, writeStep } from '../database/write-step.ts'
import type { ErrorKind } from '../refusal.ts'
import {
  AlreadyExists,
  doublePointStep,
  insertPointSql,
  insertPointStep,
  POINT_AT,
  pointLock,
  ratesOf,
} from './rate-points.ts'

const service = testService({ audited: false })

const SOURCE = 'step'
const doublePoint = doublePointStep(SOURCE, 'retry')
const insertPoint = insertPointStep(SOURCE, 'guard')
const tripleAfterGuards = writeStep({
  name: 'point_tripled',
  input: { currency: 'text' },
  tenant: null,
  locksAfterGuards: true,
  sql: ({ input }) => `point_tripled as (
    update rate_points r set per_usd = r.per_usd * 3 from ${input} where r.currency = input.currency
    returning input.request_index, r.currency)`,
})
const halvePoint = writeStep({
  name: 'point_halved',
  input: { currency: 'text' },
  tenant: null,
  sql: ({ input }) => `point_halved as (
    update rate_points r set per_usd = r.per_usd / 2 from ${input} where r.currency = input.currency
    returning input.request_index, r.currency)`,
  onGuardFailed: 'retry',
})
const readsDoubled = writeStep({
  name: 'reads_doubled',
  input: { currency: 'text' },
  tenant: null,
  reads: { doublePoint },
  sql: ({ input, doublePoint }) => `reads_doubled as (
    select input.request_index, d.currency from ${input} join ${doublePoint} d using (request_index))`,
  returns: rowType<{ currency: string }>(),
})

const profileId = 1
const insert = (currency: string, failure?: ErrorKind) =>
  service.db.oneStatement((tx) =>
    tx.write(insertPoint({ profileId, currency, perUsd: 1n, at: POINT_AT }, failure)),
  )
const listUnlocked = async (...currencies: string[]) => {
  const { rows } = await service.db.pool.query<{ currency: string }>(
    'select currency from rate_points where currency = any ($1) for update skip locked',
    [currencies],
  )
  return rows.map(({ currency }) => currency).sort()
}
const perUsd = (currency: string) => ratesOf(service.db, SOURCE, currency)

describe('the composition of a write', () => {
  const double = doublePoint({ profileId, currency: 'WAA' })
  const read = readsDoubled({ currency: 'WAA' })

  it('puts the name of a declared step where the SQL reads it', () => {
    expect(composer()([double, read]).text).toContain('join point_doubled d')
  })

  it('fails when a step that is read is not in the write, and sends nothing', async () => {
    const sentence = "'reads_doubled' reads 'point_doubled', which is not in the write."
    expect(() => composer()([read])).toThrow(sentence)
    const query = vi.spyOn(pg.Client.prototype, 'query')
    await expect(service.db.oneStatement((tx) => tx.write(read))).rejects.toThrow(sentence)
    expect(query).not.toHaveBeenCalled()
    query.mockRestore()
  })

  it('fails when a step that is read comes later', () => {
    expect(() => composer()([read, double])).toThrow(
      "'reads_doubled' reads 'point_doubled', which must come before it.",
    )
  })

  it('fails when a step occurs twice', () => {
    expect(() => composer()([double, double])).toThrow("has the step 'point_doubled' twice")
  })

  it('returns the same statement for the same steps with any input, and another for other steps', () => {
    const compose = composer()
    const first = compose([double, read])
    expect(compose([doublePoint({ profileId: 2, currency: 'WBB' }), read])).toBe(first)
    expect(compose([double]).name).not.toBe(first.name)
    expect(composer()([double, read]).name).toBe(first.name)
  })

  it('passes input to a step with locksAfterGuards after the guards before it have run', () => {
    const condition = 'and (select count(*) from point_doubled) is not null) input'
    const locked = tripleAfterGuards({ currency: 'WAA' })
    expect(composer()([double, locked]).text).toContain(condition)
    expect(composer()([locked, double]).text).not.toContain(condition)
    expect(composer()([double, read]).text).not.toContain(condition)
  })
})

describe('a write', () => {
  afterEach(() => void vi.restoreAllMocks())

  it('is sent in the order of the tenants when it is batched with writes of other tenants', async () => {
    await Promise.all(['SAA', 'SAB', 'SAC'].map((currency) => insert(currency)))
    const query = vi.spyOn(pg.Client.prototype, 'query')
    const writes = [
      [3, 'SAA'],
      [1, 'SAB'],
      [2, 'SAC'],
    ] as const
    const results = await Promise.all(
      writes.map(([profileId, currency]) =>
        service.db.oneStatement((tx) => tx.write(doublePoint({ profileId, currency }))),
      ),
    )
    expect(results.map(([row]) => row?.currency)).toEqual(['SAA', 'SAB', 'SAC'])
    const sent = query.mock.calls
      .map(([statement]) => (statement as unknown as { values?: string[] }).values?.[0])
      .filter((value) => value !== undefined)
    expect(sent).toHaveLength(1)
    expect((JSON.parse(sent[0] ?? '') as { c1: number }[]).map(({ c1 }) => c1)).toEqual([1, 2, 3])
  })

  it('waits for the rows of a guarded step before it locks those of a later one', async () => {
    await Promise.all(['SBA', 'SBB'].map((currency) => insert(currency)))
    const { written } = await whileLocked(service.db, pointLock('SBA'), async () => {
      const written = service.db.oneStatement((tx) =>
        tx.write(
          doublePoint({ profileId, currency: 'SBA' }),
          tripleAfterGuards({ currency: 'SBB' }),
        ),
      )
      await waitForBlockedSessions(service.db, 1)
      expect(await listUnlocked('SBB')).toEqual(['SBB'])
      return { written }
    })
    await written
    expect([await perUsd('SBA'), await perUsd('SBB')]).toEqual([[2], [3]])
  })

  it('locks the rows of guarded steps in the order of the steps', async () => {
    await Promise.all(['SEA', 'SEB', 'SEC'].map((currency) => insert(currency)))
    const { written } = await whileLocked(service.db, pointLock('SEA'), async () => {
      const written = service.db.oneStatement((tx) =>
        tx.write(
          doublePoint({ profileId, currency: 'SEA' }),
          halvePoint({ currency: 'SEB' }),
          tripleAfterGuards({ currency: 'SEC' }),
        ),
      )
      await waitForBlockedSessions(service.db, 1)
      expect(await listUnlocked('SEB', 'SEC')).toEqual(['SEB', 'SEC'])
      return { written }
    })
    await written
    expect([await perUsd('SEA'), await perUsd('SEB'), await perUsd('SEC')]).toEqual([
      [2],
      [0.5],
      [3],
    ])
  })

  it('lets no other statement of its use case change rows afterwards', async () => {
    const work = service.db.oneStatement(async (tx) => {
      await tx.write(insertPoint({ profileId, currency: 'WZZ', perUsd: 1n, at: POINT_AT }))
      await tx.rows(insertPointSql(SOURCE), ['WZY'])
    })
    await expect(work).rejects.toThrow('a second write')
    expect(await perUsd('WZY')).toEqual([])
  })

  it('is retried when its guard fails, on the rows as another transaction has left them', async () => {
    let attempts = 0
    const rows = await service.db.oneStatement(async (tx) => {
      attempts++
      if (attempts === 2)
        await service.db.pool.query(
          `insert into rate_points (currency, at, per_usd, source) values ('SCA', now(), 1, 'step')`,
        )
      return tx.write(doublePoint({ profileId, currency: 'SCA' }))
    })
    expect([attempts, rows, await perUsd('SCA')]).toEqual([
      2,
      [{ currency: 'SCA', perUsd: '2' }],
      [2],
    ])
  })

  it('503 try.again.later when its guard fails at each of four attempts', async () => {
    let attempts = 0
    const written = service.db.oneStatement((tx) => {
      attempts++
      return tx.write(doublePoint({ profileId, currency: 'none' }))
    })
    await expect(written).rejects.toMatchObject({ status: 503, message: 'try.again.later' })
    expect(attempts).toBe(4)
  })

  it("is refused with the error of its guard, or the error of its call, when it violates a constraint declared as 'guard'", async () => {
    await insert('SDA')
    await expect(insert('SDA')).rejects.toThrow('point.not-found')
    await expect(insert('SDA', AlreadyExists)).rejects.toThrow('point.exists')
    expect(await perUsd('SDA')).toEqual([1])
  })
})
