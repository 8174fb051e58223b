// `npm run bench`: measures the service on an embedded PostgreSQL with fsync on, with whole lifecycles sent by another
// process, and the bare database and a bare Fastify in the same run as baselines. Compare the ratios, because machines
// differ.

import { type ChildProcess, fork } from 'node:child_process'
import * as events from 'node:events'
import * as fs from 'node:fs/promises'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startPostgres } from '../src/app/postgres/server.ts'
import { type Database, openDatabase } from '../src/kernel/database/db.ts'
import { audit } from '../test/support/audit.ts'
import { openService } from '../tools/kill/processes/victims.ts'
import { requestJson, requestText } from './api-request.ts'
import { GROUP_SIZE, type GroupLoad, type LargeGroup } from './batches.ts'
import { type CardFigures, cardRows, compareCards, issueCards, mean } from './cards.ts'
import { ms, perSecond, ratio, table } from './figures.ts'
import { operations } from './lifecycle.ts'
import type { CountedLatency, Job, Load, Overload } from './load.ts'
import { makeSenders } from './senders.ts'

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 20)
const IN_FLIGHT = Number(process.env['BENCH_IN_FLIGHT'] ?? 64)
/** Long enough for a queue without a limit to grow visibly. */
const OVERLOAD_SECONDS = Number(process.env['BENCH_SECONDS'] ?? 30)
/** `cards` measures nothing else. */
const ONLY = process.env['BENCH_ONLY']
const TURNS = 3
const SENDERS = 50

if (ONLY !== undefined && ONLY !== 'cards')
  throw new Error(`BENCH_ONLY is ${ONLY}; it may be "cards".`)

const dataDir = await fs.mkdtemp(join(tmpdir(), 'godwit-bench-'))
await fs.chmod(dataDir, 0o711)
const postgres = await startPostgres({ dataDir, log: say })
const service = await openService(postgres.url, {
  // One address stands for all clients.
  GODWIT_CONNECTIONS: '4096',
  GODWIT_CONNECTIONS_PER_ADDRESS: '4096',
  ...process.env,
})
const port = Number(new URL(service.url).port)
const children: ChildProcess[] = []
try {
  await main()
} finally {
  for (const child of children) child.kill('SIGKILL')
  await service.stop()
  await postgres.stop()
  await fs.rm(dataDir, { recursive: true, force: true })
}

