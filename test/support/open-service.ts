// Opens the service of a test on its database. Its clock, outgoing requests and logs are replaced by those of the test.

import type { FastifyInstance } from 'fastify'
import { endpoints, eventKinds, sweeps } from '../../src/app/declarations.ts'
import { approvalCache } from '../../src/app/http/approval-cache.ts'
import { createAuthentication } from '../../src/app/http/authentication.ts'
import { type App, randomIn } from '../../src/app/http/context.ts'
import { translationOf } from '../../src/app/http/dialect/dialect.ts'
import type { Dialect } from '../../src/app/http/dialect/file.ts'
import { type Serialize, serializerOf } from '../../src/app/http/replies/serializer.ts'
import { serve } from '../../src/app/http/server.ts'
import { findOrInsertInstallation } from '../../src/app/installation-store.ts'
import { createMetrics, type Metrics } from '../../src/app/metrics.ts'
import { createRequestLog, type RequestLog } from '../../src/app/request-log.ts'
import { type SecurityLog, securityLog } from '../../src/app/security-log.ts'
import {
  createSecurityStore,
  type SecurityStore,
  storeEventsIn,
} from '../../src/app/security-store.ts'
import { advanceClock, runDueWork, type WorkerContext } from '../../src/app/worker/workers.ts'
import { setCardKeySecret } from '../../src/cards/index.ts'
import { sandboxMailer } from '../../src/claims/index.ts'
import type { FileCheck } from '../../src/files/index.ts'
import { type Database, openDatabase } from '../../src/kernel/database/db.ts'
import type { Endpoint } from '../../src/kernel/endpoint.ts'
import { loadDataKeys } from '../../src/kernel/keys/data-keys.ts'
import type { Outside } from '../../src/kernel/outside.ts'
import type { Settings } from '../../src/kernel/settings.ts'
import { loadPayloadKeys, type OpenBody, sandboxFaces } from '../../src/security/index.ts'
import { callOf } from './call-app.ts'
import { callerInDialect } from './dialects.ts'
import { createClient, createPerson } from './people.ts'
import { checkReply } from './reply-shapes.ts'
import type { Call, Reply, Responder, SentRequest, ServiceOptions, TestService } from './service.ts'

/** State of a test that survives a restart of its service: the clock, outgoing requests and their replies, the security log. */
export type LastingState = {
  now: Temporal.Instant
  sent: SentRequest[]
  securityLines: Record<string, unknown>[]
  respond: Responder
}

export type TestServiceConfig = Required<
  Omit<ServiceOptions, 'audited' | 'settings' | 'dialect' | 'fileCheck'>
> & {
  fileCheck?: FileCheck
  settings: Settings
  dialect: Dialect | undefined
  callsInDialect: boolean
}

/** The errors that the service has logged since the latest call of the test began. */
type Problems = object[]

const serializers = new WeakMap<Endpoint, Serialize>()

/** Compiles the serialiser of an endpoint once for all test services, because the compilation of all takes 0.1 s. */
const sharedSerializerOf: typeof serializerOf = (endpoint) => {
  const shared = serializers.get(endpoint as Endpoint) ?? serializerOf(endpoint)
  serializers.set(endpoint as Endpoint, shared)
  return shared
}

/** Opens the service. `service` is the object that the test keeps: after a restart its `call` leads to the restarted service. */
export async function openTestService(
  url: string,
  config: TestServiceConfig,
  lasting: LastingState,
  service: Pick<TestService, 'call'>,
): Promise<Omit<TestService, 'restart'>> {
  const { mode, cell, extra } = config
  const db = openDatabase(url)
  await findOrInsertInstallation(db, { mode, cell })
  await loadDataKeys(db, {})
  setCardKeySecret(db, undefined)
  const problems: Problems = []
  const { context, workerContext } = contextsOf(db, config, lasting, problems)
  const app = serve(context, [...endpoints, ...extra])
  app.addHook('onClose', async () => context.securityStore?.flush())
  await app.ready()
  const call = callerOf(app, config, problems)
  const now = () => lasting.now
  const bootstrap = { pool: db.pool, now }
  // Users created before a restart call the service that runs after it.
  const callLatest: typeof call = (route, request) => service.call(route, request)
  return {
    db,
    app,
    workerContext,
    sent: lasting.sent,
    securityLines: lasting.securityLines,
    securityLog: context.securityLog,
    now,
    call,
    createUser: (options) => createPerson(bootstrap, callLatest, options),
    createClient: (options) => createClient(bootstrap, callLatest, options),
    advance: async (by) => {
      await advanceClock(workerContext, (from) => from.add(by))
    },
    settle: () => runDueWork(workerContext, now()),
    flushRequests: async () => context.requestLog?.flush(),
    respondWith: (respond) => {
      lasting.respond = respond
    },
  }
}

