// `operator backup`: writes the embedded database to one file, also while the service runs. The file is a compressed
// tar archive of a PostgreSQL base backup, so that it can also be restored without Godwit.

import { createWriteStream } from 'node:fs'
import * as fs from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip } from 'node:zlib'
import type { Database } from '../../../kernel/database/db.ts'
import { findInstallation } from '../../installation-store.ts'
import { connectAsSuperuser, type EmbeddedCluster, requireCluster } from '../../postgres/owner.ts'
import { findRunningUrl } from '../../postgres/server.ts'
import { exists } from '../../postgres/server-location.ts'
import { realNow } from '../../worker/clock.ts'
import type { MaintenanceContext } from '../maintenance.ts'
import { withDatabase } from '../with-database.ts'
import {
  type BackupEnd,
  BackupError,
  type BackupInfo,
  type Counts,
  END_FILE,
  FORMAT,
  INFO_FILE,
  MANIFEST_FILE,
} from './backup-info.ts'
import { takeBaseBackup } from './base-backup.ts'
import { countRows } from './store.ts'
import { tarEnd, tarFile } from './tar.ts'

/** Counting the rows of a large database takes long; no request waits for it. */
const COUNTING_MS_MAX = 3_600_000
const APPLICATION_NAME = 'godwit backup'

type BackupSummary = {
  readonly file: string
  readonly bytes: number
  readonly counts: Counts
}

/** `file` must not exist; it appears when it is complete. */
export async function backUp(
  options: MaintenanceContext & { readonly dataDir: string; readonly file: string },
): Promise<BackupSummary> {
  const { dataDir, log, record } = options
  const file = resolve(options.file)
  if (await exists(file)) throw new BackupError(`${file} exists already. Name another file.`)
  await requireDirectory(dirname(file))
  const cluster = await requireCluster(dataDir)
  return withDatabase(await findRunningUrl(cluster), { dataDir, log }, (db) =>
    record(db, () => writeFile(file, (path) => writeBackup(cluster, db, path))),
  )
}

/** Writes under another name first, so that `file` appears when it is complete. */
async function writeFile(
  file: string,
  write: (path: string) => Promise<Counts>,
): Promise<BackupSummary> {
  const partial = `${file}.${process.pid}.partial`
  try {
    const counts = await write(partial)
    // A link fails when the file has appeared meanwhile; a rename would replace it.
    await fs.link(partial, file)
    await syncPath(dirname(file))
    return { file, bytes: (await fs.stat(file)).size, counts }
  } finally {
    await fs.rm(partial, { force: true })
  }
}

/** Refuses a missing directory instead of creating it: backups at a mistyped path would be found by nobody. */
async function requireDirectory(path: string): Promise<void> {
  const found = await fs.stat(path).catch(() => undefined)
  if (!found?.isDirectory())
    throw new BackupError(
      `There is no directory ${path}. Create it, or name a file in another directory.`,
    )
}

async function writeBackup(cluster: EmbeddedCluster, db: Database, path: string): Promise<Counts> {
  const client = await connectAsSuperuser(cluster, APPLICATION_NAME, { replication: 'true' })
  if (client === undefined)
    throw new BackupError('The database was stopped during the backup. Back up again.')
  try {
    const before = await infoOf(db, cluster)
    const last: { counts?: Counts } = {}
    const contents = async function* (): AsyncGenerator<Buffer> {
      yield tarFile(INFO_FILE, jsonOf(before))
      const { archive, manifest } = takeBaseBackup(client)
      yield* archive
      yield tarFile(MANIFEST_FILE, await manifest)
      last.counts = await countAll(db)
      const end: BackupEnd = { endedAt: realNow().toString(), counts: last.counts }
      yield tarFile(END_FILE, jsonOf(end))
      yield tarEnd
    }
    await pipeline(
      Readable.from(contents(), { objectMode: false }),
      createGzip({ level: constants.Z_BEST_SPEED }),
      createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
    )
    return last.counts ?? before.counts
  } finally {
    await client.end()
  }
}

async function infoOf(
  db: Database,
  { clusterDir, password }: EmbeddedCluster,
): Promise<BackupInfo> {
  const installation = await findInstallation(db.reader)
  if (installation === undefined)
    throw new BackupError(
      'This database is empty, so there is nothing to back up: start the service on it first.',
    )
  return {
    format: FORMAT,
    mode: installation.mode,
    postgresMajor: await majorOf(clusterDir),
    startedAt: realNow().toString(),
    password,
    counts: await countAll(db),
  }
}

async function majorOf(clusterDir: string): Promise<number> {
  return Number(await fs.readFile(join(clusterDir, 'PG_VERSION'), 'utf8'))
}

export function countAll(db: Database): Promise<Counts> {
  return db.session(countRows, { statementMsMax: COUNTING_MS_MAX })
}

function jsonOf(value: BackupInfo | BackupEnd): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
}

/** Writes a file or a directory to the disk. Otherwise its content may be lost when the machine crashes. */
export async function syncPath(path: string): Promise<void> {
  const handle = await fs.open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
