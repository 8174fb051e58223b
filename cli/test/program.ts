// The command line as another process, as a shell starts it.

import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

/** Arguments with which `process.execPath` runs a command line from its source. */
export function nodeArgs(...commandLine: readonly string[]): string[] {
  return ['--conditions=godwit-source', main, ...commandLine]
}
