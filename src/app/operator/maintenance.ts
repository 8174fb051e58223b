// The operator's commands on the embedded database as a whole. They take no transaction: the service may run while
// a backup is made, and must not run where one is restored.

import { parseArgs } from 'node:util'
import type { Config } from '../config.ts'
import { backUp } from './backup/backup.ts'
import { BackupError } from './backup/backup-error.ts'
import { restore, verifyRestored } from './backup/restore.ts'
import { UsageError } from './usage-error.ts'

export type Maintenance = {
  readonly name: 'backup' | 'restore'
  readonly usage: string
  readonly summary: string
  /** Answers the lines to say. */
  run(words: readonly string[], config: Config, log: (line: string) => void): Promise<string[]>
}

const backup: Maintenance = {
  name: 'backup',
  usage: 'backup <file>',
  summary: 'Writes everything in the embedded database to a new file; the service may be running.',
  run: async (words, config, log) => {
    const { file } = readWords('backup <file>', words)
    refuseOtherServer(config)
    const { bytes, counts, ...made } = await backUp({ dataDir: config.dataDir, file, log })
    return [`${made.file} has ${bytes} bytes`, linesOf(counts), SECRETS]
  },
}

const restoring: Maintenance = {
  name: 'restore',
  usage: 'restore <file> [--verify]',
  summary:
    'Makes the embedded database of an empty GODWIT_DATA_DIR from a backup; --verify starts it, audits the ledger and counts.',
  run: async (words, config, log) => {
    const { file, verify } = readWords('restore <file> [--verify]', words, ['verify'])
    refuseOtherServer(config)
    const { dataDir, mode } = config
    const restored = await restore({ dataDir, file, mode })
    const lines = [`${restored.files} files restored to ${dataDir}, as of ${restored.end.endedAt}`]
    if (!verify) return lines
    const counts = await verifyRestored(dataDir, restored, log)
    return [...lines, linesOf(counts), 'verified: checksums, counts and the audit of the ledger']
  },
}

export const maintenance: readonly Maintenance[] = [backup, restoring]

const SECRETS = 'The GODWIT_SECRET_* variables are not in it; keep them elsewhere.'

function refuseOtherServer({ databaseUrl }: Config): void {
  if (databaseUrl !== undefined)
    throw new BackupError(
      'DATABASE_URL is set: back up and restore that server with its own tools (docs/operating.md). This command is for the embedded database.',
    )
}

function readWords(usage: string, words: readonly string[], flags: readonly string[] = []) {
  const options = Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean' } as const]))
  try {
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true })
    const [file, ...more] = positionals
    if (file !== undefined && more.length === 0) return { file, verify: values['verify'] === true }
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n  ${usage}`)
  }
  throw new UsageError(`Name one file: ${usage}`)
}

function linesOf(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([table, count]) => `${table} ${count}`)
    .join(', ')
}
