// Baselines that the service is compared with: inserts into the bare database, and reads of one route. The reads of the
// service are measured in the same way.

import pg from 'pg'
import { latencyOf } from '../figures.ts'
import { CONNECTIONS, withClient } from './http-client.ts'
import type { Job } from './jobs.ts'

/** As many as the pool of the service has (`GODWIT_POOL_MAX`). */
const INSERT_CONNECTIONS = 12
/** As long as a row of a few columns. A shorter row would be inserted faster than any row that the service inserts. */
const ROW_CHARACTERS = 200

/** Sends prepared, durable inserts of one row over a pool of connections. */
export async function measureInserts(url: string, seconds: number): Promise<{ perSecond: number }> {
  const pool = new pg.Pool({ connectionString: url, max: INSERT_CONNECTIONS })
  await pool.query('create table if not exists bench_baseline (id bigint primary key, body text)')
  await pool.query('truncate bench_baseline')
  let next = 0
  let inserted = 0
  const until = performance.now() + seconds * 1000
  const body = 'x'.repeat(ROW_CHARACTERS)
  const client = async () => {
    while (performance.now() < until) {
      await pool.query({
        name: 'baseline',
        text: 'insert into bench_baseline (id, body) values ($1, $2)',
        values: [next++, body],
      })
      inserted++
    }
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: INSERT_CONNECTIONS }, client))
  const elapsedSeconds = (performance.now() - startedAt) / 1000
  await pool.end()
  return { perSecond: inserted / elapsedSeconds }
}

/** Reads the path with `CONNECTIONS` requests in progress. Throws unless every reply is 200. */
export async function measureReads({ port, path, token, seconds }: Job & { kind: 'get' }) {
  const timesMs: number[] = []
  const startedAt = performance.now()
  const until = startedAt + seconds * 1000
  await withClient(port, CONNECTIONS, (http) => {
    const client = async () => {
      while (performance.now() < until) {
        const sentAt = performance.now()
        const { status } = await http.request('GET', path, token)
        if (status !== 200) throw new Error(`GET ${path} returned ${status}`)
        timesMs.push(performance.now() - sentAt)
      }
    }
    return Promise.all(Array.from({ length: CONNECTIONS }, client))
  })
  const elapsedSeconds = (performance.now() - startedAt) / 1000
  return { perSecond: timesMs.length / elapsedSeconds, ...latencyOf(timesMs) }
}
