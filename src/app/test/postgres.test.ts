// The embedded PostgreSQL server: its first start and restart, a start while another server uses the data directory, and
// a start after a server or the process that started it was killed.

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import * as events from 'node:events'
import * as fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { ConfigError } from '../../kernel/config-error.ts'
import { type PostgresOptions, type RunningPostgres, startPostgres } from '../postgres/server.ts'

const run = promisify(execFile)
const isRoot = process.getuid?.() === 0
const isLinux = process.platform === 'linux'

let template: string
let dataDir: string
let running: RunningPostgres[]
let logged: string[]

// Most tests start with a data directory that was used before. Copying a directory is faster than initialising it.
beforeAll(async () => {
  template = await makeDataDir()
  await (await startPostgres({ dataDir: template, durable: false, log: () => undefined })).stop()
})

afterAll(async () => {
  await fs.rm(template, { recursive: true })
})

beforeEach(async () => {
  dataDir = await makeDataDir()
  running = []
  logged = []
})

afterEach(async () => {
  for (const server of running) await server.stop()
  const clusterHome = await fs.realpath(join(dataDir, 'postgres'))
  await fs.rm(clusterHome, { recursive: true })
  await fs.rm(dataDir, { recursive: true })
})

async function makeDataDir(): Promise<string> {
  const directory = await fs.mkdtemp(join(tmpdir(), 'godwit-postgres-test-'))
  // When the test runs as root, the server runs as another user, who must be able to open the directory.
  await fs.chmod(directory, 0o711)
  return directory
}

async function copyTemplate(): Promise<void> {
  await run('cp', ['-a', `${template}/.`, dataDir])
}

async function start(options: Partial<PostgresOptions> = {}): Promise<RunningPostgres> {
  const log = (line: string) => logged.push(line)
  const server = await startPostgres({ dataDir, durable: false, log, ...options })
  running.push(server)
  return server
}

/** Returns the first value of the first row. */
async function queryValue(server: RunningPostgres, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  try {
    const { rows } = await client.query<[unknown]>({ text: sql, rowMode: 'array' })
    return rows[0]?.[0]
  } finally {
    await client.end()
  }
}

const createNote = "create table notes as select 'still here' as words"
const readNote = 'select words from notes'

/** Starts a server on the data directory of the test in another process. */
async function startElsewhere(): Promise<{ owner: ChildProcess; pid: number }> {
  const program = `
    import { startPostgres } from ${JSON.stringify(import.meta.resolve('../postgres/server.ts'))}
    const server = await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, durable: false, log: () => {} })
    process.stdout.write(server.pid + '\\n')
  `
  const owner = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await events.once(createInterface({ input: owner.stdout }), 'line')
  return { owner, pid: Number(line) }
}

async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  // A dead process keeps its id until its parent has waited for it, but has no command line.
  return !isLinux || (await fs.readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')) !== ''
}

async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await fs.readdir('/proc')).map(Number).filter((pid) => pid > 0)
  const stats = await Promise.all(
    pids.map((pid) => fs.readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')),
  )
  const isChild = (stat: string) => Number(stat.split(') ').at(-1)?.split(' ')[1]) === parent
  return pids.filter((_, index) => isChild(stats[index] ?? ''))
}

it('the first start creates a UTF-8 database for a role without superuser rights, and a password file that only its user can read', async () => {
  const server = await start()
  const version = await queryValue(
    server,
    "select current_setting('server_version_num')::int / 10000",
  )
  expect(version).toBe(18)
  expect(await queryValue(server, "select current_setting('server_encoding')")).toBe('UTF8')
  expect(
    await queryValue(server, 'select rolsuper from pg_roles where rolname = current_user'),
  ).toBe(false)
  const { mode } = await fs.stat(join(dataDir, 'postgres.password'))
  expect(mode & 0o777).toBe(0o600)
})

it('a connection with a wrong password is refused', async () => {
  await copyTemplate()
  const server = await start()
  const withWrongPassword = { ...server, url: server.url.replace(/:[^:@]+@/, ':guess@') }
  await expect(queryValue(withWrongPassword, 'select 1')).rejects.toThrow(
    'password authentication failed',
  )
})

it('a restart keeps the data and logs nothing', async () => {
  await copyTemplate()
  const first = await start()
  await queryValue(first, createNote)
  await first.stop()
  await first.stop()
  expect(await isAlive(first.pid)).toBe(false)
  expect(await queryValue(await start(), readNote)).toBe('still here')
  expect(logged).toEqual([])
})

