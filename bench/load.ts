// The load generator: a separate process that gets its jobs as messages from the benchmark.

import { createServer } from 'node:http'
import pg from 'pg'
import { payGroups, payLargeGroup } from './batches.ts'
import { authoriseAtRate, authorisePayments, type CardHolder, fundTransfers } from './card-load.ts'
import { type Latency, latencyOf } from './figures.ts'
import { type HttpClient, httpClient } from './http-client.ts'
import {
  type Operation,
  operations,
  quoteRequest,
  type Recorder,
  runLifecycle,
  type Sender,
} from './lifecycle.ts'
import { openLoop } from './pace.ts'

const CONNECTIONS = 64

export type Job =
  | { kind: 'baseline'; url: string; seconds: number }
  | { kind: 'get'; port: number; path: string; token: string; seconds: number }
  | { kind: 'closed'; port: number; senders: Sender[]; inFlight: number; seconds: number }
  | { kind: 'open'; port: number; senders: Sender[]; perSecond: number; seconds: number }
  | { kind: 'overload'; port: number; senders: Sender[]; perSecond: number; seconds: number }
  | { kind: 'new-connections'; port: number; sender: Sender; seconds: number }
  | { kind: 'groups'; port: number; senders: Sender[]; inFlight: number; seconds: number }
  | { kind: 'large-group'; port: number; sender: Sender }
  | {
      kind: 'fundings' | 'authorisations'
      port: number
      holders: CardHolder[]
      inFlight: number
      count: number
    }
  | {
      kind: 'open-authorisations'
      port: number
      holders: CardHolder[]
      perSecond: number
      seconds: number
    }
  | { kind: 'receive' }
  | { kind: 'lags' }

export type Load = {
  completedPerSecond: number
  /** 2xx replies to writing requests. */
  durablePerSecond: number
  /** Without the simulation `processing`, which writes nothing because the transfer is already paid. */
  wrotePerSecond: number
  /** Lifecycles begun per second; fewer than planned when the generator could not keep up. */
  offeredPerSecond: number
  latencies: Record<Operation, { p50: number; p95: number; p99: number }>
  errors: Record<string, number>
}

export type CountedLatency = Latency & { count: number }

export type Overload = Load & {
  /** The latency of all requests that succeeded. */
  accepted: Latency
  /** The latency of requests that were refused with 503 on open connections. */
  refused: CountedLatency
  /** The same on new connections; the generator reads some of these replies late. */
  refusedOnNewConnection: CountedLatency
  health: Latency & { max: number }
}

const movedAt = new Map<string, number>()
const lagsMs: number[] = []

process.on('message', (job: Job) => {
  void work(job).then((result) => process.send?.(result))
})

async function work(job: Job): Promise<unknown> {
  switch (job.kind) {
    case 'baseline':
      return baseline(job.url, job.seconds)
    case 'get':
      return reads(job)
    case 'closed':
      return closedLoop(job)
    case 'open':
      return drive(job, CONNECTIONS, recorderOf())
    case 'overload':
      return overload(job)
    case 'new-connections':
      return refusedOnNewConnections(job)
    case 'groups':
      return withClient(job.port, CONNECTIONS, (http) =>
        payGroups(http, job.senders, job.inFlight, job.seconds),
      )
    case 'large-group':
      return withClient(job.port, CONNECTIONS, (http) => payLargeGroup(http, job.sender))
    case 'fundings':
      return withClient(job.port, job.inFlight, (http) => fundTransfers(http, job.holders, job))
    case 'authorisations':
      return withClient(job.port, job.inFlight, (http) => authorisePayments(http, job.holders, job))
    case 'open-authorisations':
      return withClient(job.port, CONNECTIONS, (http) => authoriseAtRate(http, job.holders, job))
    case 'receive':
      return startReceiver()
    case 'lags':
      return { received: lagsMs.length, missing: movedAt.size, ...latencyOf(lagsMs) }
  }
}

async function withClient<T>(
  port: number,
  connections: number,
  use: (http: HttpClient) => Promise<T>,
): Promise<T> {
  const http = httpClient('127.0.0.1', port, connections)
  try {
    return await use(http)
  } finally {
    http.close()
  }
}

