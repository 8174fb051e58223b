// Runs a sandbox as the child process of a program that calls `startGodwit` (package/index.ts). The optional argument is the
// time to which the sandbox clock is moved.

import { runSandbox } from './app/sandbox.ts'

const [, , clock] = process.argv
runSandbox(clock)