it('a failed start reports the reason, and the next start succeeds', async () => {
  await copyTemplate()
  const failure = await start({ settings: ['shared_buffers=lots'] }).catch(
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(ConfigError)
  expect(String(failure)).toMatch(
    /PostgreSQL did not start on .*invalid value for parameter "shared_buffers": "lots"/s,
  )
  expect(await queryValue(await start(), 'select 1')).toBe(1)
})

it('a second start is refused because the directory is in use, and the first server keeps running', async () => {
  await copyTemplate()
  const first = await start()
  await expect(start()).rejects.toThrow(
    `The data directory ${dataDir} is in use: another process has its database open (PostgreSQL is process ${first.pid}).`,
  )
  expect(await queryValue(first, 'select 1')).toBe(1)
})

it('of two concurrent first starts, one succeeds and the other is refused', async () => {
  const starts = await Promise.allSettled([start(), start()])
  expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const refused = starts.find((result) => result.status === 'rejected')
  expect(String(refused?.reason)).toContain('is in use')
  expect(await queryValue(running[0] as RunningPostgres, 'select 1')).toBe(1)
})

it.runIf(isLinux)(
  'a second start is refused while the server recovers from crashed sessions',
  async () => {
    await copyTemplate()
    const first = await start()
    const children = await childrenOf(first.pid)
    expect(children).not.toEqual([])
    for (const child of children) killIfThere(child)
    await expect(start()).rejects.toThrow('is in use')
    expect(await queryValue(first, 'select 1')).toBe(1)
  },
)

it('a start after the server was killed keeps the data, and the unexpected end is logged', async () => {
  await copyTemplate()
  const first = await start({ durable: true })
  await queryValue(first, createNote)
  process.kill(first.pid, 'SIGKILL')
  await first.ended
  expect(logged).toContain(`PostgreSQL (process ${first.pid}) has ended unexpectedly.`)
  expect(await queryValue(await start(), readNote)).toBe('still here')
})

it('a start succeeds when the process id in postmaster.pid belongs to another program', async () => {
  await copyTemplate()
  const first = await start()
  await queryValue(first, createNote)
  const file = join(dataDir, 'postgres/cluster/postmaster.pid')
  const pidFile = await fs.readFile(file, 'utf8')
  await first.stop()
  // PostgreSQL believes a process id only if the process runs as the server's account, so the other program must too.
  const { uid, gid } = await fs.stat(join(dataDir, 'postgres'))
  const other = spawn('/bin/sh', ['-c', 'read -r _'], { ...(isRoot ? { uid, gid } : {}), cwd: '/' })
  await fs.writeFile(file, pidFile.replace(/^\d+/, `${other.pid}`))
  if (isRoot) await fs.chown(file, uid, gid)
  try {
    expect(await queryValue(await start(), readNote)).toBe('still here')
  } finally {
    other.kill('SIGKILL')
  }
})

it('a server stops when the process that started it was killed', async () => {
  await copyTemplate()
  const { owner, pid } = await startElsewhere()
  owner.kill('SIGKILL')
  await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false)
})

it.runIf(isLinux)(
  'a start stops a server whose starting process and watcher were killed',
  async () => {
    await copyTemplate()
    const { owner, pid } = await startElsewhere()
    const watchers = (await childrenOf(owner.pid ?? 0)).filter((child) => child !== pid)
    expect(watchers).toHaveLength(1)
    for (const watcher of watchers) process.kill(watcher, 'SIGKILL')
    owner.kill('SIGKILL')
    await events.once(owner, 'exit')
    for (const watcher of watchers) await expect.poll(() => isAlive(watcher)).toBe(false)
    expect(await isAlive(pid), 'the server still runs').toBe(true)
    const next = await start()
    expect(await isAlive(pid)).toBe(false)
    expect(await queryValue(next, 'select 1')).toBe(1)
  },
)

it.runIf(isRoot)(
  'a data directory that only root can open gets a symbolic link to its database',
  async () => {
    await fs.chmod(dataDir, 0o700)
    const first = await start()
    await queryValue(first, createNote)
    await first.stop()
    expect((await fs.lstat(join(dataDir, 'postgres'))).isSymbolicLink()).toBe(true)
    expect(await queryValue(await start(), readNote)).toBe('still here')
  },
)

/** Ignores a process that has ended: a session may end after it was listed. */
function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as { code?: string }).code !== 'ESRCH') throw error
  }
}
