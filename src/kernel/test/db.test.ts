import { expect, inject, it, onTestFinished } from 'vitest'
import { cloneTemplate } from '../../../test/support/postgres.ts'
import { whileLocked } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { openDatabase, sql } from '../database/db.ts'
import { insertPointSql, listPointsSql } from './rate-points.ts'

const service = testService({ audited: false })
const SOURCE = 'db'
const insertSql = insertPointSql(SOURCE)
const divideByZeroSql = sql<never>('select 1 / 0')
const listInserted = () => service.db.reader.rows(listPointsSql(SOURCE))

it('a transaction with a failed statement writes nothing, even when it sent other statements concurrently', async () => {
  const work = service.db.transact((tx) =>
    Promise.all([
      tx.rows(divideByZeroSql),
      tx.rows(insertSql, ['GBP']),
      tx.rows(insertSql, ['EUR']),
    ]),
  )
  await expect(work).rejects.toThrow('division by zero')
  expect(await listInserted()).toEqual([])
})

it('a transaction with a failed statement fails, even when the use case swallows the error', async () => {
  const work = service.db.transact(async (tx) => {
    await tx.rows(insertSql, ['GBP'])
    await tx.rows(divideByZeroSql).catch(() => undefined)
  })
  await expect(work).rejects.toThrow('ignored the error')
  expect(await listInserted()).toEqual([])
})

it('a use case in `oneStatement` that changes rows without `tx.write` runs in a transaction', async () => {
  const work = service.db.oneStatement(async (tx) => {
    await tx.rows(insertSql, ['GBP'])
    await tx.rows(divideByZeroSql)
  })
  await expect(work).rejects.toThrow('division by zero')
  expect(await listInserted()).toEqual([])
})

it('503 try.again.later and no change when a lock is held for too long', async () => {
  await whileLocked(service.db, { text: 'lock table rate_points', values: [] }, async () => {
    const work = service.db.transact((tx) => tx.rows(insertSql, ['GBP']))
    await expect(work).rejects.toMatchObject({ status: 503, message: 'try.again.later' })
  })
  expect(await listInserted()).toEqual([])
})

it('503 try.again.later and no change when every connection is in use for too long', async () => {
  const taken = await Promise.all(
    Array.from({ length: service.db.pool.options.max }, () => service.db.pool.connect()),
  )
  onTestFinished(() => {
    for (const client of taken) client.release()
  })
  const work = service.db.transact((tx) => tx.rows(insertSql, ['GBP']))
  await expect(work).rejects.toMatchObject({ status: 503, message: 'try.again.later' })
  expect(await listInserted()).toEqual([])
})

const plannerSettingsSql = sql<{ cached: string; seqscan: string; memoize: string }>(`
  select current_setting('plan_cache_mode') as cached, current_setting('enable_seqscan') as seqscan,
         current_setting('enable_memoize') as memoize`)
const plannerSettings = { cached: 'force_generic_plan', seqscan: 'off', memoize: 'off' }

it('a connection for reads and one for transactions have the planner settings', async () => {
  expect(await service.db.reader.row(plannerSettingsSql)).toEqual(plannerSettings)
  expect(await service.db.transact((tx) => tx.row(plannerSettingsSql))).toEqual(plannerSettings)
})

it('openDatabase replaces the planner settings and the lock timeout of the URL, and keeps the search_path of the URL', async () => {
  const { url, drop } = await cloneTemplate(inject('postgresUrl'))
  onTestFinished(drop)
  const set = new URLSearchParams({
    options: '-c enable_memoize=on -c search_path=public,pg_temp',
    lock_timeout: '60000',
  })
  const db = openDatabase(`${url}${url.includes('?') ? '&' : '?'}${set}`)
  onTestFinished(db.close)
  const otherSettingsSql = sql<{ path: string; wait: string }>(`
    select current_setting('search_path') as path, current_setting('lock_timeout') as wait`)
  expect(await db.reader.row(plannerSettingsSql)).toEqual(plannerSettings)
  expect(await db.reader.row(otherSettingsSql)).toEqual({ path: 'public,pg_temp', wait: '2s' })
})
