// What the service is compared with: the bare database, and one route that is read without a pause.

import pg from 'pg'
import { latencyOf } from '../figures.ts'
import { CONNECTIONS, httpClient } from './http-client.ts'
import type { Job } from './jobs.ts'

/** The baseline: prepared, durable inserts of one row over a pool of twelve connections. */
export async function measureInserts(url: string, seconds: number): Promise<{ perSecond: number }> {
  const pool = new pg.Pool({ connectionString: url, max: 12 })
  await pool.query('create table if not exists bench_baseline (id bigint primary key, body text)')
  await pool.query('truncate bench_baseline')
  let next = 0
  let done = 0
  const until = performance.now() + seconds * 1000
  const body = 'x'.repeat(200)
  const one = async () => {
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
  await Promise.all(Array.from({ length: 12 }, one))
  const elapsed = (performance.now() - started) / 1000
  await pool.end()
  return { perSecond: done / elapsed }
}

export async function measureReads({ port, path, token, seconds }: Job & { kind: 'get' }) {
  const http = httpClient('127.0.0.1', port, CONNECTIONS)
  let done = 0
  const times: number[] = []
  const until = performance.now() + seconds * 1000
  const one = async () => {
    while (performance.now() < until) {
      const started = performance.now()
      const { status } = await http.request('GET', path, token)
      if (status !== 200) throw new Error(`GET ${path} returned ${status}`)
      times.push(performance.now() - started)
      done++
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, one))
  http.close()
  return { perSecond: done / seconds, ...latencyOf(times) }
}
