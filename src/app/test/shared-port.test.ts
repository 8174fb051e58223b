// Two services that listen on one port, as an operator starts them with GODWIT_SHARED_PORT.

import { expect, inject, it, onTestFinished } from 'vitest'
import { cloneTemplate } from '../../../test/support/postgres.ts'
import { readConfig } from '../config.ts'
import { startApp } from '../start.ts'

/** Calls on a new connection, which either service may accept. */
async function isReady(url: string): Promise<boolean> {
  const headers = { connection: 'close' }
  return fetch(`${url}/ready`, { headers }).then(
    ({ ok }) => ok,
    () => false,
  )
}

it.runIf(process.platform === 'linux')(
  'services with GODWIT_SHARED_PORT share a port, and one keeps answering when the other stops',
  async () => {
    const clone = await cloneTemplate(inject('postgresUrl'))
    onTestFinished(clone.drop)
    const start = async (port: string) => {
      const service = await startApp(
        readConfig({
          DATABASE_URL: clone.url,
          PORT: port,
          GODWIT_SHARED_PORT: 'true',
          GODWIT_SEED: 'none',
          GODWIT_ROLES: 'api',
          LOG_LEVEL: 'silent',
        }),
      )
      onTestFinished(service.stop)
      return service
    }
    const first = await start('0')
    const second = await start(new URL(first.url).port)
    expect(second.url).toBe(first.url)
    for (let n = 0; n < 20; n++) expect(await isReady(first.url)).toBe(true)
    await first.stop()
    for (let n = 0; n < 20; n++) expect(await isReady(second.url)).toBe(true)
    await second.stop()
    expect(await isReady(second.url)).toBe(false)
  },
)
