// What other modules may use of the module `files`, which stores the files that clients send.

export { fileErrors } from './errors.ts'
export { type FileCheck, type FileVerdict, inspectFiles } from './inspect-files.ts'
export { keepFiles } from './keep-files.ts'
export { openFile } from './open-file.ts'
export { findFile, useFiles } from './store.ts'
export { unusedFileTime } from './timers.ts'
