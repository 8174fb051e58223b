// Stores the commands of the operator in the security log that the console of live mode shows.

import type { Database } from '../../kernel/database/db.ts'
import { type SecurityEvent, securityEvent } from '../../kernel/security-event.ts'
import { insertEntries, logEntryOf } from '../../operators/index.ts'
import { findInstallation } from '../installation-store.ts'
import { operatorCommand } from '../security-events.ts'
import { realNow } from '../worker/clock.ts'
import type { Maintenance, RecordOutcome } from './maintenance.ts'

/** Stores the events in live mode, where the console shows them. */
export async function storeEvents(db: Database, events: readonly SecurityEvent[]): Promise<void> {
  if ((await findInstallation(db.reader))?.mode !== 'live') return
  const entries = events.map((event) => logEntryOf(event, undefined, realNow()))
  await db.transact((tx) => insertEntries(tx, entries))
}

/** The event of a command on the whole database. */
export function maintenanceEvent(command: Maintenance['name'], outcome: 'done' | 'refused') {
  return securityEvent(operatorCommand, { command, outcome })
}

/**
 * Records the outcome of a command on the whole database. When recording fails, `warn` gets the reason: an audit or a backup
 * stays valid, and a database that an older version has backed up may have no security log yet.
 */
export function outcomeRecorder(
  command: Maintenance['name'],
  warn: (line: string) => void,
): RecordOutcome {
  const store = async (db: Database, outcome: 'done' | 'refused') => {
    try {
      await storeEvents(db, [maintenanceEvent(command, outcome)])
    } catch (error) {
      warn(
        `The security log of the database has no entry of ${command}: ${(error as Error).message}`,
      )
    }
  }
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
