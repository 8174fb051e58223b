// The whole service for tests: on a new database, with a clock that moves only on `advance`, and with
// outgoing requests recorded instead of sent.

import { appendFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, inject } from 'vitest'
import { endpoints, eventKinds, sweeps } from '../../src/app/declarations.ts'
import { approvalCache } from '../../src/app/http/approval.ts'
import { authentication } from '../../src/app/http/authentication.ts'
import { type App, randomIn } from '../../src/app/http/context.ts'
import { translationOf } from '../../src/app/http/dialect/dialect.ts'
import type { Dialect } from '../../src/app/http/dialect/file.ts'
import { type Admission, unlimited } from '../../src/app/http/limits/admission.ts'
import { noLimits, type RateLimits } from '../../src/app/http/limits/rate-limit.ts'
import type { RequestLimits } from '../../src/app/http/limits/request-limits.ts'
import { type Serialize, serializerOf } from '../../src/app/http/replies/serializer.ts'
import { serve } from '../../src/app/http/server.ts'
import { stampInstallation } from '../../src/app/installation-store.ts'
import { createMetrics } from '../../src/app/metrics.ts'
import { createRequestLog, type RequestLog } from '../../src/app/request-log.ts'
import { type SecurityLog, securityLog } from '../../src/app/security-log.ts'
import { defaultSettings, withNetworksOf } from '../../src/app/settings.ts'
import { advanceClock, settle, type WorkerContext } from '../../src/app/worker/workers.ts'
import { setCardKeySecret } from '../../src/cards/index.ts'
import { sandboxMailer } from '../../src/claims/index.ts'
import type { FileCheck } from '../../src/files/index.ts'
import { type Database, openDatabase } from '../../src/kernel/database/db.ts'
import type { Endpoint } from '../../src/kernel/endpoint.ts'
import { loadDataKeys } from '../../src/kernel/keys/data-keys.ts'
import type { HttpFailure, HttpReply, Outside } from '../../src/kernel/outside.ts'
import type { Settings } from '../../src/kernel/settings.ts'
import { loadPayloadKeys, type OpenBody, sandboxFaces } from '../../src/security/index.ts'
import { audit } from './audit.ts'
import { callerInDialect } from './dialects.ts'
import { type Client, createClient, createPerson, type NewClient, type Person } from './people.ts'
import { cloneTemplate } from './postgres.ts'
import { checkReply } from './shapes.ts'

/** The first moment of every test clock, a Monday. */
export const START = Temporal.Instant.from('2026-01-05T10:00:00Z')

export type Call = {
  token?: string | undefined
  body?: unknown
  query?: Record<string, string>
  headers?: Record<string, string>
}

export type Reply = {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test reads replies of every shape.
  body: any
  text: string
  headers: Record<string, string | string[] | number | undefined>
}

export type Sent = {
  url: string
  body: string
  headers: Record<string, string>
  timeoutMs: number
}

export type TestService = {
  readonly db: Database
  readonly app: FastifyInstance
  readonly workerContext: WorkerContext
  now(): Temporal.Instant
  /** Calls the service: `call('POST /v1/transfers', { token, body })`. */
  call(route: string, request?: Call): Promise<Reply>
  createUser(options?: {
    verified?: boolean
    applicationId?: Client['applicationId']
  }): Promise<Person>
  createClient(options?: NewClient): Promise<Client>
  /** Advances the clock and runs the work that becomes due on the way, as the simulation does. */
  advance(by: Temporal.DurationLike): Promise<void>
  /** Runs due work until none is left. Returns the number of runs. */
  settle(): Promise<number>
  /** Outgoing requests, oldest first. */
  readonly sent: Sent[]
  /** Entries of the security log, oldest first. */
  readonly securityLines: Record<string, unknown>[]
  readonly securityLog: SecurityLog
  /** Writes what the log of requests has queued. It exists where the options name it. */
  flushRequests(): Promise<void>
  /** Restarts the service on the same database: state in memory is lost. */
  restart(): Promise<void>
  /** Sets the reply to outgoing requests; 200 by default. */
  respondWith(
    respond: (sent: Sent) => HttpReply | HttpFailure | Promise<HttpReply | HttpFailure>,
  ): void
}

type Options = {
  mode?: 'sandbox' | 'live'
  cell?: number
  audited?: boolean
  settings?: Partial<Settings>
  /** Additional operations of the test. */
  extra?: readonly Endpoint[]
  /** Whether requests are logged, with bodies or without; off by default. */
  requestLog?: 'off' | 'headers' | 'on'
  /** Checks files that are sent to the service; none by default. */
  fileCheck?: FileCheck
  /** False for a deployment without face recognition. */
  faces?: boolean
  requestLimits?: Partial<RequestLimits>
  admission?: Admission
  rateLimits?: RateLimits
  /** The dialect of the service; calls are not translated. */
  dialect?: Dialect
}

