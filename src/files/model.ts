// The limits and ids of kept files.

import { MIB } from '../kernel/uploads.ts'

/** The most bytes of files that are kept for a profile (D48). The table `uploaded_file_totals` has the same limit. */
export const FILES_KEPT_BYTES_MAX = 200 * MIB

export type FilePurpose = 'verification' | 'dispute'

const ID_LENGTH = 12

/** Returns twelve random hexadecimal digits (D83): the last digits of a random UUID. */
export function fileIdOf(randomUuid: string): string {
  return randomUuid.slice(-ID_LENGTH)
}