async function main(): Promise<void> {
  const load = generator()
  say(
    `${cpus().length} cores (${cpus()[0]?.model}), ${Math.round(totalmem() / 2 ** 30)} GiB, ` +
      `Node ${process.version}, PostgreSQL 18 embedded, fsync on, API + worker + database + load on it`,
  )
  await service.start()
  await service.ready()
  const db = openDatabase(postgres.url)
  const many = await makeSenders(db, service.url, SENDERS)
  const [hot] = await makeSenders(db, service.url, 1)
  if (hot === undefined) throw new Error('no sender was created')
  const holders = await issueCards(db, many)
  const measureCards = () =>
    compareCards({ load, port, inFlight: IN_FLIGHT, seconds: SECONDS }, holders)
  if (ONLY === 'cards') return sayCards(db, await measureCards())

  const lifecycles = { port, inFlight: IN_FLIGHT }
  await load({ kind: 'closed', ...lifecycles, senders: many, seconds: 5 })
  const { baseline, full } = await measureInTurns(load, { ...lifecycles, senders: many })
  const one = await load<Load>({ kind: 'closed', ...lifecycles, senders: [hot], seconds: SECONDS })
  const open = await load<Load>({
    kind: 'open',
    port,
    senders: many,
    perSecond: Math.round(full.completedPerSecond * 0.75),
    seconds: SECONDS,
  })
  const half = await load<Load>({
    kind: 'open',
    port,
    senders: many,
    perSecond: Math.round(full.completedPerSecond * 0.5),
    seconds: SECONDS,
  })
  const [twice, refusedOnNew] = await Promise.all([
    load<Overload>({
      kind: 'overload',
      port,
      senders: many,
      perSecond: Math.round(full.completedPerSecond * 2),
      seconds: OVERLOAD_SECONDS,
    }),
    generator()<CountedLatency>({
      kind: 'new-connections',
      port,
      sender: hot,
      seconds: OVERLOAD_SECONDS,
    }),
  ])
  const inFlight = Math.min(IN_FLIGHT, many.length)
  const groups = await load<GroupLoad>({
    kind: 'groups',
    port,
    senders: many,
    inFlight,
    seconds: SECONDS,
  })
  const large = await load<LargeGroup>({ kind: 'large-group', port, sender: hot })

  const cards = await measureCards()
  const get = await readRatio(load, many[0])
  const lag = await webhookLag(load, many, full)
  await audit(db)
  await db.close()

  say('')
  say(
    table(
      ['measure', 'figure', 'ratio'],
      [
        ['baseline: durable one-row inserts/s', perSecond(baseline), ratio(1)],
        [
          'durable operations/s, closed loop',
          perSecond(full.durablePerSecond),
          `${ratio(full.durablePerSecond / baseline)} of baseline`,
        ],
        [
          'of these, replies to requests that wrote',
          perSecond(full.wrotePerSecond),
          `${ratio(full.wrotePerSecond / baseline)} of baseline`,
        ],
        ['completed transfers/s, closed loop', perSecond(full.completedPerSecond), ''],
        [
          'completed transfers/s, one hot account',
          perSecond(one.completedPerSecond),
          `${ratio(one.completedPerSecond / full.completedPerSecond)} of many accounts`,
        ],
        ['completed transfers/s, open loop at 75 %', perSecond(open.completedPerSecond), ''],
        [
          `transfers paid in groups of ${GROUP_SIZE}, from quote to payment, per second`,
          perSecond(groups.paidPerSecond),
          `a group: p50 ${ms(groups.funding.p50)} ms, p99 ${ms(groups.funding.p99)} ms`,
        ],
        [
          'paying a group of 1,000 members',
          `${ms(large.groupMs)} ms`,
          `${ratio(large.groupMs / large.singlesMs)} of 100 single payments`,
        ],
        ...cardRows(cards),
        [
          'GET /v1/transfers/{id} per second',
          perSecond(get.ours),
          `${ratio(get.ours / get.constant)} of a constant route`,
        ],
        [
          'webhook deliveries at half load',
          `${lag.received}, ${lag.missing} missing`,
          `lag p99 ${ms(lag.p99)} ms`,
        ],
      ],
    ),
  )
  say('')
  for (const [share, measured] of [
    ['half load', half],
    ['75 %', open],
  ] as const) {
    say(latencyTable(share, measured))
    say('')
  }
  say(overloadTable(twice, refusedOnNew, full.completedPerSecond))
  const errors: Record<string, number> = {}
  for (const found of [...full.errors, one.errors, open.errors, half.errors])
    for (const [name, count] of Object.entries(found)) errors[name] = (errors[name] ?? 0) + count
  say(`\nerrors: ${Object.keys(errors).length === 0 ? 'none' : JSON.stringify(errors)}`)
  say('audit of ledger and cards after the run: clean')
}

async function sayCards(db: Database, figures: CardFigures): Promise<void> {
  await audit(db)
  await db.close()
  say(`\n${table(['measure', 'figure', 'ratio'], cardRows(figures))}`)
  say('\naudit of ledger and cards after the run: clean')
}

function latencyTable(share: string, { latencies }: Load): string {
  return table(
    [`operation, open loop at ${share}`, 'p50 ms', 'p95 ms', 'p99 ms'],
    operations.map((name) => {
      const { p50, p95, p99 } = latencies[name]
      return [name, ms(p50), ms(p95), ms(p99)]
    }),
  )
}

function refusals({ count, p50, p99 }: CountedLatency): string {
  return `${count}, ${ms(p50)} ms, ${ms(p99)} ms`
}

/** Refusals are measured here, so they are not errors. */
function overloadTable(
  twice: Overload,
  refusedOnNew: CountedLatency,
  peakPerSecond: number,
): string {
  const others = Object.entries(twice.errors).filter(([name]) => !/ 503 /.test(name))
  return table(
    ['twice the load of the peak, open loop', 'figure', 'goal'],
    [
      [
        'transfers begun per second',
        perSecond(twice.offeredPerSecond),
        `${perSecond(2 * peakPerSecond)} planned`,
      ],
      [
        'completed transfers/s, of the peak',
        `${perSecond(twice.completedPerSecond)}, ${ratio(twice.completedPerSecond / peakPerSecond)}`,
        'at least 0.90',
      ],
      [
        'accepted requests: p50, p99',
        `${ms(twice.accepted.p50)} ms, ${ms(twice.accepted.p99)} ms`,
        'p99 under 1,000 ms',
      ],
      ['refused requests: count, p50, p99', refusals(twice.refused), 'under 100 ms'],
      [
        'refused on a new connection, seen by a process without load: count, p50, p99',
        refusals(refusedOnNew),
        'under 100 ms',
      ],
      [
        'refused on a new connection of the load generator: count, p50, p99',
        refusals(twice.refusedOnNewConnection),
        '',
      ],
      [
        '/health: p50, p99, slowest',
        `${ms(twice.health.p50)} ms, ${ms(twice.health.p99)} ms, ${ms(twice.health.max)} ms`,
        'under 100 ms',
      ],
      [
        'other errors',
        others.length === 0 ? 'none' : JSON.stringify(Object.fromEntries(others)),
        'none',
      ],
    ],
  )
}