let dialectOfAll: Dialect | undefined

/** Services declared by `declare` use the dialect, and calls of their tests are translated into it. */
export async function inDialect(dialect: Dialect, declare: () => Promise<void>): Promise<void> {
  dialectOfAll = dialect
  try {
    await declare()
  } finally {
    dialectOfAll = undefined
  }
}

/** Call once at the top of a test file or of a `describe`; the service runs from beforeAll to afterAll. */
export function testService({
  mode = 'sandbox',
  cell = 0,
  audited = true,
  settings = {},
  extra = [],
  faces = true,
  fileCheck,
  requestLog = 'off',
  requestLimits = {},
  admission = unlimited,
  rateLimits = noLimits,
  dialect,
}: Options = {}): TestService {
  const suiteDialect = dialectOfAll
  const service = {} as { -readonly [K in keyof TestService]: TestService[K] }
  let drop: () => Promise<void>
  beforeAll(async () => {
    const clone = await cloneTemplate(inject('postgresUrl'))
    drop = clone.drop
    const world: World = { now: START, sent: [], securityLines: [], respond: () => OK }
    const opening = {
      mode,
      cell,
      settings: withNetworksOf(
        {
          ...defaultSettings,
          ...(mode === 'live' && { accountIssuer: undefined }),
          ...settings,
        },
        dialect ?? suiteDialect,
      ),
      extra,
      faces,
      fileCheck,
      requestLog,
      requestLimits,
      admission,
      rateLimits,
      dialect: dialect ?? suiteDialect,
      callsInDialect: suiteDialect !== undefined,
    }
    const start = async () => {
      Object.assign(service, await open(clone.url, opening, world, service))
    }
    await start()
    service.restart = async () => {
      await service.app.close()
      await service.db.close()
      await start()
    }
  })
  afterAll(async () => {
    try {
      if (audited) await audit(service.db)
    } finally {
      await service.app.close()
      await service.db.close()
      await drop()
      // Vitest keeps the tests of all files until the end, and with them would keep every service.
      for (const key in service) delete service[key as keyof TestService]
    }
  })
  return service
}

const OK: HttpReply = { status: 200, headers: {}, elapsedMs: 1 }

/** State that survives a restart: the clock, outgoing requests and the security log. */
type World = {
  now: Temporal.Instant
  sent: Sent[]
  securityLines: Record<string, unknown>[]
  respond: Parameters<TestService['respondWith']>[0]
}

type Opening = Required<Omit<Options, 'audited' | 'settings' | 'dialect' | 'fileCheck'>> & {
  fileCheck: FileCheck | undefined
  settings: Settings
  dialect: Dialect | undefined
  callsInDialect: boolean
}

const serializers = new WeakMap<Endpoint, Serialize>()

/** Compiles the serialiser of an endpoint once for all test services, because the compilation of all takes 0.1 s. */
const sharedSerializerOf: typeof serializerOf = (endpoint) => {
  const shared = serializers.get(endpoint as Endpoint) ?? serializerOf(endpoint)
  serializers.set(endpoint as Endpoint, shared)
  return shared
}

