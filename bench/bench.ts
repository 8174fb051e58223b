// `npm run bench`: measures the service on an embedded PostgreSQL with fsync on. Load generators in other processes send lifecycles
// of transfers, batch groups, card payments and reads, and receive webhooks. The same run measures the baselines: the bare database
// and a bare Fastify. Compare the ratios of service and baseline, because machines differ.

import { cpus, totalmem } from 'node:os'
import { openDatabase } from '../src/kernel/database/db.ts'
import { audit } from '../test/support/audit.ts'
import { numberFromEnv } from '../test/support/number-from-env.ts'
import { startTemporaryPostgres } from '../test/support/temporary-postgres.ts'
import { openService } from '../tools/kill/processes/victims.ts'
import { cardRows, compareCards, issueCards } from './cards.ts'
import { printLine, table } from './figures.ts'
import { startGenerator } from './generator.ts'
import { type Bench, measure } from './measure.ts'
import { reportOf } from './report.ts'
import { makeSenders } from './senders.ts'

const SECONDS = numberFromEnv('BENCH_SECONDS', 20)
/** Lifecycles or payments in progress at the same time. */
const IN_FLIGHT = numberFromEnv('BENCH_IN_FLIGHT', 64)
/** `BENCH_SECONDS` sets this length too. The default is longer than `SECONDS`, so that a queue without a limit would show. */
const OVERLOAD_SECONDS = numberFromEnv('BENCH_SECONDS', 30)
/** `cards` measures card payments only. */
const ONLY = process.env['BENCH_ONLY']
/** A choice of this project: enough for batches of writes of different profiles. */
const SENDERS = 50

if (ONLY !== undefined && ONLY !== 'cards')
  throw new Error(`BENCH_ONLY is "${ONLY}": set it to cards, or unset it.`)

const postgres = await startTemporaryPostgres('bench', { log: printLine })
const service = await openService(postgres.url, {
  // The overload opens more connections from one address than the service accepts by default.
  GODWIT_CONNECTIONS: '4096',
  GODWIT_CONNECTIONS_PER_ADDRESS: '4096',
  // As in live mode. `bench/request-log.ts` measures the cost of the log.
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
}

async function main(): Promise<void> {
  const [{ run: load }, { run: idleLoad }] = generators
  printLine(
    `${cpus().length} cores (${cpus()[0]?.model}), ${Math.round(totalmem() / 2 ** 30)} GiB, ` +
      `Node ${process.version}, PostgreSQL 18 embedded, fsync on, API, worker, database and load on this machine`,
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
  printLine(report)
  printLine('audit of the whole database after the run: no violation')
}
