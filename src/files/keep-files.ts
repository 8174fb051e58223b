// Keeps the files of a request, encrypted.

import type { Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { dataKey } from '../kernel/keys/data-keys.ts'
import { refuse } from '../kernel/refusal.ts'
import { endOf } from '../kernel/timer.ts'
import type { ReceivedFile } from '../kernel/uploads.ts'
import { FileSpaceExceeded } from './errors.ts'
import { type FilePurpose, fileIdOf } from './model.ts'
import { type FileRow, insertFile } from './store.ts'
import { unusedFileTime } from './timers.ts'

type Input = {
  readonly profileId: Id<'profile'>
  readonly purpose: FilePurpose
  readonly files: readonly ReceivedFile[]
  /** False for files that a later request has to refer to before `unusedFileTime` ends. */
  readonly isUsed: boolean
  readonly now: Temporal.Instant
  readonly random: { uuid(): string }
}

/**
 * Returns the stored files in the order of `files`. Refuses all of them with FileSpaceExceeded when they do not fit into
 * the space of the profile.
 */
export async function keepFiles(tx: Tx, input: Input): Promise<FileRow[]> {
  const { profileId, purpose, files, isUsed, now, random } = input
  const key = await dataKey(tx, 'files')
  const rows: FileRow[] = []
  for (const { formPart, fileName, kind, bytes, sha256 } of files) {
    const id = fileIdOf(random.uuid())
    const row: FileRow = {
      profileId,
      id,
      purpose,
      fileName,
      kind,
      sha256,
      sizeBytes: bytes.length,
      createdAt: now,
      expiresAt: isUsed ? null : endOf(unusedFileTime, now),
      usedAt: isUsed ? now : null,
    }
    // Each file is sent to PostgreSQL before the next file is encrypted. So only one encrypted copy is in memory, and other
    // requests run in between (D116).
    if (!(await insertFile(tx, row, key.seal(bytes, storedAt(profileId, id)))))
      refuse(FileSpaceExceeded, { path: formPart, arguments: [fileName] })
    rows.push(row)
  }
  return rows
}

/** The row and column to which the encrypted content is bound. */
export function storedAt(profileId: Id<'profile'>, id: string) {
  return { owner: `profile:${profileId} file:${id}`, field: 'content' }
}