async function open(
  url: string,
  {
    mode,
    cell,
    settings,
    extra,
    faces,
    fileCheck,
    requestLog: extent,
    requestLimits,
    admission,
    rateLimits,
    dialect,
    callsInDialect,
  }: Opening,
  world: World,
  service: Pick<TestService, 'call'>,
): Promise<Omit<TestService, 'restart'>> {
  const db = openDatabase(url)
  await stampInstallation(db, { mode, cell })
  const random = randomIn(cell)
  await loadDataKeys(db, {})
  setCardKeySecret(db, undefined)
  const now = () => world.now
  const clock = {
    now,
    set: (to: Temporal.Instant) => {
      world.now = to
    },
  }
  const translation = dialect && translationOf(dialect, [...endpoints, ...extra], eventKinds)
  const outside: Outside = {
    ...(translation && { inDialect: translation.event }),
    post: async (post) => {
      world.sent.push(post)
      return world.respond(post)
    },
    ...(faces && { faces: sandboxFaces }),
    ...(fileCheck && { fileCheck }),
    ...(mode === 'sandbox' && { mailer: sandboxMailer(db) }),
    clock: { advance: (goalFrom) => advanceClock(workerContext, goalFrom) },
  }
  const log = { error: (details: object, message: string) => problems.push({ message, details }) }
  const problems: object[] = []
  const workerContext: WorkerContext = {
    db,
    clock,
    sweeps,
    sweepContext: { outside, random, settings },
    log,
  }
  const metrics = createMetrics()
  const line = (fields: Record<string, unknown>, message: string) => {
    world.securityLines.push({ ...fields, message })
  }
  const security = securityLog({
    log: { info: line, warn: line },
    count: metrics.countSecurityEvent,
  })
  const requestLog: RequestLog | undefined =
    extent === 'off'
      ? undefined
      : createRequestLog({
          db,
          bodies: extent === 'on',
          onDropped: metrics.countDroppedLogEntries,
          onError: (error) => log.error({ error }, 'writing the log of requests failed'),
        })
  // Opened on first use, because few tests need it.
  let opener: Promise<OpenBody> | undefined
  const context: App = {
    db,
    clock,
    mode,
    random,
    settings,
    outside,
    authentication: authentication(db.reader, rateLimits),
    approvalCache: approvalCache(),
    openBody: async (jwe) => {
      opener ??= loadPayloadKeys(db, undefined)
      return (await opener)(jwe)
    },
    log,
    securityLog: security,
    metrics,
    requestLimits,
    admission,
    ...(requestLog && { requestLog }),
    ...(translation && { translation }),
    wake: () => undefined,
    serializerOf: sharedSerializerOf,
  }
  const app = serve(context, [...endpoints, ...extra])
  await app.ready()
  const send = callsInDialect ? callerInDialect(callOf(app)) : callOf(app)
  const call = async (route: string, request: Call = {}): Promise<Reply> => {
    problems.length = 0
    const reply = await send(route, request)
    // With a dialect and untranslated calls, replies have names that no endpoint declares.
    if (translation === undefined || callsInDialect) checkReply(route, reply)
    if (reply.status >= 500 && reply.status !== 503)
      throw new Error(`${route} returned ${reply.status}`, { cause: problems[0] })
    return reply
  }
  const bootstrap = { pool: db.pool, now }
  // Users created before a restart call the service that runs after it.
  const callLatest: typeof call = (route, request) => service.call(route, request)
  return {
    db,
    app,
    workerContext,
    sent: world.sent,
    securityLines: world.securityLines,
    securityLog: security,
    now,
    call,
    createUser: (options) => createPerson(bootstrap, callLatest, options),
    createClient: (options) => createClient(bootstrap, callLatest, options),
    advance: async (by) => {
      await advanceClock(workerContext, (from) => from.add(by))
    },
    settle: () => settle(workerContext, now()),
    flushRequests: async () => requestLog?.flush(),
    respondWith: (respond) => {
      world.respond = respond
    },
  }
}

/** Moves the clock to this moment, or to `late` milliseconds after it. */
export async function advanceTo(service: TestService, text: string, late = 0): Promise<void> {
  const left = Temporal.Instant.from(text).since(service.now()).total('milliseconds')
  if (left < 0) throw new Error(`cannot go back from ${service.now()} to ${text}`)
  await service.advance({ milliseconds: left + late })
}

const callOf =
  (app: FastifyInstance) =>
  (route: string, call: Call = {}): Promise<Reply> =>
    callApp(app, route, call)

async function callApp(app: FastifyInstance, route: string, call: Call): Promise<Reply> {
  const [method, path] = route.split(' ') as ['GET', string]
  const { token, body, query, headers } = call
  const reply = await app.inject({
    method,
    url: path,
    ...(query && { query }),
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { payload: isRaw(body) ? body : JSON.stringify(body) }),
  })
  const text = reply.body
  const isJson = /[/+]json/.test(
    String(reply.headers['content-type'] ?? '').replace('jose+json', 'jose'),
  )
  const parsed = isJson && text !== '' ? JSON.parse(text) : undefined
  record(method, path, reply.statusCode, parsed)
  return { status: reply.statusCode, body: parsed, text, headers: reply.headers }
}

function isRaw(body: unknown): body is string | Buffer {
  return typeof body === 'string' || Buffer.isBuffer(body)
}

// Writes each refusal that a test provokes as one line, for the coverage check after a whole run.
function record(method: string, path: string, status: number, body: unknown): void {
  const file = process.env['GODWIT_PROVOKED']
  const errors = (body as { errors?: { code: string }[] } | undefined)?.errors
  if (file === undefined || status < 400) return
  for (const { code } of errors ?? [])
    appendFileSync(file, `${method} ${path.split('?')[0]} ${status} ${code}\n`)
}
