// A sandbox in the process that `startGodwit` starts. The process ends when the program that called `startGodwit` stops
// it, and when that program has ended.

import * as fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError } from '../kernel/config-error.ts'
import { Refusal } from '../kernel/refusal.ts'
import { readConfig } from './config.ts'
import { SEED } from './seed.ts'
import { type Running, startApp } from './start.ts'

/** Longer than the service waits for its database to stop (30 s). After this time the process ends without waiting further. */
const STOP_MAX_MS = 45_000

/**
 * Starts a sandbox, and moves its clock to `clock` if that is set. Sends the program the URL and the token of the sandbox,
 * or the reason why the sandbox did not start.
 */
export function runSandbox(clock: string | undefined): void {
  const directory = createTemporaryDirectory()
  const started = directory.then(start)
  let ending: Promise<void> | undefined
  const end = (code: number) => {
    ending ??= stop(started, directory, code)
  }
  process.on('message', (message) => {
    if (message === 'stop') end(0)
  })
  process.on('disconnect', () => end(0))
  process.on('SIGTERM', () => end(0))
  // Ctrl-C in a terminal reaches this process too, while the program may still use the sandbox.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined)
  // Standard output and error break when the program is killed.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

  const reported = started.then(async (running) => {
    void running.databaseEnded.then(() => {
      if (ending !== undefined) return
      process.stderr.write('godwit: the database ended unexpectedly.\n')
      end(1)
    })
    if (clock !== undefined) await moveClock(running, clock)
    report({ url: running.listensAt, token: SEED.personalToken })
    // The program may have ended before this process listened for the event `disconnect`.
    if (!process.connected) end(0)
  })
  reported.catch((error: Error) => {
    report({
      problem: error instanceof ConfigError ? error.message : (error.stack ?? error.message),
    })
    end(1)
  })
}

/**
 * Creates a temporary directory, in which `start` puts the data directory. Returns undefined when the environment names a data
 * directory or a database.
 */
async function createTemporaryDirectory(): Promise<string | undefined> {
  if (process.env['DATABASE_URL'] || process.env['GODWIT_DATA_DIR']) return undefined
  const directory = await fs.mkdtemp(join(tmpdir(), 'godwit-'))
  // When the service runs as root, the account of the database must be able to enter the data directory below this one.
  if (process.getuid?.() === 0) await fs.chmod(directory, 0o711)
  return directory
}

async function start(directory: string | undefined): Promise<Running> {
  const dataDir = directory === undefined ? {} : { GODWIT_DATA_DIR: join(directory, 'data') }
  return startApp(readConfig({ ...process.env, ...dataDir }))
}

async function moveClock(running: Running, clock: string): Promise<void> {
  try {
    await running.moveClock(clock)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new ConfigError(`clock cannot be ${clock}. ${error.body.errors[0]?.message}`)
  }
}

function report(value: unknown): void {
  if (process.connected) process.send?.(value, () => undefined)
}

async function stop(
  started: Promise<Running>,
  directory: Promise<string | undefined>,
  code: number,
): Promise<void> {
  setTimeout(() => process.exit(1), STOP_MAX_MS).unref()
  const running = await started.catch(() => undefined)
  await running?.stop().catch(() => undefined)
  const path = await directory.catch(() => undefined)
  if (path !== undefined) await fs.rm(path, { recursive: true, force: true })
  process.exit(code)
}
