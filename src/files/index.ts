// The exports of files that other modules may use.

export { fileErrors } from './errors.ts'
export { type FileCheck, type FileVerdict, inspectFiles } from './inspect-files.ts'
export { keepFiles } from './keep-files.ts'
export { openFile } from './open-file.ts'
export { findFile, useFiles } from './store.ts'
export { unusedFileTime } from './timers.ts'
