// A seeded sandbox with its worker, in this process. It sends webhooks over HTTP.

import { createGodwit } from '@godwit/sdk'
import { afterAll, beforeAll, inject } from 'vitest'
import { readConfig } from '../../src/app/config.ts'
import { SEED } from '../../src/app/seed.ts'
import { type Running, startApp } from '../../src/app/start.ts'
import { openDatabase } from '../../src/kernel/database/db.ts'
import { auditLedger } from '../../src/ledger/index.ts'
import { cloneTemplate } from '../../test/support/postgres.ts'

type Sandbox = {
  url: string
  /** The findings of the audit of the ledger. */
  audit(): Promise<string[]>
}

/** The connections of the audit to the database. */
const CONNECTIONS_MAX = 2

/** The sandbox runs from beforeAll to afterAll, with the variables of `env` in its configuration. */
export function sandbox(env: Record<string, string> = {}): Sandbox {
  const started = {} as Sandbox
  let running: Running
  let drop: () => Promise<void>
  beforeAll(async () => {
    const clone = await cloneTemplate(inject('postgresUrl'))
    drop = clone.drop
    running = await startApp(
      readConfig({ DATABASE_URL: clone.url, PORT: '0', LOG_LEVEL: 'silent', ...env }),
    )
    started.url = running.url
    // Dispatches the events of the seed before a test subscribes, so that no test receives them.
    const godwit = createGodwit({ baseUrl: running.url, token: SEED.personalToken })
    await godwit.simulation.advanceSandboxClock({ body: { seconds: 0 } })
    started.audit = async () => {
      const db = openDatabase(clone.url, CONNECTIONS_MAX)
      return auditLedger(db.reader).finally(() => db.close())
    }
  })
  afterAll(async () => {
    await running?.stop()
    await drop?.()
  })
  return started
}
