// The refusals of requests with files.

import type { ErrorKind } from '../kernel/refusal.ts'
import { HOUR } from '../kernel/timer.ts'
import { MIB } from '../kernel/uploads.ts'
import { FILES_KEPT_BYTES_MAX } from './model.ts'
import { unusedFileTime } from './timers.ts'

export const FileSpaceExceeded: ErrorKind = {
  code: 'file.space.exceeded',
  status: 422,
  message: `The service stores at most ${FILES_KEPT_BYTES_MAX / MIB} MiB of files for a profile. Send smaller files, or send the files later: a file that no request refers to is deleted after ${unusedFileTime.seconds / HOUR} hours.`,
}

export const FileRejected: ErrorKind = {
  code: 'file.rejected',
  status: 422,
  message: 'The file check rejected the file. Send another file.',
}

export const FileCheckUnavailable: ErrorKind = {
  code: 'file.check.unavailable',
  status: 503,
  message: 'The file could not be checked and was not stored. Send it again later.',
}

/** The errors of an endpoint that calls `inspectFiles` and `keepFiles`. */
export const fileErrors: readonly ErrorKind[] = [
  FileSpaceExceeded,
  FileRejected,
  FileCheckUnavailable,
]
