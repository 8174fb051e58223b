// Writes the security log (D121): one structured line for each event, and a count of it in the metrics.

import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { type Logger, pino } from 'pino'
import { fieldsOf, type SecurityEvent } from '../kernel/security-event.ts'

/** Where an event came from: a request, or the operator's command line when absent. */
export type Origin = Pick<FastifyRequest, 'ip' | 'traceId' | 'endpoint'>

export type SecurityLog = (event: SecurityEvent, origin?: Origin) => void

type Line = Readonly<Record<string, number | string | undefined>>

type Sink = {
  readonly log: { info(line: Line, message: string): void; warn(line: Line, message: string): void }
  /** Counts an event by its name. */
  readonly count: (name: string) => void
}

/** LOG_LEVEL does not silence it. */
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

/** The path is left out: it may hold what a client put there. Operations have fixed names. */
function originFields({ ip, traceId, endpoint }: Origin): Line {
  return { operation: endpoint?.id, address: isIP(ip) ? ip : undefined, traceId }
}
