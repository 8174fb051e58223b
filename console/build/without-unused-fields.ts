// Makes the built console smaller: removes the accepted tokens and the header for correlation ids from each operation of the
// SDK, because the console never reads them. Every operation stays, because the page Requests can send any logged request
// again, whichever program sent it first.

import type { Plugin } from 'vite'

/** One operation of the table `OPERATIONS`, which the generator writes on one line. */
const OPERATION = /^ {4}\w+: \{ id: .*\n/gm
/** The console authenticates by the session of the browser, not by tokens, and no page sends a correlation id. */
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
