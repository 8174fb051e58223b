// Leaves out of the build the fields of the operations of the SDK that the console does not use. Every operation stays: the
// page Requests sends the requests of any program again, and shows them as code.

import type { Plugin } from 'vite'

/** One operation of the table `OPERATIONS`, which the generator writes on one line. */
const OPERATION = /^ {4}\w+: \{ id: .*\n/gm
/** The session of the browser replaces tokens, and the pages send no correlation id. */
const UNUSED_FIELDS =
  /, security: \[(?:\[[^\]]*\](?:, )?)*\]|\{ name: "X-External-Correlation-Id", in: "header" \}(?:, )?/g

export function withoutUnusedFields(): Plugin {
  return {
    name: 'godwit-without-unused-fields',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /sdk\/src\/generated\/client\.ts$/ },
      handler: (code) => code.replace(OPERATION, (line) => line.replace(UNUSED_FIELDS, '')),
    },
  }
}
