// Decides which process owns the embedded database. At most one process owns a cluster: the one that started its
// server. The owner keeps a session open, by which other processes see that the owner lives; the session ends with the
// process, also when it is killed. A process id alone does not prove that the owner lives: the system reuses ids, and
// containers have separate ids.

import { execFile } from 'node:child_process'
import * as fs from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { ConfigError } from '../../kernel/config-error.ts'
import {
  exists,
  passwordFileOf,
  prepareServerLocation,
  readOrCreatePassword,
  type ServerLocation,
} from './server-location.ts'

const run = promisify(execFile)

export const SUPERUSER = 'postgres'
export const SOCKET_PREFIX = 'godwit-postgres-'
/** The wait before the state of a server is read again. */
export const POLL_MS = 50
const OWNER_NAME = 'godwit owner'
/** The wait for the session of an owner that has just started its server, or whose sessions a crash has ended. */
const OWNER_AWAITED_MS = 1_000
/** The wait between two attempts of an owner to open its session again. */
const RENEW_MS = 10
/** The error codes (SQLSTATE) of a server that is starting or stopping, or that ends its sessions. */
const UNAVAILABLE = /^57P/
/** The error code (SQLSTATE) of a wrong password. */
const INVALID_PASSWORD = '28P01'

export type EmbeddedCluster = {
  readonly dataDir: string
  readonly location: ServerLocation
  /** The directory that PostgreSQL calls its data directory. */
  readonly clusterDir: string
  readonly password: string
}

export type Server = { readonly pid: number; readonly port: number; readonly socketDir: string }

/** The cluster of a data directory. Throws a ConfigError when the directory contains no cluster. */
export async function requireCluster(dataDir: string): Promise<EmbeddedCluster> {
  if (!(await exists(join(dataDir, 'postgres')))) {
    throw new ConfigError(
      `There is no database in ${dataDir}. Name the service's data directory with GODWIT_DATA_DIR.`,
    )
  }
  const location = await prepareServerLocation(dataDir)
  const clusterDir = join(location.directory, 'cluster')
  return { dataDir, location, clusterDir, password: await readOrCreatePassword(dataDir) }
}

/**
 * Connects to the running server, whichever process owns it. Returns undefined when no server accepts connections. Throws a
 * ConfigError when the server refuses the password.
 */
export async function connectAsSuperuser(
  cluster: EmbeddedCluster,
  applicationName: string,
  options: object = {},
): Promise<pg.Client | undefined> {
  const server = await findServer(cluster.clusterDir)
  return server && connect(cluster, server, applicationName, options)
}

export function urlOf(
  cluster: EmbeddedCluster,
  server: Server,
  role: string,
  database: string,
): string {
  const socketDir = encodeURIComponent(server.socketDir)
  return `postgresql://${role}:${cluster.password}@${socketDir}:${server.port}/${database}`
}

/**
 * Stops a server whose owner is gone, and returns when no server runs on the cluster. Throws a ConfigError when the owner
 * lives, and when the server neither answers nor ends before `deadlineMs` (`performance.now`).
 */
export async function stopOrphan(cluster: EmbeddedCluster, deadlineMs: number): Promise<void> {
  let before: Server | undefined
  for (;;) {
    const server = await findServer(cluster.clusterDir)
    if (server?.pid !== before?.pid) await removeSocket(before)
    if (server === undefined) return
    if (await isOrphan(cluster, server)) process.kill(server.pid, 'SIGINT')
    else if (!(await isServer(server, cluster))) return await removeTraces(cluster, server)
    if (performance.now() > deadlineMs) {
      throw new ConfigError(
        `PostgreSQL (process ${server.pid}) on ${cluster.clusterDir} neither answers nor ends. End that process, then start again.`,
      )
    }
    await sleep(POLL_MS)
    before = server
  }
}

