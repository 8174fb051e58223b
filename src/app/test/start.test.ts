import { expect, inject, it, onTestFinished } from 'vitest'
import { cloneTemplate } from '../../../test/support/postgres.ts'
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
