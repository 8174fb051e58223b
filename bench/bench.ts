// `npm run bench`: measures the service on an embedded PostgreSQL with fsync on, with whole lifecycles sent by another
// process, and the bare database and a bare Fastify in the same run as baselines. Compare the ratios, because machines
// differ.

import * as fs from 'node:fs/promises'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../src/app/postgres/server.ts'
import { openDatabase } from '../src/kernel/database/db.ts'
import { audit } from '../test/support/audit.ts'
import { openService } from '../tools/kill/processes/victims.ts'
import { cardRows, compareCards, issueCards } from './cards.ts'
import { table } from './figures.ts'
import { startGenerator } from './generator.ts'
import { type Bench, measure } from './measure.ts'
import { reportOf } from './report.ts'
import { makeSenders } from './senders.ts'

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 20)
const IN_FLIGHT = Number(process.env['BENCH_IN_FLIGHT'] ?? 64)
/** Long enough for a queue without a limit to grow visibly. */
const OVERLOAD_SECONDS = Number(process.env['BENCH_SECONDS'] ?? 30)
/** `cards` measures card payments only. */
const ONLY = process.env['BENCH_ONLY']
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
  // As in live mode. `bench/request-log.ts` measures what the log costs.
  GODWIT_REQUEST_LOG: 'off',
  ...process.env,
})
const generators = [startGenerator(), startGenerator()] as const
try {
  await main()
} finally {
  for (const generator of generators) generator.stop()
  await service.stop()
  await postgres.stop()
  await fs.rm(dataDir, { recursive: true, force: true })
}

async function main(): Promise<void> {
  const [{ run: load }, { run: idleLoad }] = generators
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
  const bench: Bench = {
    load,
    idleLoad,
    port: Number(new URL(service.url).port),
    serviceUrl: service.url,
    postgresUrl: postgres.url,
    inFlight: IN_FLIGHT,
    seconds: SECONDS,
    overloadSeconds: OVERLOAD_SECONDS,
  }
  const report =
    ONLY === 'cards'
      ? `\n${table(['measure', 'figure', 'ratio'], cardRows(await compareCards(bench, holders)))}\n`
      : reportOf(await measure(bench, { many, hot, holders }))
  await audit(db)
  await db.close()
  say(report)
  say('audit of ledger and cards after the run: clean')
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
