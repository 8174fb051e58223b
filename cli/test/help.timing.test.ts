// How quickly every command prints its help.

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { nodeArgs } from './program.ts'

/** The command starts up to `TRIES_MAX` times. */
const TIMEOUT_MS = 30_000

const execute = promisify(execFile)

describe('--help', () => {
  /** Help takes 50 to 130 ms, depending on the machine, and more than twice as long where it loads the SDK. */
  const LIMIT_MS = 150
  const TRIES_MAX = 5
  const report =
    'data:text/javascript,process.on("exit",()=>{const{user,system}=process.cpuUsage();process.stderr.write(String((user+system)/1000))})'

  async function processorMsOf(args: readonly string[]): Promise<number> {
    const line = ['--import', report, ...nodeArgs(...args, '--help')]
    const { stdout, stderr } = await execute(process.execPath, line)
    expect(stdout).toContain('USAGE')
    return Number(stderr)
  }

  const commands = [
    '',
    'api',
    'send',
    'start',
    'listen',
    'trigger',
    'logs',
    'clock',
    'clock show',
    'clock advance',
    'clock next',
    'clock preview',
    'doctor',
    'audit',
    'operator',
    'completion',
  ]
  it.each(commands)(
    `of godwit %s takes at most ${LIMIT_MS} ms of processor time`,
    async (command) => {
      let least = Number.POSITIVE_INFINITY
      for (let n = 0; n < TRIES_MAX && least > LIMIT_MS; n++)
        least = Math.min(least, await processorMsOf(command.split(' ').filter(Boolean)))
      expect(least).toBeLessThanOrEqual(LIMIT_MS)
    },
    TIMEOUT_MS,
  )
})
