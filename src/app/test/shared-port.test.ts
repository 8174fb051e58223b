// Two processes of one machine at one port, as an operator starts them.

import { expect, inject, it } from 'vitest'
import { cloneTemplate } from '../../../test/support/postgres.ts'
import { readConfig } from '../config.ts'
import { startApp } from '../start.ts'

/** By a connection of its own, as a client that comes for the first time. */
async function answers(url: string): Promise<boolean> {
  const headers = { connection: 'close' }
  return fetch(`${url}/ready`, { headers }).then(
    ({ ok }) => ok,
    () => false,
  )
}

it.runIf(process.platform === 'linux')(
  'a port is shared by those who say so, and each goes on when another stops',
  async () => {
    const clone = await cloneTemplate(inject('postgresUrl'))
    const start = (port: string) =>
      startApp(
        readConfig({
          DATABASE_URL: clone.url,
          PORT: port,
          GODWIT_SHARED_PORT: 'true',
          GODWIT_SEED: 'none',
          GODWIT_ROLES: 'api',
          LOG_LEVEL: 'silent',
        }),
      )
    const first = await start('0')
    const second = await start(new URL(first.url).port)
    expect(second.url).toBe(first.url)
    for (let n = 0; n < 20; n++) expect(await answers(first.url)).toBe(true)
    await first.stop()
    for (let n = 0; n < 20; n++) expect(await answers(second.url)).toBe(true)
    await second.stop()
    expect(await answers(second.url)).toBe(false)
    await clone.drop()
  },
)
