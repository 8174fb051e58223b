// The operator's commands on the database as a whole: audit, backup and restore. They run outside of a transaction.
// The service may run during an audit and a backup; a restore needs a data directory without a database.

import { parseArgs } from 'node:util'
import type { Database } from '../../kernel/database/db.ts'
import type { Config } from '../config.ts'
import { runAudit } from './audit.ts'
import { backUp } from './backup/backup.ts'
import { BackupError } from './backup/backup-info.ts'
import { openRestored, restore, verifyRestored } from './backup/restore.ts'
import { UsageError } from './options.ts'

export type Maintenance = {
  readonly name: 'audit' | 'backup' | 'restore'
  readonly usage: string
  readonly summary: string
  /** Returns the lines to print. */
  run(args: readonly string[], config: Config, context: MaintenanceContext): Promise<string[]>
}

/** Does the work on an open database and, in live mode, stores its outcome in the security log of that database (gap 1094). */
export type RecordOutcome = <T>(db: Database, work: () => Promise<T>) => Promise<T>

export type MaintenanceContext = {
  readonly log: (line: string) => void
  readonly record: RecordOutcome
}

const BACKUP_USAGE = 'backup <file>'
const RESTORE_USAGE = 'restore <file> [--verify]'

const backupCommand: Maintenance = {
  name: 'backup',
  usage: BACKUP_USAGE,
  summary: 'Writes everything in the embedded database to a new file; the service may be running.',
  run: async (args, config, context) => {
    const { file } = readArgs(BACKUP_USAGE, args)
    refuseOtherServer(config)
    const summary = await backUp({ dataDir: config.dataDir, file, ...context })
    return [`${summary.file} has ${summary.bytes} bytes`, lineOf(summary.counts), SECRETS_NOTE]
  },
}

const restoreCommand: Maintenance = {
  name: 'restore',
  usage: RESTORE_USAGE,
  summary:
    'Makes the embedded database of an empty GODWIT_DATA_DIR from a backup; --verify starts it, compares its numbers of rows and audits the ledger.',
  run: async (args, config, context) => {
    const { file, verify } = readArgs(RESTORE_USAGE, args, ['verify'])
    refuseOtherServer(config)
    const { dataDir, mode } = config
    const restored = await restore({ dataDir, file, mode })
    const lines = [
      `${restored.fileCount} files restored to ${dataDir}, as of ${restored.end.endedAt}`,
    ]
    if (!verify) {
      // Only the database of live mode has a security log that is shown.
      if (mode === 'live') await openRestored(dataDir, context, async () => undefined)
      return lines
    }
    const counts = await openRestored(dataDir, context, (db) => verifyRestored(db, restored))
    return [...lines, lineOf(counts), 'verified: checksums, counts and the audit of the ledger']
  },
}

const auditCommand: Maintenance = {
  name: 'audit',
  usage: 'audit',
  summary:
    'Checks that every running balance is the sum of its postings, and that every posting moves money; the service may be running.',
  run: async (args, config, context) => {
    if (args.length > 0) throw new UsageError(`audit has no options. Leave out ${args.join(' ')}.`)
    return runAudit(config, context)
  },
}

export const maintenanceCommands: readonly Maintenance[] = [
  auditCommand,
  backupCommand,
  restoreCommand,
]

const SECRETS_NOTE =
  'The backup does not contain the GODWIT_SECRET_* variables; keep them elsewhere.'

function refuseOtherServer({ databaseUrl }: Config): void {
  if (databaseUrl !== undefined)
    throw new BackupError(
      'DATABASE_URL is set, and this command is for the embedded database. Use the backup tools of your server (docs/operating.md).',
    )
}

function readArgs(usage: string, args: readonly string[], flags: readonly string[] = []) {
  const options = Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean' } as const]))
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const [file, ...more] = positionals
    if (file !== undefined && more.length === 0) return { file, verify: values['verify'] === true }
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n  ${usage}`)
  }
  throw new UsageError(`Name one file: ${usage}`)
}

function lineOf(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([table, count]) => `${table} ${count}`)
    .join(', ')
}
