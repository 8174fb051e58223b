// Makes the entry of the security log from an event.

import { fieldsOf, type SecurityEvent } from '../../kernel/security-event.ts'
import { endOf } from '../../kernel/timer.ts'
import { changesKept, failuresKept } from '../timers.ts'
import type { LogEntry } from './store.ts'

/** Where the event comes from; absent for the command line. */
export type LogOrigin = Pick<LogEntry, 'operation' | 'address' | 'traceId'>

export function logEntryOf(
  event: SecurityEvent,
  origin: LogOrigin | undefined,
  now: Temporal.Instant,
): LogEntry {
  const { name, nature } = event.kind
  return {
    event: name,
    nature,
    fields: fieldsOf(event),
    operation: origin?.operation,
    address: origin?.address,
    traceId: origin?.traceId,
    occurredAt: now,
    expiresAt: endOf(nature === 'failure' ? failuresKept : changesKept, now),
  }
}
