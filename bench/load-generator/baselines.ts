// Baselines that the service is compared with: inserts into the bare database, and reads of one route. The reads of the
// service are measured in the same way.

import pg from 'pg'
import { latencyOf } from '../figures.ts'
import { CONNECTIONS, withClient } from './http-client.ts'
import type { Job } from './jobs.ts'

const INSERT_CONNECTIONS = 12

/** Sends prepared, durable inserts of one row over a pool of connections. */
export async function measureInserts(url: string, seconds: number): Promise<{ perSecond: number }> {
  const pool = new pg.Pool({ connectionString: url, max: INSERT_CONNECTIONS })
  await pool.query('create table if not exists bench_baseline (id bigint primary key, body text)')
  await pool.query('truncate bench_baseline')
  let next = 0
  let done = 0
  const until = performance.now() + seconds * 1000
  const body = 'x'.repeat(200)
  const client = async () => {
    while (performance.now() < until) {
      await pool.query({
        name: 'baseline',
        text: 'insert into bench_baseline (id, body) values ($1, $2)',
        values: [next++, body],
      })
      done++
    }
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: INSERT_CONNECTIONS }, client))
  const elapsed = (performance.now() - started) / 1000
  await pool.end()
  return { perSecond: done / elapsed }
}

export async function measureReads({ port, path, token, seconds }: Job & { kind: 'get' }) {
  const times: number[] = []
  const began = performance.now()
  const until = began + seconds * 1000
  await withClient(port, CONNECTIONS, (http) => {
    const client = async () => {
      while (performance.now() < until) {
        const started = performance.now()
        const { status } = await http.request('GET', path, token)
        if (status !== 200) throw new Error(`GET ${path} returned ${status}`)
        times.push(performance.now() - started)
      }
    }
    return Promise.all(Array.from({ length: CONNECTIONS }, client))
  })
  const elapsed = (performance.now() - began) / 1000
  return { perSecond: times.length / elapsed, ...latencyOf(times) }
}
