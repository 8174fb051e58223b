// The limits and ids of kept files.

import { MIB } from '../kernel/uploads.ts'

/** For a profile. The table has the same limit. */
export const FILES_KEPT_BYTES_MAX = 200 * MIB

export type FilePurpose = 'verification' | 'dispute'

const ID_LENGTH = 12

/** Twelve hexadecimal digits (D83), which are random: the last ones of a random UUID. */
export function fileIdOf(randomUuid: string): string {
  return randomUuid.slice(-ID_LENGTH)
}
