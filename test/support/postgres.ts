// One database server for the whole run, one migrated template in it, and a clone for each test service.

import { randomUUID } from 'node:crypto'
import * as fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../src/app/postgres/migrate.ts'
import { openDatabase } from '../../src/kernel/database/db.ts'
import { loadPayloadKeys } from '../../src/security/index.ts'
import { loadSigningKeys } from '../../src/webhooks/index.ts'
import { startTemporaryPostgres } from './temporary-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A database whose role may create databases. */
    postgresUrl: string
  }
}

const TEMPLATE = 'godwit_template'

/** The key of the advisory lock that serialises the creation of templates of all runs on one server. An arbitrary number. */
const TEMPLATE_LOCK_KEY = 18_027

/** Vitest calls `setup` once before the first test file, and the returned function after the last test file. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const removeFolder = await useMemory()
  // Tests start many processes of the service and the command line, which would each compile all modules again.
  process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'node-compile-cache')
  const configured = process.env['TEST_DATABASE_URL']
  const server =
    configured === undefined ? await startTemporary() : { url: configured, stop: async () => {} }
  const stop = async () => {
    await server.stop()
    await removeFolder()
  }
  try {
    await createTemplate(server.url, TEMPLATE, migrateAndLoadKeys)
    project.provide('postgresUrl', server.url)
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}

/** A file system in memory, on Linux. */
const MEMORY = '/dev/shm'
/** The temporary files of a whole run take about 0.4 GB. */
const MEMORY_FREE_BYTES_MIN = 2 * 1024 ** 3
/** No run takes a day, so the run of an older folder was killed. */
const ABANDONED_MS = 24 * 60 * 60 * 1_000

/**
 * Puts the temporary files of this run into memory if enough is free, because creating the files of a clone takes 20
 * times as long on a disk. Does nothing if TMPDIR is set. Returns a function that removes the folder.
 */
async function useMemory(): Promise<() => Promise<void>> {
  const system = await fs.statfs(MEMORY).catch(() => undefined)
  const freeBytes = system === undefined ? 0 : system.bavail * system.bsize
  if (process.env['TMPDIR'] !== undefined || freeBytes < MEMORY_FREE_BYTES_MIN)
    return async () => {}
  await removeAbandoned()
  const folder = await fs.mkdtemp(join(MEMORY, FOLDER_PREFIX))
  // Started by root, the database server runs as another user, who needs access to the files inside.
  await fs.chmod(folder, 0o711)
  process.env['TMPDIR'] = folder
  return async () => {
    delete process.env['TMPDIR']
    await fs.rm(folder, { recursive: true, force: true })
  }
}

const FOLDER_PREFIX = 'godwit-tests-'

/** A run that was killed leaves its folder behind, which would occupy memory until the machine restarts. */
async function removeAbandoned(): Promise<void> {
  for (const name of await fs.readdir(MEMORY)) {
    const folder = join(MEMORY, name)
    if (!name.startsWith(FOLDER_PREFIX)) continue
    // Undefined when another run has ended and removed its folder meanwhile.
    const stats = await fs.stat(folder).catch(() => undefined)
    if (stats !== undefined && Date.now() - stats.mtimeMs > ABANDONED_MS)
      await fs.rm(folder, { recursive: true, force: true })
  }
}

/** Creates the schema and the keys of the template: generating RSA pairs for each test file would take longer than the file. */
async function migrateAndLoadKeys(url: string): Promise<void> {
  await migrate(url, () => undefined)
  const db = openDatabase(url)
  await loadSigningKeys(db, undefined)
  await loadPayloadKeys(db, undefined)
  await db.close()
}

function startTemporary(): Promise<{ url: string; stop(): Promise<void> }> {
  const settings = [
    // The server runs for one run of the tests, so it keeps little of the write-ahead log.
    'min_wal_size=80MB',
    // Several test files run at the same time, each with services that have a pool.
    'max_connections=200',
    // The role that drops a clone may not end an autovacuum worker in it.
    'autovacuum=off',
    // The password is random, so one round is safe. The default 4096 rounds take most of the time of connecting.
    'scram_iterations=1',
    // Starting workers for a statement over all tables takes ten times as long as reading the few rows of a test.
    'max_parallel_workers_per_gather=0',
    // Creating and dropping a clone searches all buffers three times.
    'shared_buffers=64MB',
  ]
  return startTemporaryPostgres('test', { settings, durable: false, log: () => undefined })
}

/** Creates the database `name` in place of that of an earlier run, and runs `prepare` on it before clones of it are made. */
async function createTemplate(
  adminUrl: string,
  name: string,
  prepare: (url: string) => Promise<void>,
): Promise<void> {
  const admin = new pg.Client(adminUrl)
  await admin.connect()
  try {
    await admin.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK_KEY])
    await admin.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`)
    await admin.query(`create database ${pg.escapeIdentifier(name)}`)
    await prepare(withDatabase(adminUrl, name))
  } finally {
    await admin.end()
  }
}

/** The connections of this process that create and drop clones, by URL. */
const adminPools = new Map<string, pg.Pool>()

/** Connecting takes half as long as creating a clone, so a connection is kept for the next test file. */
function adminPoolOf(url: string): pg.Pool {
  const pool =
    adminPools.get(url) ?? new pg.Pool({ connectionString: url, max: 1, allowExitOnIdle: true })
  // The pool replaces a connection that the server has ended.
  if (!adminPools.has(url)) pool.on('error', () => undefined)
  adminPools.set(url, pool)
  return pool
}

/** Clones the template. The caller drops the clone. */
export async function cloneTemplate(
  adminUrl: string,
  template: string = TEMPLATE,
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `godwit_${randomUUID().replaceAll('-', '')}`
  // Copying files is faster than writing them through the WAL, and nothing here has to survive a crash.
  const copy = `create database ${name} template ${pg.escapeIdentifier(template)} strategy file_copy`
  const admin = adminPoolOf(adminUrl)
  await admin.query(copy)
  return {
    url: withDatabase(adminUrl, name),
    drop: async () => {
      await admin.query(`drop database ${name} with (force)`)
    },
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
