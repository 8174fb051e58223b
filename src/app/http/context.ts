// What one running service consists of, as the HTTP layer uses it, and what each of its requests carries.

import { randomBytes, randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import type { Caller } from '../../kernel/caller.ts'
import type { Database } from '../../kernel/database/db.ts'
import type { Context, Endpoint } from '../../kernel/endpoint.ts'
import type { Outside } from '../../kernel/outside.ts'
import type { Settings } from '../../kernel/settings.ts'
import type { OpenBody, OpenedBody } from '../../security/index.ts'
import type { Metrics } from '../metrics.ts'
import type { SecurityLog } from '../security-log.ts'
import type { Clock } from '../worker/clock.ts'
import type { ApprovalCache } from './approval.ts'
import type { Authentication } from './authentication.ts'
import type { Translation } from './dialect/dialect.ts'
import type { Admission } from './limits/admission.ts'
import type { RequestLimits } from './limits/request-limits.ts'

export type App = {
  readonly db: Database
  readonly clock: Clock
  readonly mode: 'sandbox' | 'live'
  readonly settings: Settings
  readonly outside: Outside
  readonly authentication: Authentication
  readonly approvalCache: ApprovalCache
  /** Opens request bodies that were encrypted for this service. */
  readonly openBody: OpenBody
  readonly log: { error(details: object, message: string): void }
  readonly securityLog: SecurityLog
  /** What differs from `defaultRequestLimits`. */
  readonly requestLimits?: Partial<RequestLimits>
  /** Without it every request is admitted. */
  readonly admission?: Admission
  /** Absent where no dialect is set. */
  readonly translation?: Translation
  /** Counts of its own when none are given. */
  readonly metrics?: Metrics
  /** Told after each write, so that work made by it is taken up at once. */
  readonly wake: () => void
}

declare module 'fastify' {
  interface FastifyInstance {
    /** A further server with the same routes, which counts towards the same limits. */
    createServer(): Server
  }
  interface FastifyRequest {
    /** Undefined where there is none. */
    endpoint: Endpoint | undefined
    caller: Caller
    traceId: string
    /** On the clock of `performance`. */
    askedAt: number
    /** Set when the request was encrypted, and so is to be its reply. */
    encryptReply: OpenedBody['encryptReply'] | undefined
  }
}

const SECRET_BYTES = 32

export const random: Context['random'] = {
  uuid: () => randomUUID(),
  secret: () => randomBytes(SECRET_BYTES).toString('base64url'),
}