type RunJob = <R>(job: Job) => Promise<R>

function generator(): RunJob {
  const child = fork(fileURLToPath(new URL('load.ts', import.meta.url)))
  children.push(child)
  return (job) =>
    new Promise((resolve, reject) => {
      const ended = (code: number | null) =>
        reject(new Error(`the load generator ended with ${code}`))
      child.once('exit', ended)
      child.once('message', (result) => {
        child.off('exit', ended)
        resolve(result as never)
      })
      child.send(job)
    })
}

type MaybeSender = Awaited<ReturnType<typeof makeSenders>>[number] | undefined

/** Measures the bare database and the service in turns, because the speed of a machine varies from minute to minute. */
async function measureInTurns(
  load: RunJob,
  closed: Omit<Job & { kind: 'closed' }, 'kind' | 'seconds'>,
) {
  const bare: number[] = []
  const loads: Load[] = []
  for (let turn = 0; turn < TURNS; turn++) {
    const { url } = postgres
    bare.push((await load<{ perSecond: number }>({ kind: 'baseline', url, seconds: 4 })).perSecond)
    loads.push(await load<Load>({ kind: 'closed', ...closed, seconds: SECONDS / TURNS }))
  }
  const full = {
    completedPerSecond: mean(loads.map((each) => each.completedPerSecond)),
    durablePerSecond: mean(loads.map((each) => each.durablePerSecond)),
    wrotePerSecond: mean(loads.map((each) => each.wrotePerSecond)),
    errors: loads.map((each) => each.errors),
  }
  return { baseline: mean(bare), full }
}

/** Reads a transfer by id, and a constant of the same bytes from a bare Fastify route. */
async function readRatio(load: RunJob, sender: MaybeSender) {
  if (sender === undefined) throw new Error('no sender was created')
  const { token, profileId } = sender
  const list = `GET /v1/transfers?profile=${profileId}&limit=1`
  const [transfer] = await requestJson<{ id: number }[]>(service.url, token, list)
  const path = `/v1/transfers/${transfer?.id}`
  const text = await requestText(service.url, token, `GET ${path}`)
  const constant = fork(fileURLToPath(new URL('constant-server.ts', import.meta.url)), [text])
  children.push(constant)
  const [constantPort] = (await events.once(constant, 'message')) as [number]
  const get = (from: number, path: string, seconds = 5) =>
    load<{ perSecond: number }>({ kind: 'get', port: from, path, token, seconds })
  // The first runs compile code, so they are not measured.
  await get(constantPort, '/constant', 2)
  await get(port, path, 2)
  const first = await get(constantPort, '/constant')
  const ours = await get(port, path)
  const second = await get(constantPort, '/constant')
  constant.kill('SIGKILL')
  return { ours: ours.perSecond, constant: (first.perSecond + second.perSecond) / 2 }
}

type Lag = { received: number; missing: number; p50: number; p95: number; p99: number }

/** The lag of webhooks at half the peak load, with one subscription to every change of every transfer. */
async function webhookLag(
  load: RunJob,
  senders: NonNullable<MaybeSender>[],
  full: Pick<Load, 'completedPerSecond'>,
): Promise<Lag> {
  const receiver = await load<{ port: number }>({ kind: 'receive' })
  const [sender] = senders
  if (sender === undefined) throw new Error('no sender was created')
  const { token, profileId } = sender
  await requestJson(service.url, token, `POST /v3/profiles/${profileId}/subscriptions`, {
    name: 'bench',
    trigger_on: 'transfers#state-change',
    delivery: { version: '2.0.0', url: `http://127.0.0.1:${receiver.port}/hook` },
  })
  const half = Math.round(full.completedPerSecond * 0.5)
  await load<Load>({
    kind: 'open',
    port,
    senders: [sender],
    perSecond: half,
    seconds: SECONDS,
  })
  for (let waited = 0; waited < 60; waited++) {
    const lag = await load<Lag>({ kind: 'lags' })
    if (lag.missing === 0) return lag
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  return load<Lag>({ kind: 'lags' })
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
