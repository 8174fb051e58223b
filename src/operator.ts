// The operator's command line (D1a), such as `npm run operator -- application create --key mine`.

import { operate } from './app/operator/command-line.ts'
import { readPassword } from './app/operator/read-password.ts'
import { securityLines, securityLog } from './app/security-log.ts'

const STANDARD_ERROR = 2

process.exitCode = await operate(process.argv.slice(2), process.env, {
  print: (line) => process.stdout.write(`${line}\n`),
  // Standard output is only for the result: a script may read a secret from it.
  securityLog: securityLog({
    log: securityLines(STANDARD_ERROR),
    // A command has no metrics to count the events in.
    count: () => undefined,
  }),
  readPassword: () =>
    readPassword({ input: process.stdin, prompt: (text) => process.stderr.write(text) }),
  printError: (line) => process.stderr.write(`godwit: ${line}\n`),
})
