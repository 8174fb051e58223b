// Keeps a file to which a dispute may refer later (D83).

import { keepFiles } from '../files/index.ts'
import type { Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { refuse } from '../kernel/refusal.ts'
import type { ReceivedFile } from '../kernel/uploads.ts'
import { FilePartUnknown } from './errors.ts'
import { fileParts } from './form/forms.ts'

type Input = {
  readonly profileId: Id<'profile'>
  readonly files: readonly ReceivedFile[]
  readonly now: Temporal.Instant
  readonly random: { uuid(): string }
}

/** Refuses a form part that no dispute form has with FilePartUnknown, before the file is sent to the file check. */
export function checkFilePart(files: readonly ReceivedFile[]): void {
  for (const { formPart } of files)
    if (!Object.hasOwn(fileParts, formPart))
      refuse(FilePartUnknown, { path: formPart, arguments: Object.keys(fileParts) })
}

/** Keeps the files. Returns the id of each file by the name of its form part. */
export async function uploadFile(
  tx: Tx,
  { profileId, files, now, random }: Input,
): Promise<Record<string, string>> {
  const rows = await keepFiles(tx, {
    profileId,
    purpose: 'dispute',
    files,
    isUsed: false,
    now,
    random,
  })
  return Object.fromEntries(files.map(({ formPart }, n) => [formPart, rows[n]?.id ?? '']))
}
