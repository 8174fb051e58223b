// `startGodwit`: a sandbox for the tests of a program. The service always runs in another process, even where this
// Node.js could run it: simulated timers, intercepted requests and other tools of a test suite do not affect it, and the
// program may use an older Node.js.

import { type ChildProcess, spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { findNode } from './find-node.ts'
import { type GodwitOptions, readOptions } from './options.ts'

export type { GodwitOptions } from './options.ts'

/** A running sandbox. */
export type RunningGodwit = {
  /** The URL of the API, such as `http://127.0.0.1:43215`; its reference is at `/docs`. */
  readonly url: string
  /** The personal token of the seeded user, who has a personal and a business profile. */
  readonly token: string
  /**
   * Finishes requests, stops the database and deletes a temporary data directory. May be called several times. Rejects with
   * the last lines of the log if the service has failed. A program that ends without this call, or is killed, stops the
   * sandbox too.
   */
  stop(): Promise<void>
}

/** The report of the process of the service: where it listens, or why it did not start. */
type Report = { readonly url: string; readonly token: string } | { readonly problem: string }

const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
const service = fileURLToPath(new URL(`../src/sandbox.${extension}`, import.meta.url))

/**
 * Variables of this process that the service receives. DATABASE_URL, PORT and NODE_OPTIONS are meant for the program that
 * is tested: with its DATABASE_URL, Godwit would create tables in the database of the program.
 */
const INHERITED =
  /^(?:PATH|HOME|USER|LOGNAME|TMPDIR|TMP|TEMP|TZ|LANG|LC_\w+|LD_LIBRARY_PATH|NODE_EXTRA_CA_CERTS)$/
/** How many of the last lines of standard error the message of a failure contains. */
const ERROR_LINES_KEPT = 20

/**
 * Starts a sandbox and resolves when it answers requests. Several may run at the same time, each with its own data.
 * Rejects with a message that states what to change when an option is wrong or the service does not start.
 */
export async function startGodwit(options: GodwitOptions = {}): Promise<RunningGodwit> {
  const { port = 0, dataDir, clock, env = {}, onLog } = readOptions(options)
  const inherited = Object.entries(process.env).filter(([name]) => INHERITED.test(name))
  const args = clock === undefined ? [] : [clock]
  const child = spawn(findNode(), [service, ...args], {
    env: {
      ...Object.fromEntries(inherited),
      LOG_LEVEL: 'warn',
      ...env,
      PORT: String(port),
      ...(dataDir !== undefined && { GODWIT_DATA_DIR: resolve(dataDir) }),
    },
    stdio: ['ignore', onLog ? 'pipe' : 'ignore', 'pipe', 'ipc'],
  })
  const errorLines = watchLines(child, onLog)
  // The exit code or the signal, or the message of an error that prevented the start.
  const ended = new Promise<number | string>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal ?? 1))
    child.once('error', ({ message }) => resolve(message))
  })
  const { url, token } = await waitForReport(child, ended, errorLines)
  // A program that has nothing else to do ends, and the service with it.
  setReferenced(child, 'unref')
  let stopped: Promise<void> | undefined
  const stop = async () => {
    setReferenced(child, 'ref')
    // Sending fails when the service ends at the same moment, and the failure is ignored: there is nothing to stop.
    if (child.connected) child.send('stop', () => undefined)
    const result = await ended
    if (result !== 0) throw new Error(failureText(`Godwit has ended with ${result}.`, errorLines))
  }
  return {
    url,
    token,
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}

/** Passes each line to `onLog`. Returns a list that always contains the last lines of standard error. */
function watchLines({ stdout, stderr }: ChildProcess, onLog?: (line: string) => void): string[] {
  const lines: string[] = []
  if (stdout && onLog) createInterface({ input: stdout }).on('line', onLog)
  if (stderr)
    createInterface({ input: stderr }).on('line', (line) => {
      lines.push(line)
      if (lines.length > ERROR_LINES_KEPT) lines.shift()
      onLog?.(line)
    })
  return lines
}

/** Waits for the report of the service. Throws when it did not start. */
async function waitForReport(
  child: ChildProcess,
  ended: Promise<number | string>,
  errorLines: readonly string[],
): Promise<Exclude<Report, { problem: string }>> {
  const report = await Promise.race([
    new Promise<Report>((resolve) => child.once('message', (value) => resolve(value as Report))),
    ended,
  ])
  if (typeof report !== 'object')
    throw new Error(
      failureText(`Godwit did not start: its process ended with ${report}.`, errorLines),
    )
  if ('problem' in report) {
    await ended
    throw new Error(`Godwit did not start: ${report.problem}`)
  }
  return report
}

function failureText(message: string, errorLines: readonly string[]): string {
  return [message, ...errorLines].join('\n')
}

/** `ref`: this process waits for the service before it ends. `unref`: it does not. */
function setReferenced(child: ChildProcess, change: 'ref' | 'unref'): void {
  child[change]()
  child.channel?.[change]()
  for (const stream of [child.stdout, child.stderr]) (stream as Socket | null)?.[change]()
}
