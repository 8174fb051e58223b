// The whole service for tests: on a new database, with a clock that moves only when the test or a simulation advances
// it, and with outgoing requests recorded instead of sent.

import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, inject } from 'vitest'
import type { Dialect } from '../../src/app/http/dialect/file.ts'
import { type Admission, unlimited } from '../../src/app/http/limits/admission.ts'
import { noLimits, type RateLimits } from '../../src/app/http/limits/rate-limit.ts'
import type { RequestLimits } from '../../src/app/http/limits/request-limits.ts'
import type { SecurityLog } from '../../src/app/security-log.ts'
import { defaultSettings, withNetworksOf } from '../../src/app/settings.ts'
import type { WorkerContext } from '../../src/app/worker/workers.ts'
import type { FileCheck } from '../../src/files/index.ts'
import type { Database } from '../../src/kernel/database/db.ts'
import type { Endpoint } from '../../src/kernel/endpoint.ts'
import type { HttpFailure, HttpReply } from '../../src/kernel/outside.ts'
import type { Settings } from '../../src/kernel/settings.ts'
import { audit } from './audit.ts'
import { type LastingState, openTestService, type TestServiceConfig } from './open-service.ts'
import type { Client, NewClient, NewPerson, Person } from './people.ts'
import { cloneTemplate } from './postgres.ts'

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

export type SentRequest = {
  url: string
  body: string
  headers: Record<string, string>
  timeoutMs: number
}

export type Responder = (
  sent: SentRequest,
) => HttpReply | HttpFailure | Promise<HttpReply | HttpFailure>

export type TestService = {
  readonly db: Database
  readonly app: FastifyInstance
  readonly workerContext: WorkerContext
  now(): Temporal.Instant
  /** Calls the service: `call('POST /v1/transfers', { token, body })`. */
  call(route: string, request?: Call): Promise<Reply>
  createUser(options?: NewPerson): Promise<Person>
  createClient(options?: NewClient): Promise<Client>
  /** Advances the clock and runs the work that becomes due on the way, as the simulation does. */
  advance(by: Temporal.DurationLike): Promise<void>
  /** Runs the sweeps until nothing is due. Returns the number of rows on which they acted. */
  settle(): Promise<number>
  /** Outgoing requests, oldest first. */
  readonly sent: SentRequest[]
  /** Entries of the security log, oldest first. */
  readonly securityLines: Record<string, unknown>[]
  readonly securityLog: SecurityLog
  /** Writes the queued requests to the log of requests. Does nothing where the option `requestLog` is `off`. */
  flushRequests(): Promise<void>
  /** Restarts the service on the same database: state in memory is lost. */
  restart(): Promise<void>
  /** Sets the reply to outgoing requests; 200 by default. */
  respondWith(respond: Responder): void
}

export type ServiceOptions = {
  mode?: 'sandbox' | 'live'
  cell?: number
  /** Whether the audit checks the database after the tests; true by default. */
  audited?: boolean
  settings?: Partial<Settings>
  /** Endpoints that the test adds to those of the service. */
  extra?: readonly Endpoint[]
  /** Whether requests are logged: `headers` without bodies, `on` with bodies; off by default. */
  requestLog?: 'off' | 'headers' | 'on'
  /** Checks files that are sent to the service; none by default. */
  fileCheck?: FileCheck
  /** Whether the service recognises faces; true by default. */
  faces?: boolean
  requestLimits?: Partial<RequestLimits>
  admission?: Admission
  rateLimits?: RateLimits
  /** The dialect of the service; calls are not translated. */
  dialect?: Dialect
}

const defaults = {
  mode: 'sandbox',
  cell: 0,
  extra: [],
  faces: true,
  requestLog: 'off',
  requestLimits: {},
  admission: unlimited,
  rateLimits: noLimits,
} as const satisfies ServiceOptions

let suiteDialect: Dialect | undefined

/** Services declared by `declare` use the dialect, and calls of their tests are translated into it. */
export async function inDialect(dialect: Dialect, declare: () => Promise<void>): Promise<void> {
  suiteDialect = dialect
  try {
    await declare()
  } finally {
    suiteDialect = undefined
  }
}

/** Call once at the top of a test file or of a `describe`; the service runs from beforeAll to afterAll. */
export function testService({ audited = true, ...options }: ServiceOptions = {}): TestService {
  const config = configOf(options, suiteDialect)
  const service = {} as { -readonly [K in keyof TestService]: TestService[K] }
  let drop: () => Promise<void>
  beforeAll(async () => {
    const clone = await cloneTemplate(inject('postgresUrl'))
    drop = clone.drop
    const lasting: LastingState = {
      now: START,
      sent: [],
      securityLines: [],
      respond: () => OK,
    }
    const start = async () => {
      Object.assign(service, await openTestService(clone.url, config, lasting, service))
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

function configOf(options: ServiceOptions, clientDialect: Dialect | undefined): TestServiceConfig {
  const dialect = options.dialect ?? clientDialect
  const settings = {
    ...defaultSettings,
    ...(options.mode === 'live' && { accountIssuer: undefined }),
    ...options.settings,
  }
  return {
    ...defaults,
    ...options,
    settings: withNetworksOf(settings, dialect),
    dialect,
    callsInDialect: clientDialect !== undefined,
  }
}

const OK: HttpReply = { status: 200, headers: {}, elapsedMs: 1 }

/** Moves the clock to an ISO 8601 time, or to `lateMs` after it. */
export async function advanceTo(service: TestService, time: string, lateMs = 0): Promise<void> {
  const left = Temporal.Instant.from(time).since(service.now()).total('milliseconds')
  if (left < 0) throw new Error(`cannot go back from ${service.now()} to ${time}`)
  await service.advance({ milliseconds: left + lateMs })
}
