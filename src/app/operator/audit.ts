// `operator audit`: audits the ledger (`auditLedger`), also while the service runs.

import { auditLedger } from '../../ledger/index.ts'
import type { Config } from '../config.ts'
import { requireCluster } from '../postgres/owner.ts'
import { findRunningUrl } from '../postgres/server.ts'
import type { MaintenanceContext } from './maintenance.ts'
import { requireInstallation, withDatabase } from './with-database.ts'

/** An hour: an audit reads every posting, and no request waits for it. A longer audit fails. */
export const AUDIT_MS_MAX = 3_600_000

/** Returns the lines to print. Throws when the audit finds a fault. */
export async function runAudit(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  { log, record }: MaintenanceContext,
): Promise<string[]> {
  const runningUrl = databaseUrl ?? (await findRunningUrl(await requireCluster(dataDir)))
  await withDatabase(runningUrl, { dataDir, log }, async (db) => {
    await requireInstallation(db.reader)
    await record(db, async () => {
      const findings = await db.session(auditLedger, { statementMsMax: AUDIT_MS_MAX })
      if (findings.length > 0)
        throw new Error(
          `The ledger is not correct: ${findings.join(' ')} Stop the workers, change nothing, and keep a backup (docs/operating.md).`,
        )
    })
  })
  return ['The ledger is correct: every running balance is the sum of its postings.']
}
