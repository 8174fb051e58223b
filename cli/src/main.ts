#!/usr/bin/env -S node --conditions=godwit-source
// The command `godwit`. After Ctrl-C or SIGTERM a command can still clean up and print its result. A second signal ends
// the process immediately.

import { runCommandLine } from './cli.ts'
import { EXIT } from './exit-codes.ts'

const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (interruption.signal.aborted) process.exit(EXIT.interrupted)
    interruption.abort()
  })
// A reader of the output, such as `head`, may close the pipe before the command has printed everything. That is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT.done)
  throw error
})

process.exitCode = await runCommandLine(process.argv.slice(2), {
  process: {
    stdout: process.stdout,
    stderr: process.stderr,
    stdin: process.stdin,
    env: process.env,
  },
  signal: interruption.signal,
})
