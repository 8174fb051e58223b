// What a backup says of itself: one file at the beginning of its archive, and one at the end.

import { BackupError } from './backup-error.ts'

export const INFO_FILE = 'godwit-backup.json'
export const END_FILE = 'godwit-backup-end.json'
export const MANIFEST_FILE = 'backup_manifest'
export const FORMAT = 1

/** Rows of tables that only grow. */
export type Counts = Readonly<Record<(typeof COUNTED)[number], number>>

export type BackupInfo = {
  readonly format: typeof FORMAT
  readonly mode: 'sandbox' | 'live'
  /** As PostgreSQL writes it in PG_VERSION: files of one major version are of no use to another. */
  readonly postgresMajor: number
  readonly startedAt: string
  /** That of the database's roles, which are in the backup. */
  readonly password: string
  readonly counts: Counts
}

export type BackupEnd = { readonly endedAt: string; readonly counts: Counts }

export const COUNTED = ['ledger_postings', 'events', 'transfers', 'profiles', 'users'] as const

/** Sentences about tables that hold fewer rows than when the backup began, or more than when it ended. */
export function compareCounts(found: Counts, before: Counts, after: Counts): string[] {
  return COUNTED.filter((table) => found[table] < before[table] || found[table] > after[table]).map(
    (table) =>
      `${table} has ${found[table]} rows; it had ${before[table]} when the backup began and ${after[table]} when it ended.`,
  )
}

export function parseInfo(text: string): BackupInfo {
  const info = parsed(text) as BackupInfo | undefined
  if (info?.format === FORMAT) return info
  throw new BackupError(
    'The backup was made by another version of Godwit, which this one cannot read.',
  )
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new BackupError('The backup is damaged.')
  }
}