/** Makes this process the owner of a server that it has started. Undefined when the server was stopped meanwhile. */
export async function becomeOwner(
  cluster: EmbeddedCluster,
  server: Server,
): Promise<{ session: pg.Client; release(): void } | undefined> {
  const session = await connect(cluster, server, OWNER_NAME)
  if (session === undefined) return undefined
  let isReleased = false
  const renewSession = async (): Promise<void> => {
    // The server ends all sessions when one of its processes crashes, and then accepts new sessions.
    while (!isReleased) {
      const next = await connect(cluster, server, OWNER_NAME).catch(() => undefined)
      if (next !== undefined) return void next.once('end', () => void renewSession())
      await sleep(RENEW_MS)
    }
  }
  session.once('end', () => void renewSession())
  return {
    session,
    release: () => {
      isReleased = true
    },
  }
}

/** The server in `postmaster.pid`. The file also remains after a server that was killed. */
export async function findServer(clusterDir: string): Promise<Server | undefined> {
  const text = await fs.readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, , , port, socketDir] = text.split('\n')
  if (pid === undefined || pid === '') return undefined
  return { pid: Number(pid), port: Number(port), socketDir: socketDir?.trim() ?? '' }
}

/** True when the server answers and has no owner; false when it does not answer. Throws a ConfigError when it has an owner. */
async function isOrphan(cluster: EmbeddedCluster, server: Server): Promise<boolean> {
  const session = await connect(cluster, server, 'godwit start')
  if (session === undefined) return false
  const deadlineMs = performance.now() + OWNER_AWAITED_MS
  try {
    while (performance.now() < deadlineMs) {
      const { rowCount } = await session.query(
        'select from pg_stat_activity where application_name = $1',
        [OWNER_NAME],
      )
      if (rowCount !== 0) throw inUseError(cluster, server)
      await sleep(POLL_MS)
    }
    return true
  } finally {
    await session.end()
  }
}

function inUseError({ dataDir }: EmbeddedCluster, { pid }: Server): Error {
  return new ConfigError(
    `The data directory ${dataDir} is in use: another process has its database open (PostgreSQL is process ${pid}). Stop that process, or choose another directory with GODWIT_DATA_DIR.`,
  )
}

/**
 * Undefined when the server accepts no connections, because it is starting, stopping or no longer running. Throws a
 * ConfigError when the server refuses the password.
 */
async function connect(
  cluster: EmbeddedCluster,
  server: Server,
  applicationName: string,
  options: object = {},
): Promise<pg.Client | undefined> {
  if (server.socketDir === '') return undefined
  const connectionString = urlOf(cluster, server, SUPERUSER, 'postgres')
  const client = new pg.Client({
    ...options,
    connectionString,
    application_name: applicationName,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    if (!(error instanceof pg.DatabaseError) || UNAVAILABLE.test(error.code ?? '')) return undefined
    if (error.code !== INVALID_PASSWORD) throw error
    throw new ConfigError(
      `The password in ${passwordFileOf(cluster.dataDir)} is not the password of the database in ${cluster.clusterDir}. Restore the file that was created with this database.`,
    )
  }
}

/** Whether the process of `postmaster.pid` is the server: its id may belong to another program by now. */
async function isServer({ pid }: Server, { clusterDir }: EmbeddedCluster): Promise<boolean> {
  const command = await fs
    .readFile(`/proc/${pid}/cmdline`, 'utf8')
    .catch(async () => (await run('ps', ['-o', 'command=', '-p', String(pid)])).stdout)
    .catch(() => '')
  return command.includes(clusterDir)
}

async function removeTraces({ clusterDir }: EmbeddedCluster, server: Server): Promise<void> {
  await removeSocket(server)
  // PostgreSQL starts although the file exists when no process has the id in it, but not when another program has that id.
  // Without the file, PostgreSQL still checks that no process of an earlier server uses the shared memory of the cluster.
  const now = isTaken(server.pid) ? await findServer(clusterDir) : undefined
  if (now?.pid === server.pid) await fs.rm(join(clusterDir, 'postmaster.pid'), { force: true })
}

async function removeSocket(server: Server | undefined): Promise<void> {
  if (server === undefined || !server.socketDir.includes(SOCKET_PREFIX)) return
  await fs.rm(server.socketDir, { recursive: true, force: true })
}

function isTaken(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
