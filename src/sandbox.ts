// Runs a sandbox as the child process of a program that calls `startGodwit` (package/index.ts).

import { runSandbox } from './app/sandbox.ts'

const [, , clock] = process.argv
runSandbox(clock)
