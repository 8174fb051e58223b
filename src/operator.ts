// What an operator does at the command line (D1a): `npm run operator -- application create --key mine`.

import { operate } from './app/operator/command-line.ts'
import { securityLines, securityLog } from './app/security-log.ts'

const STANDARD_ERROR = 2

process.exitCode = await operate(process.argv.slice(2), process.env, {
  say: (line) => process.stdout.write(`${line}\n`),
  // Standard output is the answer of the command, which may be a secret for a script to keep.
  securityLog: securityLog({
    log: securityLines(STANDARD_ERROR),
    count: () => undefined,
  }),
  complain: (line) => process.stderr.write(`godwit: ${line}\n`),
})
