// Stores the security log for the console of live mode. A request that causes an entry does not wait until the entry is
// written, and the queue is bounded. Anyone can cause failures without logging in, so at most `FAILURES_MAX` failures are
// stored in a minute. Standard output has every entry.

import type { Database } from '../kernel/database/db.ts'
import { isAfter } from '../kernel/instant.ts'
import type { SecurityEvent } from '../kernel/security-event.ts'
import { endOf, MINUTE, timer } from '../kernel/timer.ts'
import { insertEntries, type LogEntry, type LogOrigin, logEntryOf } from '../operators/index.ts'

/** Entries that may wait to be stored; a choice of this project. */
const QUEUED_MAX = 1000
/** Entries that one statement stores; a choice of this project. */
const BATCH_MAX = 250
/** Failures that are stored in one minute (`storedFailures`, gap 1045). */
export const FAILURES_MAX = 100

export const storedFailures = timer({
  name: 'app.stored-failures',
  seconds: MINUTE,
  spec: 'gap 1045',
  ends: 'The count of failures that are stored for the console of live mode begins again at zero.',
  realTime: true,
})

export type SecurityStore = {
  /** Never throws and never waits. */
  add(entry: LogEntry): void
  /** Writes the queued entries. Call it before reading entries, and at the end of the process. */
  flush(): Promise<void>
}

type Options = {
  readonly db: Database
  /** Called for entries that are not stored: a limit was exceeded, or the statement failed. */
  onDropped(entries: number): void
  onError(error: unknown): void
}

export function createSecurityStore({ db, onDropped, onError }: Options): SecurityStore {
  const queue: LogEntry[] = []
  const countFailure = createFailureCounter()
  let writing: Promise<void> | undefined
  const writeAll = async () => {
    while (queue.length > 0) {
      const batch = queue.splice(0, BATCH_MAX)
      try {
        await db.transact((tx) => insertEntries(tx, batch))
      } catch (error) {
        onDropped(batch.length)
        onError(error)
      }
    }
  }
  const write = (): Promise<void> => {
    writing ??= writeAll().finally(() => {
      writing = undefined
      // An entry may have been queued after `writeAll` found the queue empty.
      if (queue.length > 0) void write()
    })
    return writing
  }
  return {
    add(entry) {
      const isAllowed = entry.nature === 'change' || countFailure(entry.occurredAt) <= FAILURES_MAX
      if (!isAllowed || queue.length >= QUEUED_MAX) return onDropped(1)
      queue.push(entry)
      void write()
    },
    async flush() {
      while (queue.length > 0 || writing !== undefined) await write()
    },
  }
}

/** Returns a function that counts a failure, and returns how many failures there were in the current minute. */
function createFailureCounter() {
  let until: Temporal.Instant | undefined
  let count = 0
  return (at: Temporal.Instant): number => {
    if (until === undefined || !isAfter(until, at)) {
      until = endOf(storedFailures, at)
      count = 0
    }
    count++
    return count
  }
}

/** Returns the function that `securityLog` calls to store an event. */
export function storeEventsIn({ add }: SecurityStore, now: () => Temporal.Instant) {
  return (event: SecurityEvent, origin: LogOrigin | undefined) => {
    add(logEntryOf(event, origin, now()))
  }
}
