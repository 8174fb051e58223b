// Starts the service: database, schema, mode, seed, worker, HTTP server. This is the only place that connects them.

import type { AddressInfo } from 'node:net'
import { type Logger, pino } from 'pino'
import { cardKeys, setCardKeySecret } from '../cards/index.ts'
import { sandboxMailer } from '../claims/index.ts'
import { ConfigError } from '../kernel/config-error.ts'
import { type Database, openDatabase } from '../kernel/database/db.ts'
import { loadDataKeys } from '../kernel/keys/data-keys.ts'
import { lazy } from '../kernel/lazy.ts'
import type { Outside } from '../kernel/outside.ts'
import type { SweepContext } from '../kernel/sweep.ts'
import { letRatesDrift } from '../quotes/index.ts'
import { loadPayloadKeys, type OpenBody, sandboxFaces } from '../security/index.ts'
import { advanceClock as moveSandboxClock } from '../simulation/index.ts'
import { drainDeliveries, loadSigningKeys } from '../webhooks/index.ts'
import { bannerOf } from './banner.ts'
import { type Config, settingsOf } from './config.ts'
import { endpoints, eventKinds, securityEventKinds, sweeps } from './declarations.ts'
import { errorFields } from './error-log.ts'
import { approvalCache } from './http/approval-cache.ts'
import { createAuthentication } from './http/authentication.ts'
import { type App, randomIn } from './http/context.ts'
import { translationOf } from './http/dialect/dialect.ts'
import { loadDialect } from './http/dialect/file.ts'
import { admission } from './http/limits/admission.ts'
import { noLimits, type RateLimits, rateLimits } from './http/limits/rate-limit.ts'
import { listen, listenForMonitoring } from './http/listen.ts'
import { serveMetrics } from './http/open-operations.ts'
import { serve } from './http/server.ts'
import { findOrInsertInstallation } from './installation-store.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { fileCheckAt } from './outside/file-check.ts'
import { createOutside } from './outside/outside.ts'
import { smtpMailer } from './outside/smtp-mailer.ts'
import { migrate } from './postgres/migrate.ts'
import { type RunningPostgres, startPostgres } from './postgres/server.ts'
import { createRequestLog, type RequestLog } from './request-log.ts'
import { securityLines, securityLog } from './security-log.ts'
import { createSecurityStore, type SecurityStore, storeEventsIn } from './security-store.ts'
import { seed } from './seed.ts'
import { withNetworksOf } from './settings.ts'
import { realClock, realNow, sandboxClock } from './worker/clock.ts'
import { followRates } from './worker/exchange-rates.ts'
import { advanceClock, startWorker, type WorkerContext } from './worker/workers.ts'

export type Running = {
  /** The URL at which users reach the service. */
  readonly url: string
  /** The URL at which this process listens. */
  readonly listensAt: string
  readonly banner: string
  /** Resolves when the embedded database has ended for any reason; never when DATABASE_URL is set. */
  readonly databaseEnded: Promise<void>
  /** Moves the clock of a sandbox to an ISO 8601 time. Throws a Refusal that states why the clock cannot be moved there. */
  moveClock(to: string): Promise<void>
  /** Stops everything in order. A second call waits for the end of the first one. */
  stop(): Promise<void>
}

const STANDARD_OUTPUT = 1

/**
 * Resolves when the service accepts requests. Throws a ConfigError when the operator has to correct the configuration. A
 * failed start stops everything that it has started.
 */
export async function startApp(config: Config): Promise<Running> {
  await using started = new AsyncDisposableStack()
  const log = pino({ level: config.logLevel })
  const dialect = config.dialectFile === undefined ? undefined : loadDialect(config.dialectFile)
  const translation = dialect && translationOf(dialect, endpoints, eventKinds)
  const random = randomIn(config.cell)
  const { db, postgres, openBody } = await openData(config, random, { log, started })
  if (config.drift) letRatesDrift(db.reader, config.drift)

  const clock = config.mode === 'live' ? realClock : sandboxClock(db)
  const settings = withNetworksOf(settingsOf(config), dialect)
  const outside: Outside = {
    ...outsideOf(config, db, started),
    ...(translation && { inDialect: translation.event }),
    clock: {
      advance: (targetTime, pauseAfterMs) => advanceClock(workerContext, targetTime, pauseAfterMs),
    },
  }
  const sweepContext: SweepContext = {
    outside,
    random,
    settings,
    ...(config.mode === 'sandbox' && { recordsFeed: true }),
  }
  const workerContext: WorkerContext = { db, clock, sweeps, sweepContext, log }
  const { wake } = startWork(workerContext, config, started)
  const listensAt = await startServer(
    {
      db,
      clock,
      mode: config.mode,
      random,
      settings,
      outside,
      authentication: createAuthentication(db.reader, rateLimitsOf(config)),
      approvalCache: approvalCache(),
      openBody,
      requestLimits: config.requestLimits,
      admission: admission(),
      ...(translation && { translation }),
      log,
      ...createMetricsAndLogs(config, db, log),
      wake,
    },
    config,
    started,
  )
  const url = config.baseUrl ?? listensAt
  const now = await clock.now()
  const running = started.move()
  return {
    url,
    listensAt,
    banner: bannerOf(url, config, { now, real: realNow() }, dialect),
    databaseEnded: postgres?.ended ?? new Promise(() => undefined),
    moveClock: async (to) => {
      await moveSandboxClock(outside, { to }, realNow())
    },
    stop: lazy(() => running.disposeAsync()),
  }
}

type Data = {
  readonly db: Database
  /** The embedded database; undefined when DATABASE_URL is set. */
  readonly postgres: RunningPostgres | undefined
  readonly openBody: OpenBody
}

