// Writes the security log (D121): one structured line for each event. Also counts the events in the metrics.

import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { type Logger, pino } from 'pino'
import { fieldsOf, type SecurityEvent } from '../kernel/security-event.ts'

/** The request that an event belongs to; absent for the operator's command line. */
export type Origin = Pick<FastifyRequest, 'ip' | 'traceId' | 'endpoint'>

export type SecurityLog = (event: SecurityEvent, origin?: Origin) => void

type Line = Readonly<Record<string, number | string | undefined>>

type Sink = {
  readonly log: { info(line: Line, message: string): void; warn(line: Line, message: string): void }
  /** Counts an event by its name. */
  readonly count: (name: string) => void
}

/** The logger of the security log, which LOG_LEVEL does not affect. */
export function securityLines(fileDescriptor: 1 | 2): Logger {
  return pino({ name: 'security' }, pino.destination({ dest: fileDescriptor, sync: true }))
}

export function securityLog({ log, count }: Sink): SecurityLog {
  return (event, origin) => {
    const { name, nature, summary } = event.kind
    count(name)
    const line = { security: name, ...fieldsOf(event), ...(origin && originFields(origin)) }
    if (nature === 'failure') log.warn(line, summary)
    else log.info(line, summary)
  }
}

/** Without the path, which may contain a secret that a client put there. The id of the operation is safe. */
function originFields({ ip, traceId, endpoint }: Origin): Line {
  return { operation: endpoint?.id, address: isIP(ip) ? ip : undefined, traceId }
}
