// D125 for the whole service: the database server freezes under load and resumes.

import { randomUUID } from 'node:crypto'
import * as fs from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { migrate } from '../../src/app/postgres/migrate.ts'
import { openDatabase } from '../../src/kernel/database/db.ts'
import { createProfiles, type ExpectedProfile } from '../../tools/kill/client/expected-profile.ts'
import { retryingClient } from '../../tools/kill/client/retrying-client.ts'
import { openReceiver } from '../../tools/kill/processes/receiver.ts'
import { openPostgres, openService } from '../../tools/kill/processes/victims.ts'
import { randomOf } from '../../tools/kill/random.ts'
import { audit } from '../support/audit.ts'
import { makeDataDir } from '../support/temporary-postgres.ts'

/** Includes the start of a new database, and the 6 s after which the service closes connections without an answer (D125). */
const TIMEOUT_MS = 90_000

const CLIENTS = 40
/** The connections of the test to the database. */
const CONNECTIONS_MAX = 4
const RETRY_PAUSE_MS = 50
const POLL_MS = 10
const REPLY_MAX_MS = 10_000
/** Acknowledged writes before the database freezes, and after it resumes. */
const WRITES_BEFORE = 100
const WRITES_AFTER = 100

it(
  'D125: with a frozen database every request is answered within 10 s, and the service recovers by itself with no write lost or doubled',
  async () => {
    const dataDir = await makeDataDir('frozen')
    const postgres = await openPostgres(dataDir)
    await migrate(postgres.url, () => undefined)
    const service = await openService(postgres.url)
    await service.start()
    await service.ready()
    const db = openDatabase(postgres.url, CONNECTIONS_MAX)
    const receiver = await openReceiver(randomOf(1, 'receiver'))
    try {
      const send = retryingClient(service.url, { requests: 0, retries: 0, hung: 0 })
      receiver.trust((await send({ route: 'GET /v1/webhooks/public-key' })).text)
      const { personal: profiles } = await createProfiles(db, send, receiver.url, {
        personal: 8,
        business: 1,
      })

      const load = startLoad(service.url, profiles)
      await load.waitForWrites(WRITES_BEFORE)
      const thaw = await postgres.freeze()
      let health: Response
      try {
        // Each client gets a 503 when the service closes the database connection that its request waits on. The database is
        // still frozen then, so no request waits until the database resumes.
        await expect.poll(() => load.refused.size, { timeout: REPLY_MAX_MS }).toBe(CLIENTS)
        health = await fetch(`${service.url}/health`, { signal: AbortSignal.timeout(1_000) })
      } finally {
        // A frozen database could not be stopped.
        thaw()
      }
      const before = load.acknowledged.size
      await load.waitForWrites(before + WRITES_AFTER)
      const replies = await load.stop()

      expect(health.status).toBe(200)
      expect(service.failure()).toBeUndefined()
      expect(Math.max(...replies.map(({ elapsedMs }) => elapsedMs))).toBeLessThan(REPLY_MAX_MS)
      expect([...new Set(replies.map(({ status }) => status))].sort()).toEqual([200, 503])
      const { rows } = await db.pool.query(
        `select count(*)::int as postings, count(distinct reference)::int as movements, sum(amount)::int as minor
         from ledger_postings where to_account like 'available:%' and amount = 1`,
      )
      const count = load.acknowledged.size
      expect(rows).toEqual([{ postings: count, movements: count, minor: count }])
      await audit(db)
    } finally {
      await service.stop()
      await receiver.stop()
      await db.close()
      await postgres.stop()
      await fs.rm(dataDir, { recursive: true, force: true })
    }
  },
  TIMEOUT_MS,
)

type TimedReply = { readonly status: number; readonly elapsedMs: number }

/** Clients that top up by one minor unit, and repeat each top-up with its key until it is acknowledged. */
function startLoad(url: string, profiles: readonly ExpectedProfile[]) {
  const replies: TimedReply[] = []
  const acknowledged = new Set<number>()
  /** The clients that have received a 503. */
  const refused = new Set<number>()
  let isStopping = false
  const topUp = async (client: number, profile: ExpectedProfile) => {
    const key = randomUUID()
    const { profileId, pounds, person } = profile
    const body = JSON.stringify({
      profileId,
      balanceId: pounds.id,
      currency: 'GBP',
      amount: 0.01,
    })
    for (;;) {
      const startedAt = performance.now()
      const reply = await fetch(`${url}/v1/simulation/balance/topup`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${person.token}`,
          'content-type': 'application/json',
          'x-idempotence-uuid': key,
        },
        body,
      })
      const text = await reply.text()
      replies.push({ status: reply.status, elapsedMs: performance.now() - startedAt })
      if (reply.status === 503) refused.add(client)
      if (reply.status === 200) return acknowledged.add(JSON.parse(text).transactionId)
      expect(reply.headers.get('retry-after')).toBe('1')
      await sleep(RETRY_PAUSE_MS)
    }
  }
  const running = Array.from({ length: CLIENTS }, async (_, n) => {
    while (!isStopping) await topUp(n, profiles[n % profiles.length] as ExpectedProfile)
  })
  return {
    acknowledged,
    refused,
    waitForWrites: async (count: number) => {
      while (acknowledged.size < count) await sleep(POLL_MS)
    },
    stop: async () => {
      isStopping = true
      await Promise.all(running)
      return replies
    },
  }
}
