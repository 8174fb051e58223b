import { expect, inject, it } from 'vitest'
import { cloneTemplate } from '../../../test/support/postgres.ts'
import { testService } from '../../../test/support/service.ts'
import { openDatabase, sql } from '../database/db.ts'

const service = testService({ audited: false })
const note = sql<never>(
  `insert into rate_points (currency, at, per_usd, source) values ($1, now(), 1, 'db')`,
)
const wrong = sql<never>('select 1 / 0')
const noted = async () => {
  const { rows } = await service.db.pool.query(
    `select currency from rate_points where source = 'db'`,
  )
  return rows
}

it('sends no further statement of a failed transaction, not even concurrent ones', async () => {
  const work = service.db.transact((tx) =>
    Promise.all([tx.rows(wrong), tx.rows(note, ['GBP']), tx.rows(note, ['EUR'])]),
  )
  await expect(work).rejects.toThrow('division by zero')
  expect(await noted()).toEqual([])
})

it('fails a transaction whose statement failed, even when the use case swallows the error', async () => {
  const work = service.db.transact(async (tx) => {
    await tx.rows(note, ['GBP'])
    await tx.rows(wrong).catch(() => undefined)
  })
  await expect(work).rejects.toThrow('ignored the error')
  expect(await noted()).toEqual([])
})

it('503 and no change when a lock is held for too long', async () => {
  const client = await service.db.pool.connect()
  await client.query('begin')
  await client.query('lock table rate_points')
  const work = service.db.transact((tx) => tx.rows(note, ['GBP']))
  await expect(work).rejects.toThrow('try.again.later')
  await client.query('rollback')
  client.release()
})

it('503 before the transaction begins when every connection is in use for too long', async () => {
  const taken = await Promise.all(
    Array.from({ length: service.db.pool.options.max }, () => service.db.pool.connect()),
  )
  const work = service.db.transact((tx) => tx.rows(note, ['GBP']))
  await expect(work).rejects.toThrow('try.again.later')
  for (const client of taken) client.release()
  expect(await noted()).toEqual([])
})

const plans = sql<{ cached: string; seqscan: string; memoize: string }>(`
  select current_setting('plan_cache_mode') as cached, current_setting('enable_seqscan') as seqscan,
         current_setting('enable_memoize') as memoize`)
const planned = { cached: 'force_generic_plan', seqscan: 'off', memoize: 'off' }

it('sets the planner settings on every connection', async () => {
  expect(await service.db.reader.row(plans)).toEqual(planned)
  expect(await service.db.transact((tx) => tx.row(plans))).toEqual(planned)
})

it('sets the planner settings also when the URL has others', async () => {
  const { url, drop } = await cloneTemplate(inject('postgresUrl'))
  const set = new URLSearchParams({
    options: '-c enable_memoize=on -c search_path=public,pg_temp',
    lock_timeout: '60000',
  })
  const db = openDatabase(`${url}${url.includes('?') ? '&' : '?'}${set}`)
  const others = sql<{ path: string; wait: string }>(`
    select current_setting('search_path') as path, current_setting('lock_timeout') as wait`)
  expect(await db.reader.row(plans)).toEqual(planned)
  expect(await db.reader.row(others)).toEqual({ path: 'public,pg_temp', wait: '2s' })
  await db.close()
  await drop()
})
