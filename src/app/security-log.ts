// Writes the security log (D121): one structured line for each event. Also counts the events in the metrics and, in live
// mode, stores them for the console.

import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { type Logger, pino } from 'pino'
import { fieldsOf, type SecurityEvent } from '../kernel/security-event.ts'
import type { LogOrigin } from '../operators/index.ts'

/** The request that an event belongs to; absent for the operator's command line. */
type Origin = Pick<FastifyRequest, 'ip' | 'traceId' | 'endpoint'>

type LogOptions = {
  /** True for an event that the caller stores itself, so that it is not stored twice. */
  readonly isStored?: boolean
}

export type SecurityLog = (event: SecurityEvent, origin?: Origin, options?: LogOptions) => void

type Line = Readonly<Record<string, number | string | undefined>>

type Sink = {
  readonly log: { info(line: Line, message: string): void; warn(line: Line, message: string): void }
  /** Counts an event by its name. */
  readonly count: (name: string) => void
  /** Stores an event for the console of live mode. */
  readonly store?: (event: SecurityEvent, origin: LogOrigin | undefined) => void
}

/** The logger of the security log, which LOG_LEVEL does not affect. */
export function securityLines(fileDescriptor: 1 | 2): Logger {
  return pino({ name: 'security' }, pino.destination({ dest: fileDescriptor, sync: true }))
}

export function securityLog({ log, count, store }: Sink): SecurityLog {
  return (event, origin, { isStored = false } = {}) => {
    const { name, nature, summary } = event.kind
    count(name)
    if (!isStored) store?.(event, origin && originFields(origin))
    const line = { security: name, ...fieldsOf(event), ...(origin && originFields(origin)) }
    if (nature === 'failure') log.warn(line, summary)
    else log.info(line, summary)
  }
}

/** Identifies the request by its operation, because a client may have put a secret into the path. */
export function originFields({ ip, traceId, endpoint }: Origin): LogOrigin {
  return { operation: endpoint?.id, address: isIP(ip) ? ip : undefined, traceId }
}
