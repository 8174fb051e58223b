// Leaves out of the build what the console does not use of the operations of the SDK, which are about 120 kB of text.

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const FOLDERS = ['../src', '../../sdk/src'].map((path) => join(import.meta.dirname, path))
/** One operation of the table `OPERATIONS`, which the generator writes in one line. */
const OPERATION = /^ {4}(\w+): \{ id: .*\n/gm
/** The session of the browser replaces tokens, and the pages send no correlation id. */
const UNUSED_FIELDS =
  /, security: \[(?:\[[^\]]*\](?:, )?)*\]|\{ name: "X-External-Correlation-Id", in: "header" \}(?:, )?/g

/** Keeps each operation whose name is a word in the code of the console or the written code of the SDK. */
export function usedOperations(): Plugin {
  return {
    name: 'godwit-used-operations',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /sdk\/src\/generated\/client\.ts$/ },
      async handler(code) {
        const words = new Set((await readSources()).flatMap((text) => text.match(/\w+/g) ?? []))
        return code.replace(OPERATION, (line, name: string) =>
          words.has(name) ? line.replace(UNUSED_FIELDS, '') : '',
        )
      },
    },
  }
}

async function readSources(): Promise<string[]> {
  const paths = await Promise.all(
    FOLDERS.map(async (folder) =>
      (await readdir(folder, { recursive: true })).map((path) => join(folder, path)),
    ),
  )
  const sources = paths.flat().filter((path) => /\.tsx?$/.test(path) && !/generated/.test(path))
  return Promise.all(sources.map((path) => readFile(path, 'utf8')))
}
