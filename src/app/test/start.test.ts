import { expect, inject, it, onTestFinished, vi } from 'vitest'
import { cloneTemplate } from '../../../test/support/postgres.ts'
import { openDatabase, sql } from '../../kernel/database/db.ts'
import { readConfig } from '../config.ts'
import { startApp } from '../start.ts'

it('a second stop of a service, as after SIGINT and SIGTERM, waits for the first', async () => {
  const { url: DATABASE_URL, drop } = await cloneTemplate(inject('postgresUrl'))
  onTestFinished(drop)
  const service = await startApp(readConfig({ DATABASE_URL, PORT: '0', LOG_LEVEL: 'silent' }))
  let hasFirstEnded = false
  void service.stop().then(() => {
    hasFirstEnded = true
  })
  await service.stop()
  expect(hasFirstEnded).toBe(true)
})

it('a service that cannot listen stops what it has started: no connection to its database is left', async () => {
  const { url: DATABASE_URL, drop } = await cloneTemplate(inject('postgresUrl'))
  onTestFinished(drop)
  const configOf = (PORT: string) => readConfig({ DATABASE_URL, PORT, LOG_LEVEL: 'silent' })
  const first = await startApp(configOf('0'))
  const { port } = new URL(first.listensAt)
  await expect(startApp(configOf(port))).rejects.toThrow('Set PORT to a free port.')
  await first.stop()
  const db = openDatabase(DATABASE_URL)
  onTestFinished(db.close)
  const others = sql<{ n: number }>(`
    select count(*)::int as n from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`)
  await vi.waitFor(async () => expect((await db.reader.row(others))?.n).toBe(0))
})
