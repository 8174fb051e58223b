// `npm run bench`: the service on an embedded PostgreSQL with fsync on, driven with whole lifecycles
// from another process, beside what the bare database and a bare Fastify can do in the same run.
// A benchmark, not a timed test: machines differ, so it is the ratios that count.

import { type ChildProcess, fork, spawn } from 'node:child_process'
import * as fs from 'node:fs/promises'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startPostgres } from '../src/app/postgres.ts'
import { openDatabase } from '../src/kernel/db.ts'
import { audit } from '../test/support/audit.ts'
import { GROUP_SIZE, type GroupLoad, type LargeGroup } from './batches.ts'
import { ms, perSecond, ratio, table } from './figures.ts'
import { operations } from './lifecycle.ts'
import type { Job, Load } from './load.ts'
import { makeSenders } from './senders.ts'

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 20)
const PORT = 18_090
const CONSTANT_PORT = 18_091
const IN_FLIGHT = 48
const SENDERS = 50

const dataDir = await fs.mkdtemp(join(tmpdir(), 'godwit-bench-'))
await fs.chmod(dataDir, 0o711)
const postgres = await startPostgres({ dataDir, log: say })
const children: ChildProcess[] = []
try {
  await main()
} finally {
  for (const child of children) child.kill('SIGKILL')
  await postgres.stop()
  await fs.rm(dataDir, { recursive: true, force: true })
}

async function main(): Promise<void> {
  const load = generator()
  say(
    `${cpus().length} cores (${cpus()[0]?.model}), ${Math.round(totalmem() / 2 ** 30)} GiB, ` +
      `Node ${process.version}, PostgreSQL 18 embedded, fsync on, API + worker + database + load on it`,
  )
  const before = await load<{ perSecond: number }>({
    kind: 'baseline',
    url: postgres.url,
    seconds: 5,
  })

  const service = await startService()
  const db = openDatabase(postgres.url)
  const url = `http://127.0.0.1:${PORT}`
  const many = await makeSenders(db, url, SENDERS)
  const [hot] = await makeSenders(db, url, 1)
  if (hot === undefined) throw new Error('no sender was made')

  const lifecycles = { port: PORT, inFlight: IN_FLIGHT }
  await load({ kind: 'closed', ...lifecycles, senders: many, seconds: 5 })
  const full = await load<Load>({ kind: 'closed', ...lifecycles, senders: many, seconds: SECONDS })
  const one = await load<Load>({ kind: 'closed', ...lifecycles, senders: [hot], seconds: SECONDS })
  const open = await load<Load>({
    kind: 'open',
    port: PORT,
    senders: many,
    perSecond: Math.round(full.completedPerSecond * 0.75),
    seconds: SECONDS,
  })
  const after = await load<{ perSecond: number }>({
    kind: 'baseline',
    url: postgres.url,
    seconds: 5,
  })
  const baseline = (before.perSecond + after.perSecond) / 2

  const inFlight = Math.min(IN_FLIGHT, many.length)
  const groups = await load<GroupLoad>({
    kind: 'groups',
    port: PORT,
    senders: many,
    inFlight,
    seconds: SECONDS,
  })
  const large = await load<LargeGroup>({ kind: 'large-group', port: PORT, sender: hot })

  const get = await readRatio(load, many[0])
  const lag = await webhookLag(load, many, full)
  await audit(db)
  await db.close()
  service.kill('SIGTERM')

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
          'of these, answers that wrote',
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
          'paying 1,000 members at once',
          `${ms(large.groupMs)} ms`,
          `${ratio(large.groupMs / large.singlesMs)} of 100 single payments`,
        ],
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
  say(
    table(
      ['operation, open loop at 75 %', 'p50 ms', 'p95 ms', 'p99 ms'],
      operations.map((name) => {
        const { p50, p95, p99 } = open.latencies[name]
        return [name, ms(p50), ms(p95), ms(p99)]
      }),
    ),
  )
  const errors: Record<string, number> = {}
  for (const run of [full, one, open])
    for (const [name, count] of Object.entries(run.errors))
      errors[name] = (errors[name] ?? 0) + count
  say(`\nerrors: ${Object.keys(errors).length === 0 ? 'none' : JSON.stringify(errors)}`)
  say('ledger audit after the run: clean')
}

type Ask = <R>(job: Job) => Promise<R>

function generator(): Ask {
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

async function startService(): Promise<ChildProcess> {
  const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
  const service = spawn(process.execPath, ['--max-semi-space-size=64', main], {
    env: { ...process.env, DATABASE_URL: postgres.url, PORT: String(PORT), LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  children.push(service)
  await answers(PORT, '/ready')
  return service
}

async function answers(port: number, path: string): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined)
    if (reply?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`nothing answers on port ${port}`)
}

type Someone = Awaited<ReturnType<typeof makeSenders>>[number] | undefined

/** A transfer read by id, beside a Fastify route that returns a constant of the same bytes. */
async function readRatio(load: Ask, sender: Someone) {
  if (sender === undefined) throw new Error('no sender was made')
  const headers = { authorization: `Bearer ${sender.token}` }
  const list = await fetch(
    `http://127.0.0.1:${PORT}/v1/transfers?profile=${sender.profileId}&limit=1`,
    { headers },
  )
  const [transfer] = (await list.json()) as { id: number }[]
  const path = `/v1/transfers/${transfer?.id}`
  const text = await (await fetch(`http://127.0.0.1:${PORT}${path}`, { headers })).text()
  const constant = fork(fileURLToPath(new URL('constant-server.ts', import.meta.url)), [
    String(CONSTANT_PORT),
    text,
  ])
  children.push(constant)
  await answers(CONSTANT_PORT, '/constant')
  const { token } = sender
  const ask = (port: number, what: string) =>
    load<{ perSecond: number }>({ kind: 'get', port, path: what, token, seconds: 5 })
  const first = await ask(CONSTANT_PORT, '/constant')
  const ours = await ask(PORT, path)
  const second = await ask(CONSTANT_PORT, '/constant')
  constant.kill('SIGKILL')
  return { ours: ours.perSecond, constant: (first.perSecond + second.perSecond) / 2 }
}

type Lag = { received: number; missing: number; p50: number; p95: number; p99: number }

/** Half of what the service can do, with one subscription to every change of every transfer. */
async function webhookLag(load: Ask, senders: NonNullable<Someone>[], full: Load): Promise<Lag> {
  const { port } = await load<{ port: number }>({ kind: 'receive' })
  const [sender] = senders
  if (sender === undefined) throw new Error('no sender was made')
  const reply = await fetch(
    `http://127.0.0.1:${PORT}/v3/profiles/${sender.profileId}/subscriptions`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${sender.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'bench',
        trigger_on: 'transfers#state-change',
        delivery: { version: '2.0.0', url: `http://127.0.0.1:${port}/hook` },
      }),
    },
  )
  if (!reply.ok) throw new Error(`the subscription was refused: ${await reply.text()}`)
  const half = Math.round(full.completedPerSecond * 0.5)
  await load<Load>({
    kind: 'open',
    port: PORT,
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
