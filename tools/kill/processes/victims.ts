// The processes that are killed: the service, PostgreSQL with all of its processes, or both. The service, and the
// PostgreSQL of `openPostgres`, keep their address over a restart.

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type RunningPostgres, startPostgres } from '../../../src/app/postgres/server.ts'
import { freePort } from '../../../test/support/free-port.ts'

const execFileAsync = promisify(execFile)

const ROOT = join(import.meta.dirname, '../../..')
const MAIN = join(ROOT, 'src/main.ts')
/** The option of `npm start` in package.json. */
const NODE_OPTION = '--max-semi-space-size=64'
/** The first start creates a database. */
const READY_MAX_MS = 120_000
const READY_POLL_MS = 20
const REPLY_MAX_MS = 1_000
const LINES_KEPT = 40

export type Victim = {
  kill(): Promise<void>
  /** Starts the victim again. The service may not be ready yet when the promise resolves: call `ready`. */
  start(): Promise<void>
  /** Resolves when the victim is ready. Throws after READY_MAX_MS, or when the service has ended by itself. */
  ready(): Promise<void>
  stop(): Promise<void>
}

type Postgres = Victim & {
  readonly url: string
  /** Stops all processes of the server, like a machine that hangs. Returns a function that resumes them. */
  freeze(): Promise<() => void>
}

/** A durable server in `dataDir`. Resolves when it is ready. */
export async function openPostgres(dataDir: string): Promise<Postgres> {
  const port = await freePort()
  const start = () => startPostgres({ dataDir, port, log: () => undefined })
  let server: RunningPostgres = await start()
  const url = new URL(server.url)
  const password = await readFile(join(dataDir, 'postgres.password'), 'utf8')
  return {
    url: `postgresql://${url.username}:${password}@127.0.0.1:${port}${url.pathname}`,
    kill: async () => {
      signalAll(await freezeTree(server.pid), 'SIGKILL')
      await server.ended
    },
    freeze: async () => {
      const frozen = await freezeTree(server.pid)
      return () => signalAll(frozen, 'SIGCONT')
    },
    start: async () => {
      server = await start()
    },
    ready: async () => undefined,
    stop: () => server.stop(),
  }
}

/** A process and all its descendants. */
async function treeOf(root: number): Promise<number[]> {
  const { stdout } = await execFileAsync('ps', ['-A', '-o', 'pid=,ppid='])
  const parents = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  const tree = [root]
  for (const parent of tree)
    for (const [pid, ppid] of parents) if (ppid === parent && pid !== undefined) tree.push(pid)
  return tree
}

/** Stops all processes of a tree, including those that start meanwhile. Returns their ids. */
export async function freezeTree(root: number): Promise<number[]> {
  const frozen = new Set<number>()
  for (;;) {
    const running = (await treeOf(root)).filter((pid) => !frozen.has(pid))
    if (running.length === 0) return [...frozen]
    for (const pid of running) {
      frozen.add(pid)
      sendSignal(pid, 'SIGSTOP')
    }
  }
}

export function signalAll(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) sendSignal(pid, name)
}

/** Ignores a process that has ended since it was seen. */
function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as { code?: string }).code !== 'ESRCH') throw error
  }
}

export type Service = Victim & {
  readonly url: string
  /** How the service ended by itself; undefined while it runs and after it was killed. */
  failure(): string | undefined
  /** The id of the process; undefined while the service does not run. */
  pid(): number | undefined
}

/** The service on `databaseUrl`, not started. `settings` are further environment variables. */
export async function openService(
  databaseUrl: string,
  settings: NodeJS.ProcessEnv = {},
): Promise<Service> {
  return openProcess([process.execPath, NODE_OPTION, MAIN], {
    ...settings,
    DATABASE_URL: databaseUrl,
  })
}

/** The service with its embedded database in `dataDir`, as `npm start` runs it; not started yet. */
export function openTree(dataDir: string): Promise<Service> {
  return openProcess(['npm', 'start'], { ...NPM_ENVIRONMENT, GODWIT_DATA_DIR: dataDir })
}

/** The service with its embedded database in `dataDir`, run without npm; not started yet. */
export function openServiceWithDatabase(dataDir: string): Promise<Service> {
  return openProcess([process.execPath, NODE_OPTION, MAIN], { GODWIT_DATA_DIR: dataDir })
}

/** The environment variable that npm needs. */
const NPM_ENVIRONMENT = { HOME: process.env['HOME'] }

async function openProcess(
  [command, ...args]: readonly [string, ...string[]],
  settings: NodeJS.ProcessEnv,
): Promise<Service> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const output = recentLines()
  let child: ChildProcess | undefined
  let shouldRun = false
  let failure: string | undefined
  const end = async (signal: NodeJS.Signals) => {
    const ending = child
    if (ending === undefined) return
    shouldRun = false
    child = undefined
    const ended = new Promise((resolve) => ending.once('exit', resolve))
    if (signal === 'SIGKILL') signalAll(await freezeTree(ending.pid ?? 0), signal)
    else ending.kill(signal)
    if (ending.exitCode === null && ending.signalCode === null) await ended
  }
  // A repeated test must not meet a service that an earlier run left running.
  process.once('exit', () => child?.kill('SIGKILL'))
  return {
    url,
    failure: () => failure,
    pid: () => child?.pid,
    start: async () => {
      const started = spawn(command, args, {
        cwd: ROOT,
        env: {
          GODWIT_SEED: 'none',
          LOG_LEVEL: 'error',
          ...settings,
          PATH: process.env['PATH'],
          PORT: String(port),
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      child = started
      shouldRun = true
      for (const stream of [started.stdout, started.stderr]) output.readFrom(stream)
      started.once('exit', (code, signal) => {
        if (child === started && shouldRun)
          failure ??= `the service ended by itself (${signal ?? code}):\n${output.text()}`
      })
    },
    ready: () => waitUntilReady(url, output, () => failure),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}

async function waitUntilReady(
  url: string,
  output: RecentLines,
  failure: Service['failure'],
): Promise<void> {
  const until = performance.now() + READY_MAX_MS
  while (!(await isReady(url))) {
    const message = failure()
    if (message !== undefined) throw new Error(message)
    if (performance.now() > until)
      throw new Error(`the service is not ready after ${READY_MAX_MS} ms:\n${output.text()}`)
    await sleep(READY_POLL_MS)
  }
}

type RecentLines = { readFrom(stream: Readable): void; text(): string }

/** The last lines that a process has printed. */
function recentLines(): RecentLines {
  const lines: string[] = []
  return {
    readFrom: (stream) => {
      stream.on('data', (text: Buffer) => {
        lines.push(...linesOf(text))
        lines.splice(0, Math.max(0, lines.length - LINES_KEPT))
      })
    },
    text: () => lines.join('\n'),
  }
}

/** The lines of plain text, without the JSON log, whose lines for failed requests would push them out. */
function linesOf(text: Buffer): string[] {
  return text
    .toString()
    .trimEnd()
    .split('\n')
    .filter((line) => !line.startsWith('{'))
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/ready`, { signal: AbortSignal.timeout(REPLY_MAX_MS) }).then(
    (reply) => reply.ok,
    () => false,
  )
}
