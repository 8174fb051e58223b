// `operator restore`: restores a backup into a data directory without a database. The files are extracted into a draft
// directory and compared with the hashes of PostgreSQL's manifest. Only then the draft becomes `cluster`, the directory that the
// service starts.

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import * as fs from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { createGunzip } from 'node:zlib'
import type { Database } from '../../../kernel/database/db.ts'
import { auditLedger } from '../../../ledger/index.ts'
import { connectAsSuperuser, requireCluster } from '../../postgres/owner.ts'
import { POSTGRES_MAJOR } from '../../postgres/server.ts'
import {
  chownToServer,
  createPasswordFile,
  exists,
  passwordFileOf,
  prepareServerLocation,
  type ServerLocation,
} from '../../postgres/server-location.ts'
import { AUDIT_MS_MAX } from '../audit.ts'
import type { MaintenanceContext } from '../maintenance.ts'
import { withDatabase } from '../with-database.ts'
import { countAll, syncPath } from './backup.ts'
import {
  type BackupEnd,
  BackupError,
  type BackupInfo,
  type Counts,
  CUT_OFF,
  compareCounts,
  END_FILE,
  INFO_FILE,
  MANIFEST_FILE,
  parseInfo,
  parseJson,
} from './backup-info.ts'
import { readTar, type TarEntry } from './tar.ts'
import { type WrittenFile, writeCluster } from './write-cluster.ts'

type RestoredBackup = {
  readonly info: BackupInfo
  readonly end: BackupEnd
  readonly fileCount: number
}

type Options = {
  readonly dataDir: string
  readonly file: string
  readonly mode: 'sandbox' | 'live'
}

/**
 * Throws BackupError when the backup or the data directory cannot be used. A failure while the files are extracted or published
 * removes the draft and the empty directories that the restore has created.
 */
export async function restore({ dataDir, file, mode }: Options): Promise<RestoredBackup> {
  const entries = readTar(decompress(resolve(file)))
  const info = await readInfo(entries, file)
  if (info.mode !== mode)
    throw new BackupError(
      `The backup is of a ${info.mode} database, and GODWIT_MODE is ${mode}. Set GODWIT_MODE to ${info.mode}.`,
    )
  if (info.postgresMajor !== POSTGRES_MAJOR)
    throw new BackupError(
      `The backup is of PostgreSQL ${info.postgresMajor}; this version of Godwit runs PostgreSQL ${POSTGRES_MAJOR}. Restore the backup with the version of Godwit that made it.`,
    )
  await refuseExistingDatabase(dataDir)
  const isNewDir = !(await exists(dataDir))
  const location = await prepareServerLocation(dataDir)
  const draft = await fs.mkdtemp(join(location.directory, 'restore-'))
  try {
    await chownToServer(location, draft)
    const clusterDir = join(draft, 'cluster')
    const { end, fileCount } = await extractArchive(entries, clusterDir, location)
    await publishCluster(clusterDir, { dataDir, location, password: info.password })
    await fs.rm(draft, { recursive: true })
    return { info, end, fileCount }
  } catch (error) {
    await fs.rm(draft, { recursive: true, force: true })
    await removeEmptyServerDirectory(dataDir, location, isNewDir)
    throw error
  }
}

/** Moves the complete cluster to the path from which it is started, unless another process has created a database there. */
async function publishCluster(
  clusterDir: string,
  {
    dataDir,
    location,
    password,
  }: { readonly dataDir: string; readonly location: ServerLocation; readonly password: string },
): Promise<void> {
  const publishedDir = join(location.directory, 'cluster')
  const refuseTaken = (error: NodeJS.ErrnoException): never => {
    if (error.code !== 'EEXIST' && error.code !== 'ENOTEMPTY') throw error
    throw new BackupError(
      `Another process created a database in ${dataDir} during the restore, and nothing was restored. Set GODWIT_DATA_DIR to an empty directory.`,
    )
  }
  await createPasswordFile(dataDir, password).catch(refuseTaken)
  try {
    await fs.rename(clusterDir, publishedDir).catch(refuseTaken)
  } catch (error) {
    // A database that another process created after the password was written has this password.
    if (!(await exists(publishedDir))) await fs.rm(passwordFileOf(dataDir))
    throw error
  }
  await syncPath(location.directory)
}

/** Removes the directories that `prepareServerLocation` has created. A directory with files of another process stays. */
async function removeEmptyServerDirectory(
  dataDir: string,
  location: ServerLocation,
  isNewDir: boolean,
): Promise<void> {
  const isRemoved = await removeIfEmpty(location.directory)
  if (isRemoved) await fs.rm(join(dataDir, 'postgres'), { force: true })
  if (isNewDir) await removeIfEmpty(dataDir)
}

/** Returns whether the directory is removed. */
async function removeIfEmpty(directory: string): Promise<boolean> {
  try {
    await fs.rmdir(directory)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error
    return false
  }
}

/**
 * Compares the numbers of rows of the restored database with those of the backup, and audits its ledger. Returns the
 * numbers. Throws BackupError when the database is not correct.
 */
