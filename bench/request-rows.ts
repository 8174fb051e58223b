// Rows of the log of requests, inserted as the service inserts them.

import { openDatabase } from '../src/kernel/database/db.ts'
import type { Id } from '../src/kernel/ids.ts'
import type { LogRow } from '../src/requests/index.ts'
import { insertRequests } from '../test/support/request-log.ts'

/** As many requests as the service writes together (`BATCH_MAX` in src/app/request-log.ts). */
const REQUESTS_PER_BATCH = 500
const PERIOD_MS = 30 * 24 * 3600 * 1000

/** Writes `count` requests of the profile's user over the last 30 days. Each has a reply of 614 bytes. */
export async function fillRequestLog(
  postgresUrl: string,
  profileId: number,
  count: number,
): Promise<void> {
  const db = openDatabase(postgresUrl)
  const { rows } = await db.pool.query('select user_id from profile_owners where profile_id = $1', [
    profileId,
  ])
  const userId = Number(rows[0].user_id) as Id<'user'>
  const now = Date.now()
  for (let first = 1; first <= count; first += REQUESTS_PER_BATCH) {
    const numbers = Array.from(
      { length: Math.min(REQUESTS_PER_BATCH, count - first + 1) },
      (_, n) => first + n,
    )
    const answeredMs = (n: number) => Math.round(now - PERIOD_MS * (1 - n / count))
    await insertRequests(
      db,
      numbers.map((n) => rowOf(n, userId, profileId as Id<'profile'>, answeredMs(n))),
    )
  }
  await db.pool.query('vacuum analyze request_log')
  await db.close()
}

const replyBody = JSON.stringify({ details: 'x'.repeat(600) })

function rowOf(
  n: number,
  userId: Id<'user'>,
  profileId: Id<'profile'>,
  answeredMs: number,
): LogRow {
  return {
    userId,
    summary: {
      profileId,
      applicationId: null,
      operation: n % 2 === 0 ? 'getTransfer' : 'listBalances',
      method: 'GET',
      route: '/v1/transfers/{transferId}',
      path: `/v1/transfers/${n % 500_000}`,
      onlyReads: true,
      status: n % 100 === 0 ? 404 : 200,
      durationUs: 900,
      idempotency: 'none',
      traceId: `3cf3dd96-903e-873a-9bb5-${String(n).padStart(12, '0')}`,
      errors: [],
      subjects: [`transfer:${n % 500_000}`, `balance:${n % 2 === 0 ? 5 : n}`],
      answeredMs,
    },
    details: {
      query: null,
      requestHeaders: {},
      replyHeaders: {},
      files: [],
      requestBytes: 0,
      bodyAbsence: null,
      replyBytes: replyBody.length,
    },
    requestBody: null,
    replyBody,
  }
}
