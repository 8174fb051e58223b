// The two files in the archive of a backup that describe the backup, one at the beginning and one at the end, and the
// comparison of the numbers of rows in them with those of a restored database.

/** A sentence for the operator: why a backup was not made or not restored. */
export class BackupError extends Error {}

export const DAMAGED = 'The backup is damaged. Use another backup.'
export const CUT_OFF = 'The backup is cut off: its end is missing. Use another backup.'

export const INFO_FILE = 'godwit-backup.json'
export const END_FILE = 'godwit-backup-end.json'
export const MANIFEST_FILE = 'backup_manifest'
/** The format of the archive. A version of Godwit restores only archives of its format. */
export const FORMAT = 1

/** The number of rows of tables that only grow. */
export type Counts = Readonly<Record<(typeof COUNTED_TABLES)[number], number>>

export type BackupInfo = {
  readonly format: typeof FORMAT
  readonly mode: 'sandbox' | 'live'
  /** The content of PG_VERSION. A server of another major version cannot use the files. */
  readonly postgresMajor: number
  readonly startedAt: string
  /** The password of the database's roles, which are in the backup. */
  readonly password: string
  readonly counts: Counts
}

export type BackupEnd = { readonly endedAt: string; readonly counts: Counts }

export const COUNTED_TABLES = [
  'ledger_postings',
  'events',
  'transfers',
  'profiles',
  'users',
] as const

/** A sentence for each table that has fewer rows than when the backup began, or more than when it ended. */
export function compareCounts(found: Counts, before: Counts, after: Counts): string[] {
  return COUNTED_TABLES.filter(
    (table) => found[table] < before[table] || found[table] > after[table],
  ).map(
    (table) =>
      `${table} has ${found[table]} rows; it had ${before[table]} when the backup began and ${after[table]} when it ended.`,
  )
}

/** Throws BackupError for an archive of another format. */
export function parseInfo(text: string): BackupInfo {
  const info = parseJson(text) as BackupInfo | undefined
  if (info?.format === FORMAT) return info
  throw new BackupError(
    'This version of Godwit cannot read the backup. Restore the backup with the version that made it.',
  )
}

/** Parses a JSON file of the archive. Throws BackupError when the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new BackupError(DAMAGED)
  }
}
