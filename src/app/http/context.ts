// The parts of a running service that the HTTP layer uses, the state of a request, and the random values of a cell.

import { randomBytes, randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import type { Caller } from '../../kernel/caller.ts'
import { uuidInCell } from '../../kernel/cells.ts'
import type { Database } from '../../kernel/database/db.ts'
import type { Context, Endpoint } from '../../kernel/endpoint.ts'
import type { Outside } from '../../kernel/outside.ts'
import type { Settings } from '../../kernel/settings.ts'
import type { ReceivedFile } from '../../kernel/uploads.ts'
import type { OpenBody, OpenedBody } from '../../security/index.ts'
import type { ErrorLog } from '../error-log.ts'
import type { Metrics } from '../metrics.ts'
import type { RequestLog } from '../request-log.ts'
import type { SecurityLog } from '../security-log.ts'
import type { SecurityStore } from '../security-store.ts'
import type { Clock } from '../worker/clock.ts'
import type { ApprovalCache } from './approval-cache.ts'
import type { Authentication } from './authentication.ts'
import type { Translation } from './dialect/dialect.ts'
import type { Admission } from './limits/admission.ts'
import type { RequestLimits } from './limits/request-limits.ts'
import type { serializerOf } from './replies/serializer.ts'

export type App = {
  readonly db: Database
  readonly clock: Clock
  readonly mode: 'sandbox' | 'live'
  readonly random: Context['random']
  readonly settings: Settings
  readonly outside: Outside
  readonly authentication: Authentication
  readonly approvalCache: ApprovalCache
  /** Opens request bodies that were encrypted for this service. */
  readonly openBody: OpenBody
  readonly log: ErrorLog
  readonly securityLog: SecurityLog
  /** Stores the security log for the console; in live mode only. */
  readonly securityStore?: SecurityStore
  /** Overrides `defaultRequestLimits`. */
  readonly requestLimits?: Partial<RequestLimits>
  /** When absent, every request is admitted. */
  readonly admission?: Admission
  /** Absent when no dialect is configured. */
  readonly translation?: Translation
  /** When absent, the HTTP layer creates metrics. */
  readonly metrics?: Metrics
  /** When absent, requests are not logged. */
  readonly requestLog?: RequestLog
  /** Replaces `serializerOf`, for services that share the serialisers they have compiled. */
  readonly serializerOf?: typeof serializerOf
  /** Called after each write, so that the workers begin with the work it has created. */
  readonly wake: () => void
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Creates another server with the same routes. All servers share the same limits. */
    createServer(): Server
  }
  interface FastifyRequest {
    /** Undefined when no route matches. */
    endpoint: Endpoint | undefined
    caller: Caller
    traceId: string
    /** The token of the console's session that the request may use (console/session-token.ts). */
    sessionToken: string | undefined
    /** When the request arrived, as `performance.now()` returned it. */
    startedMs: number
    /** The window of rate limits in which the request counts against its address (`RateLimits`). */
    rateWindow: number
    /** Encrypts the reply to a successful request. Set when the request was encrypted and accepts an encrypted reply. */
    encryptReply: OpenedBody['encryptReply'] | undefined
    /** Set when the endpoint declares files and the body was a form. */
    files: readonly ReceivedFile[] | undefined
    /** Set while the request has one of the slots for forms with files. */
    releaseUpload: (() => void) | undefined
  }
}

const SECRET_BYTES = 32

/** Random values for a cell; each UUID contains the number of the cell. */
export function randomIn(cell: number): Context['random'] {
  return {
    uuid: () => uuidInCell(cell, randomUUID()),
    secret: () => randomBytes(SECRET_BYTES).toString('base64url'),
  }
}

/** Random values for an installation without cells. */
export const random = randomIn(0)
