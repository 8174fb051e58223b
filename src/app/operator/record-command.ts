// Stores the commands of the operator in the security log that the console of live mode shows.

import type { Database } from '../../kernel/database/db.ts'
import { type SecurityEvent, securityEvent } from '../../kernel/security-event.ts'
import { insertEntries, logEntryOf } from '../../operators/index.ts'
import { findInstallation } from '../installation-store.ts'
import { operatorCommand } from '../security-events.ts'
import { realNow } from '../worker/clock.ts'
import type { Maintenance, RecordOutcome } from './maintenance.ts'

/**
 * Stores the events of a command in live mode, where the console shows them. When that fails, `warn` gets the reason, and the
 * command still prints its result: what it has done is committed, and a secret that it prints cannot be shown again.
 */
export async function storeEvents(
  db: Database,
  command: string,
  events: readonly SecurityEvent[],
  warn: (line: string) => void,
): Promise<void> {
  try {
    if ((await findInstallation(db.reader))?.mode !== 'live') return
    const entries = events.map((event) => logEntryOf(event, undefined, realNow()))
    await db.transact((tx) => insertEntries(tx, entries))
  } catch (error) {
    warn(`The security log of the database has no entry of ${command}: ${(error as Error).message}`)
  }
}

/** The event of a command on the whole database. */
export function maintenanceEvent(command: Maintenance['name'], outcome: 'done' | 'refused') {
  return securityEvent(operatorCommand, { command, outcome })
}

/**
 * Records the outcome of a command on the whole database, in live mode only. A database that an older version has backed up may have no
 * security log yet; `warn` then gets a line.
 */
export function outcomeRecorder(
  command: Maintenance['name'],
  warn: (line: string) => void,
): RecordOutcome {
  const store = (db: Database, outcome: 'done' | 'refused') =>
    storeEvents(db, command, [maintenanceEvent(command, outcome)], warn)
  return async (db, work) => {
    try {
      const result = await work()
      await store(db, 'done')
      return result
    } catch (error) {
      await store(db, 'refused')
      throw error
    }
  }
}
