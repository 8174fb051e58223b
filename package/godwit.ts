#!/usr/bin/env node
// The command `godwit` of the package: runs the command line (cli/) with a Node.js that is recent enough.

import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { findNode } from './find-node.ts'

const commandLine = new URL('../cli/src/main.js', import.meta.url)

try {
  const node = findNode()
  if (node === process.execPath) await import(commandLine.href)
  else runWith(node, [fileURLToPath(commandLine), ...process.argv.slice(2)])
} catch (error) {
  process.stderr.write(`godwit: ${(error as Error).message}\n`)
  process.exitCode = 1
}

function runWith(node: string, args: readonly string[]): void {
  // The process becomes the command, so that signals reach it directly. Node.js before 22.15 cannot do that.
  process.execve?.(node, [node, ...args], process.env)
  const child = spawn(node, args, { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      // A terminal sends Ctrl-C to both processes, and a second SIGINT would end the command immediately.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  child.on('error', ({ message }) => {
    process.stderr.write(`godwit: ${node} does not run: ${message}\n`)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}