function contextsOf(
  db: Database,
  config: TestServiceConfig,
  lasting: LastingState,
  problems: Problems,
): { context: App; workerContext: WorkerContext } {
  const { mode, cell, settings, extra, requestLimits, admission, rateLimits, dialect } = config
  const random = randomIn(cell)
  const clock: App['clock'] = {
    now: () => lasting.now,
    set: (to) => {
      lasting.now = to
    },
  }
  const translation = dialect && translationOf(dialect, [...endpoints, ...extra], eventKinds)
  const outside: Outside = {
    ...outsideOf(db, config, lasting),
    ...(translation && { inDialect: translation.event }),
    clock: {
      advance: (targetTime, pauseAfterMs) => advanceClock(workerContext, targetTime, pauseAfterMs),
    },
  }
  const log = {
    error: (details: object, message: string) => problems.push({ message, details }),
  }
  const sweepContext: WorkerContext['sweepContext'] = {
    outside,
    random,
    settings,
    ...(mode === 'sandbox' && { recordsFeed: true }),
  }
  const workerContext: WorkerContext = { db, clock, sweeps, sweepContext, log }
  const metrics = createMetrics()
  const requestLog = requestLogOf(db, config, metrics, log)
  const securityStore = mode === 'live' ? securityStoreOf(db, metrics, log) : undefined
  const context: App = {
    db,
    clock,
    mode,
    random,
    settings,
    outside,
    authentication: createAuthentication(db.reader, rateLimits),
    approvalCache: approvalCache(),
    openBody: bodyOpener(db),
    log,
    securityLog: securityLogOf(lasting, metrics, securityStore),
    ...(securityStore && { securityStore }),
    metrics,
    requestLimits,
    admission,
    ...(requestLog && { requestLog }),
    ...(translation && { translation }),
    wake: () => undefined,
    serializerOf: sharedSerializerOf,
  }
  return { context, workerContext }
}

function outsideOf(
  db: Database,
  { mode, faces, fileCheck }: TestServiceConfig,
  lasting: LastingState,
): Omit<Outside, 'clock'> {
  return {
    post: async (post) => {
      lasting.sent.push(post)
      return lasting.respond(post)
    },
    ...(faces && { faces: sandboxFaces }),
    ...(fileCheck && { fileCheck }),
    ...(mode === 'sandbox' && { mailer: sandboxMailer(db) }),
  }
}

function securityStoreOf(db: Database, metrics: Metrics, log: App['log']): SecurityStore {
  return createSecurityStore({
    db,
    onDropped: metrics.countDroppedSecurityEntries,
    onError: (error) => log.error({ error }, 'storing the security log failed'),
  })
}

function securityLogOf(
  lasting: LastingState,
  metrics: Metrics,
  securityStore: SecurityStore | undefined,
): SecurityLog {
  const line = (fields: Record<string, unknown>, message: string) => {
    lasting.securityLines.push({ ...fields, message })
  }
  return securityLog({
    log: { info: line, warn: line },
    count: metrics.countSecurityEvent,
    ...(securityStore && { store: storeEventsIn(securityStore, () => lasting.now) }),
  })
}

function requestLogOf(
  db: Database,
  { requestLog }: TestServiceConfig,
  metrics: Metrics,
  log: App['log'],
): RequestLog | undefined {
  if (requestLog === 'off') return undefined
  return createRequestLog({
    db,
    keepsBodies: requestLog === 'on',
    onDropped: metrics.countDroppedLogEntries,
    onError: (error) => log.error({ error }, 'writing the log of requests failed'),
  })
}

/** Loads the keys on first use, because few tests need them. */
function bodyOpener(db: Database): OpenBody {
  let opener: Promise<OpenBody> | undefined
  return async (jwe) => {
    opener ??= loadPayloadKeys(db, undefined)
    return (await opener)(jwe)
  }
}

/**
 * Returns the function that calls the service. It throws if the reply is not declared, or has a status of 500 or more that is
 * not 503.
 */
function callerOf(
  app: FastifyInstance,
  { dialect, callsInDialect }: TestServiceConfig,
  problems: Problems,
): TestService['call'] {
  const send = callsInDialect ? callerInDialect(callOf(app)) : callOf(app)
  return async (route: string, request: Call = {}): Promise<Reply> => {
    problems.length = 0
    const reply = await send(route, request)
    // With a dialect and untranslated calls, replies have names that no endpoint declares.
    if (dialect === undefined || callsInDialect) checkReply(route, reply)
    if (reply.status >= 500 && reply.status !== 503)
      throw new Error(`${route} returned ${reply.status}`, { cause: problems[0] })
    return reply
  }
}