export async function verifyRestored(db: Database, { info, end }: RestoredBackup): Promise<Counts> {
  const counts = await countAll(db)
  const findings = [
    ...compareCounts(counts, info.counts, end.counts),
    ...(await db.session(auditLedger, { statementMsMax: AUDIT_MS_MAX })),
  ]
  if (findings.length > 0)
    throw new BackupError(
      `The restored database is not correct: ${findings.join(' ')} Use another backup.`,
    )
  return counts
}

/** Starts the restored database, does the work on it and, in live mode, records the restore in its security log. */
export async function openRestored<T>(
  dataDir: string,
  { log, record }: MaintenanceContext,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  return withDatabase(undefined, { dataDir, log }, (db) => record(db, () => work(db)))
}

async function* decompress(file: string): AsyncGenerator<Buffer> {
  const source = createReadStream(file)
  const gunzip = createGunzip()
  source.on('error', (error) => gunzip.destroy(error))
  try {
    yield* source.pipe(gunzip)
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    if (code === 'Z_DATA_ERROR')
      throw new BackupError(`${file} is not a backup, or is damaged. Use another backup.`)
    if (code === 'Z_BUF_ERROR')
      throw new BackupError(`${file} is cut off: its end is missing. Use another backup.`)
    throw code.startsWith('E')
      ? new BackupError(
          `${file} cannot be read: ${message}. Name a file that this process may read.`,
        )
      : error
  } finally {
    source.destroy()
  }
}

async function readInfo(entries: AsyncGenerator<TarEntry>, file: string): Promise<BackupInfo> {
  const { value: first } = await entries.next()
  if (first?.path !== INFO_FILE)
    throw new BackupError(
      `${file} is not a backup of Godwit. Name a file that the command backup has written.`,
    )
  return parseInfo((await contentOf(first)).toString())
}

async function refuseExistingDatabase(dataDir: string): Promise<void> {
  const isNew =
    !(await exists(join(dataDir, 'postgres'))) && !(await exists(passwordFileOf(dataDir)))
  if (isNew) return
  const cluster = await requireCluster(dataDir).catch(() => undefined)
  const session = cluster && (await connectAsSuperuser(cluster, 'godwit restore'))
  await session?.end()
  throw new BackupError(
    session
      ? `A database is running in ${dataDir}, and nothing was restored. Set GODWIT_DATA_DIR to an empty directory.`
      : `${dataDir} already contains a database, and nothing was restored. Set GODWIT_DATA_DIR to an empty directory.`,
  )
}

async function extractArchive(
  entries: AsyncGenerator<TarEntry>,
  clusterDir: string,
  location: ServerLocation,
): Promise<{ end: BackupEnd; fileCount: number }> {
  let manifest: Buffer | undefined
  let end: BackupEnd | undefined
  const found = await writeCluster(entries, clusterDir, location, async (entry) => {
    if (entry.path === MANIFEST_FILE) manifest = await contentOf(entry)
    else if (entry.path === END_FILE) end = parseJson(String(await contentOf(entry))) as BackupEnd
    else return false
    return true
  })
  if (manifest === undefined || end === undefined) throw new BackupError(CUT_OFF)
  compareWithManifest(manifest, found)
  await syncAll(clusterDir, [...found.keys()])
  return { end, fileCount: found.size }
}

async function contentOf({ chunks }: TarEntry): Promise<Buffer> {
  const read: Buffer[] = []
  for await (const chunk of chunks) read.push(chunk)
  return Buffer.concat(read)
}

/** Files and directories that are written to the disk at the same time; a choice of this project. */
const CONCURRENT_SYNCS = 32

/** Writes the files and their directories to the disk. Otherwise they may be lost when the machine crashes. */
async function syncAll(clusterDir: string, paths: readonly string[]): Promise<void> {
  const left = [...new Set(['', ...paths.map(dirname), ...paths])]
  const syncNext = async () => {
    for (let path = left.pop(); path !== undefined; path = left.pop())
      await syncPath(join(clusterDir, path))
  }
  await Promise.all(Array.from({ length: CONCURRENT_SYNCS }, syncNext))
}

type Manifest = {
  readonly Files: readonly { Path: string; Size: number; Checksum: string }[]
  readonly 'Manifest-Checksum': string
}

/**
 * The manifest does not list the files of pg_wal: recovery checks the checksum of each of their records. The last line of the
 * manifest is the checksum of the lines before it.
 */
function compareWithManifest(text: Buffer, found: ReadonlyMap<string, WrittenFile>): void {
  const manifest = parseJson(text.toString()) as Manifest
  const lastLineStart = text.lastIndexOf('\n', text.length - 2) + 1
  const checksum = createHash('sha256').update(text.subarray(0, lastLineStart)).digest('hex')
  if (checksum !== manifest['Manifest-Checksum'])
    throw new BackupError('The manifest of the backup is damaged. Use another backup.')
  for (const { Path, Size, Checksum } of manifest.Files) {
    const file = found.get(Path)
    if (file === undefined) throw new BackupError(`The backup has no ${Path}. Use another backup.`)
    if (file.size !== Size || file.sha256 !== Checksum)
      throw new BackupError(`${Path} in the backup is damaged. Use another backup.`)
  }
}
