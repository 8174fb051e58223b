// Keeps the files of a request, encrypted.

import type { Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { inSlices } from '../kernel/in-slices.ts'
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
  const sealed: { row: FileRow; content: Buffer; formPart: string }[] = []
  // Encrypting 10 MiB takes some milliseconds, so other requests run between two files (D116).
  await inSlices(files, ({ formPart, fileName, kind, bytes, sha256 }) => {
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
    sealed.push({ row, content: key.seal(bytes, storedAt(profileId, id)), formPart })
  })
  for (const { row, content, formPart } of sealed)
    if (!(await insertFile(tx, row, content)))
      refuse(FileSpaceExceeded, { path: formPart, arguments: [row.fileName] })
  return sealed.map(({ row }) => row)
}

/** The row and column to which the encrypted content is bound. */
export function storedAt(profileId: Id<'profile'>, id: string) {
  return { owner: `profile:${profileId} file:${id}`, field: 'content' }
}
