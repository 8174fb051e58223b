// The check of files by an outside party, such as a virus scanner. The check is the declared outside call of an endpoint,
// so the check ends before the transaction begins.

import type { Outside } from '../kernel/outside.ts'
import { refuse } from '../kernel/refusal.ts'
import type { ReceivedFile } from '../kernel/uploads.ts'
import { FileCheckUnavailable, FileRejected } from './errors.ts'

/** `unavailable`: the check returned no verdict, which must never count as accepted. */
export type FileVerdict = 'accepted' | 'rejected' | 'unavailable'

export type FileCheck = (file: ReceivedFile) => Promise<FileVerdict>

declare module '../kernel/outside.ts' {
  interface Outside {
    /** Absent when the operator has configured no check. */
    readonly fileCheck?: FileCheck
  }
}

/**
 * Refuses with FileRejected or FileCheckUnavailable, at the first file that the check does not accept. Accepts all files when
 * no check is configured.
 */
export async function inspectFiles(
  { fileCheck }: Outside,
  files: readonly ReceivedFile[],
): Promise<void> {
  if (fileCheck === undefined) return
  for (const file of files) {
    const verdict = await fileCheck(file)
    const fault = { path: file.formPart, arguments: [file.fileName] }
    if (verdict === 'rejected') refuse(FileRejected, fault)
    if (verdict === 'unavailable') refuse(FileCheckUnavailable, fault)
  }
}
