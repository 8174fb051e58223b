// Who has the embedded database open. At most one process owns a cluster: the one that started its
// server. It keeps a session open by which others see that it lives; the session ends when the process
// does, however that comes about. Process numbers alone would lie, above all in a container.

import { execFile } from 'node:child_process'
import * as fs from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { ConfigError } from '../config.ts'
import { findHome, findPassword, type Home } from './home.ts'

const run = promisify(execFile)

export const SUPERUSER = 'postgres'
export const SOCKET_PREFIX = 'godwit-postgres-'
export const POLL_MS = 50
const OWNER_NAME = 'godwit owner'
/** An owner that has just started its server, or whose sessions a crash has ended, shows up within. */
const OWNER_AWAITED_MS = 1_000
const RENEW_MS = 10

export type Place = {
  readonly dataDir: string
  readonly home: Home
  readonly cluster: string
  readonly password: string
}

export type Server = { readonly pid: number; readonly port: number; readonly socketDir: string }

/** The database of a data directory that has one. Throws a sentence for the operator where it has none. */
export async function existingPlace(dataDir: string): Promise<Place> {
  const hasOne = await fs.stat(join(dataDir, 'postgres')).then(
    () => true,
    () => false,
  )
  if (!hasOne) {
    throw new ConfigError(
      `There is no database in ${dataDir}. Name the service's data directory with GODWIT_DATA_DIR.`,
    )
  }
  const home = await findHome(dataDir)
  const cluster = join(home.directory, 'cluster')
  return { dataDir, home, cluster, password: await findPassword(dataDir) }
}

/** On the server that runs, whoever started it; undefined where none does. */
export async function connectAsSuperuser(
  place: Place,
  applicationName: string,
  more: object = {},
): Promise<pg.Client | undefined> {
  const server = await findServer(place.cluster)
  return server && connect(place, server, applicationName, more)
}

export function urlOf(place: Place, server: Server, role: string, database: string): string {
  const socketDir = encodeURIComponent(server.socketDir)
  return `postgresql://${role}:${place.password}@${socketDir}:${server.port}/${database}`
}

/**
 * Returns when no server runs on the cluster; one whose owner is gone is stopped. Throws an Error when
 * the owner lives, and when the server neither answers nor ends until `deadline` (`performance.now`).
 */
export async function clearWay(place: Place, deadline: number): Promise<void> {
  let before: Server | undefined
  for (;;) {
    const server = await findServer(place.cluster)
    if (server?.pid !== before?.pid) await removeSocket(before)
    if (server === undefined) return
    if (await isOrphan(place, server)) process.kill(server.pid, 'SIGINT')
    else if (!(await serves(server, place))) return await removeTraces(place, server)
    if (performance.now() > deadline) {
      throw new Error(
        `PostgreSQL (process ${server.pid}) on ${place.cluster} neither answers nor ends.`,
      )
    }
    await sleep(POLL_MS)
    before = server
  }
}

/** Owns a server that we started and that is ready; undefined when somebody has stopped it already. */
export async function becomeOwner(
  place: Place,
  server: Server,
): Promise<{ session: pg.Client; release(): void } | undefined> {
  const session = await connect(place, server, OWNER_NAME)
  if (session === undefined) return undefined
  let released = false
  const renew = async (): Promise<void> => {
    // The server ends all sessions when one of its processes crashes, and then goes on.
    while (!released) {
      const next = await connect(place, server, OWNER_NAME).catch(() => undefined)
      if (next !== undefined) return void next.once('end', () => void renew())
      await sleep(RENEW_MS)
    }
  }
  session.once('end', () => void renew())
  return {
    session,
    release: () => {
      released = true
    },
  }
}

/** What a server that runs, or was killed, has written of itself. */
export async function findServer(cluster: string): Promise<Server | undefined> {
  const text = await fs.readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, , , port, socketDir] = text.split('\n')
  if (pid === undefined || pid === '') return undefined
  return { pid: Number(pid), port: Number(port), socketDir: socketDir?.trim() ?? '' }
}

/** True when the server answers and nobody owns it. Throws when somebody does. */
async function isOrphan(place: Place, server: Server): Promise<boolean> {
  const session = await connect(place, server, 'godwit start')
  if (session === undefined) return false
  const deadline = performance.now() + OWNER_AWAITED_MS
  try {
    while (performance.now() < deadline) {
      const { rowCount } = await session.query(
        'select from pg_stat_activity where application_name = $1',
        [OWNER_NAME],
      )
      if (rowCount !== 0) throw inUse(place, server)
      await sleep(POLL_MS)
    }
    return true
  } finally {
    await session.end()
  }
}

function inUse({ dataDir }: Place, { pid }: Server): Error {
  return new ConfigError(
    `The data directory ${dataDir} is in use: another process has its database open (PostgreSQL is process ${pid}). Stop that process, or choose another directory with GODWIT_DATA_DIR.`,
  )
}

/** Undefined when there is no server, or one that starts or stops. */
async function connect(
  place: Place,
  server: Server,
  application_name: string,
  more: object = {},
): Promise<pg.Client | undefined> {
  if (server.socketDir === '') return undefined
  const connectionString = urlOf(place, server, SUPERUSER, 'postgres')
  const client = new pg.Client({ ...more, connectionString, application_name })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    if (!(error instanceof pg.DatabaseError) || error.code?.startsWith('57P')) return undefined
    if (error.code !== '28P01') throw error
    throw new Error(
      `The password in ${place.dataDir}/postgres.password is not that of the database in ${place.cluster}.`,
    )
  }
}

/** The number in the file may have passed to another program since: look at what that runs. */
async function serves({ pid }: Server, { cluster }: Place): Promise<boolean> {
  const command = await fs
    .readFile(`/proc/${pid}/cmdline`, 'utf8')
    .catch(async () => (await run('ps', ['-o', 'command=', '-p', String(pid)])).stdout)
    .catch(() => '')
  return command.includes(cluster)
}

async function removeTraces({ cluster }: Place, server: Server): Promise<void> {
  await removeSocket(server)
  // PostgreSQL sees by itself that a number is nobody's, but not that it is another program's. That
  // no old process still uses the memory of this cluster it checks without this file.
  const now = isTaken(server.pid) ? await findServer(cluster) : undefined
  if (now?.pid === server.pid) await fs.rm(join(cluster, 'postmaster.pid'), { force: true })
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