/** Opens the database, and brings its schema, keys and seed up to date before anything else reads them. */
async function openData(
  config: Config,
  random: ReturnType<typeof randomIn>,
  { log, started }: { readonly log: Logger; readonly started: AsyncDisposableStack },
): Promise<Data> {
  const postgres =
    config.databaseUrl === undefined
      ? await startPostgres({ dataDir: config.dataDir, log: (line) => log.warn(line) })
      : undefined
  started.defer(() => postgres?.stop())
  const databaseUrl = postgres?.url ?? config.databaseUrl ?? ''
  await migrate(databaseUrl, (line) => log.warn(line))
  const db = openDatabase(databaseUrl, config.poolMax)
  started.defer(() => db.close())
  await checkInstallation(db, config)
  await loadSigningKeys(db, config.secrets.WEBHOOK)
  const openBody = await loadPayloadKeys(db, config.secrets.PIN)
  await loadDataKeys(db, config.secrets)
  setCardKeySecret(db, config.secrets.CARDS)
  await cardKeys(db.reader)
  if (config.hasExamples) await seed(db, realNow(), random)
  return { db, postgres, openBody }
}

/**
 * The parties outside of the service: HTTP and, when it is configured, the check of files in both modes; the configured mail
 * server in live mode only; stored mail and sample faces in the sandbox only.
 */
function outsideOf(
  { mode, fileCheckUrl, smtp }: Config,
  db: Database,
  started: AsyncDisposableStack,
) {
  const mailer = smtp && smtpMailer(smtp)
  started.defer(() => mailer?.close())
  return {
    ...createOutside({ mode }),
    ...(mode === 'sandbox' && { faces: sandboxFaces, mailer: sandboxMailer(db) }),
    ...(mailer && { mailer }),
    ...(fileCheckUrl && { fileCheck: fileCheckAt(fileCheckUrl) }),
  }
}

/** Starts the work that no request waits for, when the process has the role of a worker. */
function startWork(context: WorkerContext, config: Config, started: AsyncDisposableStack) {
  started.defer(() => drainDeliveries(context.db))
  const worker = config.roles.includes('worker') ? startWorker(context) : undefined
  const rates =
    worker && config.ecbRatesUrl
      ? followRates(context.db, config.ecbRatesUrl, context.log)
      : undefined
  started.defer(() => worker?.stop())
  started.defer(() => rates?.stop())
  return { wake: () => worker?.wake() }
}

/** Creates the metrics, the security log and the log of requests. */
function createMetricsAndLogs(config: Config, db: Database, processLog: Logger) {
  const metrics = createMetrics({
    includesProcess: true,
    securityEvents: securityEventKinds.map(({ name }) => name),
  })
  const log = securityLines(STANDARD_OUTPUT)
  const requestLog = requestLogOf(config, db, metrics, processLog)
  const securityStore =
    config.mode === 'live' ? securityStoreOf(db, metrics, processLog) : undefined
  return {
    metrics,
    securityLog: securityLog({
      log,
      count: metrics.countSecurityEvent,
      ...(securityStore && { store: storeEventsIn(securityStore, realNow) }),
    }),
    ...(securityStore && { securityStore }),
    ...(requestLog && { requestLog }),
  }
}

function securityStoreOf(db: Database, metrics: Metrics, log: Logger): SecurityStore {
  return createSecurityStore({
    db,
    onDropped: metrics.countDroppedSecurityEntries,
    onError: (error) => log.error({ bug: errorFields(error) }, 'storing the security log failed'),
  })
}

function requestLogOf(
  { log: { requestLog } }: Config,
  db: Database,
  metrics: Metrics,
  log: Logger,
): RequestLog | undefined {
  if (requestLog === 'off') return undefined
  return createRequestLog({
    db,
    keepsBodies: requestLog === 'on',
    onDropped: metrics.countDroppedLogEntries,
    onError: (error) =>
      log.error({ bug: errorFields(error) }, 'writing the log of requests failed'),
  })
}

type ServedApp = App & Required<Pick<App, 'metrics'>>

/** Opens the port of the API and, when an admin port is configured, the port of monitoring. Returns the URL of the API. */
async function startServer(
  service: ServedApp,
  config: Config,
  started: AsyncDisposableStack,
): Promise<string> {
  const admin = serveMetrics(service.metrics)
  started.defer(() => admin.close())
  started.defer(() => service.securityStore?.flush())
  started.defer(() => service.requestLog?.stop())
  const app = serve(service, config.roles.includes('api') ? endpoints : [])
  started.defer(() => app.close())
  await listen(app, config)
  if (config.adminPort !== undefined) await listenForMonitoring(admin, config.adminPort)
  const { port } = app.server.address() as AddressInfo
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  return `http://${host}:${port}`
}

function rateLimitsOf(config: Config): RateLimits {
  const { rateLimitPerSecond: owner = Infinity, addressRateLimitPerSecond: address = Infinity } =
    config
  if (owner === Infinity && address === Infinity) return noLimits
  return rateLimits({ perSecond: { address, user: owner, application: owner } })
}

/**
 * A database belongs to one mode for ever, so that money of a sandbox never gets into a live ledger, and to one cell,
 * so that no two cells issue the same id.
 */
async function checkInstallation(db: Database, config: Config): Promise<void> {
  const { mode, cell } = await findOrInsertInstallation(db, config)
  if (mode !== config.mode)
    throw new ConfigError(
      `This database belongs to ${mode} mode; it cannot be used in ${config.mode} mode. Set another DATABASE_URL or GODWIT_DATA_DIR.`,
    )
  if (cell !== config.cell)
    throw new ConfigError(
      `This database belongs to cell ${cell}; it cannot be used as cell ${config.cell}. Set GODWIT_CELL to ${cell}, or set another DATABASE_URL or GODWIT_DATA_DIR.`,
    )
}