/** The baseline: prepared, durable inserts of one row over a pool of twelve connections. */
async function baseline(url: string, seconds: number): Promise<{ perSecond: number }> {
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

async function reads({ port, path, token, seconds }: Job & { kind: 'get' }) {
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

function recorderOf() {
  const times = Object.fromEntries(operations.map((name) => [name, [] as number[]])) as Record<
    Operation,
    number[]
  >
  const errors: Record<string, number> = {}
  const refusedMs = { onOpenConnection: [] as number[], onNewConnection: [] as number[] }
  let durable = 0
  const recorder: Recorder = {
    took: (operation, milliseconds) => {
      times[operation].push(milliseconds)
      durable++
    },
    failed: (operation, milliseconds, { status, body, onNewConnection }) => {
      const refused = onNewConnection ? refusedMs.onNewConnection : refusedMs.onOpenConnection
      if (status === 503) refused.push(milliseconds)
      const name = `${operation} ${status} ${/"code":"([^"]+)"/.exec(body)?.[1] ?? body.slice(0, 60)}`
      errors[name] = (errors[name] ?? 0) + 1
    },
    moved: (transferId, state) => {
      if (receiving) movedAt.set(`${transferId} ${state}`, performance.now())
    },
  }
  const load = (completed: number, offered: number, seconds: number): Load => ({
    completedPerSecond: completed / seconds,
    durablePerSecond: durable / seconds,
    wrotePerSecond: (durable - times.processing.length) / seconds,
    offeredPerSecond: offered / seconds,
    latencies: Object.fromEntries(
      operations.map((name) => [name, latencyOf(times[name])]),
    ) as Load['latencies'],
    errors,
  })
  return { recorder, load, times, refusedMs }
}

/** Measures the peak: `inFlight` concurrent lifecycles, each begun when another has ended. */
async function closedLoop({ port, senders, inFlight, seconds }: Job & { kind: 'closed' }) {
  const http = httpClient('127.0.0.1', port, inFlight)
  const { recorder, load } = recorderOf()
  let begun = 0
  let completed = 0
  const started = performance.now()
  const until = started + seconds * 1000
  const one = async () => {
    while (performance.now() < until)
      if (await runLifecycle(http, pick(senders, begun++), recorder)) completed++
  }
  await Promise.all(Array.from({ length: inFlight }, one))
  const elapsed = (performance.now() - started) / 1000
  http.close()
  return load(completed, begun, elapsed)
}

type OpenLoop = Omit<Job & { kind: 'open' }, 'kind'>

/** Begins lifecycles at a fixed rate, whether or not earlier ones have ended. */
async function drive(
  { port, senders, perSecond, seconds }: OpenLoop,
  connections: number,
  { recorder, load }: ReturnType<typeof recorderOf>,
): Promise<Load> {
  let completed = 0
  const started = performance.now()
  const begun = await withClient(port, connections, (http) =>
    openLoop({ perSecond, seconds }, async (n) => {
      if (await runLifecycle(http, pick(senders, n), recorder)) completed++
    }),
  )
  return load(completed, begun, (performance.now() - started) / 1000)
}

/** More connections than requests that the service admits, so that the service refuses the excess. */
const OVERLOAD_CONNECTIONS = 1500
const HEALTH_EVERY_MS = 50

/** An open loop beyond the capacity of the service. A refused transfer is given up, and no request is repeated. */
async function overload(job: OpenLoop): Promise<Overload> {
  const recording = recorderOf()
  const health: number[] = []
  const probe = httpClient('127.0.0.1', job.port, 1)
  let ended = false
  const probing = (async () => {
    while (!ended) {
      const started = performance.now()
      const { status } = await probe.request('GET', '/health', '')
      if (status !== 200) throw new Error(`GET /health returned ${status}`)
      health.push(performance.now() - started)
      await new Promise((resolve) => setTimeout(resolve, HEALTH_EVERY_MS))
    }
  })()
  const load = await drive(job, OVERLOAD_CONNECTIONS, recording)
  ended = true
  await probing
  probe.close()
  const { times, refusedMs } = recording
  return {
    ...load,
    accepted: latencyOf(Object.values(times).flat()),
    refused: countedLatency(refusedMs.onOpenConnection),
    refusedOnNewConnection: countedLatency(refusedMs.onNewConnection),
    health: { ...latencyOf(health), max: Math.max(...health) },
  }
}

const CONCURRENT_NEW_CONNECTIONS = 4
const NEW_CONNECTIONS_EVERY_MS = 40

/**
 * Requests quotes on one new connection each, and returns the time from opening the connection to the reply of those
 * that are refused with 503. Run it in a process without load: a busy process reads replies late.
 */
async function refusedOnNewConnections({
  port,
  sender,
  seconds,
}: Job & { kind: 'new-connections' }) {
  const { path, body } = quoteRequest(sender)
  const refused: number[] = []
  const requestOnce = async () => {
    const started = performance.now()
    await withClient(port, 1, async (http) => {
      const { status } = await http.request('POST', path, sender.token, body)
      if (status === 503) refused.push(performance.now() - started)
    })
  }
  const running: Promise<void>[] = []
  const until = performance.now() + seconds * 1000
  while (performance.now() < until) {
    for (let n = 0; n < CONCURRENT_NEW_CONNECTIONS; n++) running.push(requestOnce())
    await new Promise((resolve) => setTimeout(resolve, NEW_CONNECTIONS_EVERY_MS))
  }
  await Promise.all(running)
  return countedLatency(refused)
}

const countedLatency = (times: number[]): CountedLatency => ({
  ...latencyOf(times),
  count: times.length,
})

function pick(senders: readonly Sender[], n: number): Sender {
  return senders[n % senders.length] as Sender
}

let receiving = false

/** Receives deliveries, and records the time between the reply to a move and its delivery. */
function startReceiver(): Promise<{ port: number }> {
  receiving = true
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      response.end('{"status":"ok"}')
      const id = /"id":(\d+)/.exec(text)?.[1]
      const state = /"current_state":"(\w+)"/.exec(text)?.[1]
      const key = `${id} ${state}`
      const at = movedAt.get(key)
      // A delivery may arrive before the reply to the move that caused it.
      lagsMs.push(at === undefined ? 0 : performance.now() - at)
      movedAt.delete(key)
    })
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve({ port: (server.address() as { port: number }).port }),
    )
  })
}
