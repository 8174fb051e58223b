// D126: backup and restore with the commands of the operator. A backup of the embedded database is taken while clients
// send requests, and is restored to an empty directory. The restored database must contain every request that was
// acknowledged before the backup.

import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import * as fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { audit } from '../../../test/support/audit.ts'
import { createPerson } from '../../../test/support/people.ts'
import { liveEnvironment as live } from '../../../test/support/secrets.ts'
import { openServiceWithDatabase, type Service } from '../../../tools/kill/processes/victims.ts'
import { type Database, openDatabase } from '../../kernel/database/db.ts'
import { tarFile } from '../operator/backup/tar.ts'
import { operate } from '../operator/command-line.ts'
import { withDatabase } from '../operator/with-database.ts'
import { requireCluster } from '../postgres/owner.ts'
import { findRunningUrl } from '../postgres/server.ts'
import { openBalance, startLoad } from './top-up-load.ts'

/** Restores start and stop database servers. */
const TIMEOUT_MS = 120_000
/** A file in a tar archive is a header of one block and the blocks of its content. */
const TAR_BLOCK_BYTES = 512
/** The bytes of a header with the size of the content, in octal digits. */
const TAR_SIZE = [124, 135] as const

describe('D126: backup and restore of the embedded database', { timeout: TIMEOUT_MS }, () => {
  let root: string
  let service: Service
  let load: ReturnType<typeof startLoad>
  /** Path of a backup that was taken under load. */
  let backup: string
  let acknowledgedBefore: number[]
  let backupLines: string[]

  beforeAll(async () => {
    root = await fs.mkdtemp(join(tmpdir(), 'godwit-backup-'))
    await fs.chmod(root, 0o711)
    service = await openServiceWithDatabase(join(root, 'data'))
    await service.start()
    await service.ready()
    const url = (await findRunningUrl(await requireCluster(join(root, 'data')))) ?? ''
    const db = openDatabase(url, 2)
    const noCalls = () => Promise.reject(new Error('send requests to service.url instead'))
    const bootstrap = { pool: db.pool, now: () => Temporal.Now.instant() }
    const person = await createPerson(bootstrap, noCalls)
    await db.close()
    const balance = await openBalance(service.url, person)
    load = startLoad(service.url, person.token, person.personal, balance)
    await load.reaches(50)
    backup = join(root, 'backup.tar.gz')
    acknowledgedBefore = [...load.acknowledged]
    backupLines = await operateOn(['backup', backup], 'data')
    await load.reaches(acknowledgedBefore.length + 50)
    // The tests below need what was acknowledged, and no further requests.
    await load.stop()
  }, TIMEOUT_MS)
  afterAll(async () => {
    await load?.stop()
    await service?.stop()
    await fs.rm(root, { recursive: true, force: true })
  })

  async function operateOn(args: readonly string[], directory: string, variables: object = {}) {
    const printed: string[] = []
    const errors: string[] = []
    const env = { GODWIT_DATA_DIR: join(root, directory), ...variables }
    const code = await operate(args, env, {
      print: (line) => printed.push(line),
      printError: (line) => errors.push(line),
      securityLog: () => undefined,
      readPassword: async () => '',
    })
    if (code !== 0) throw new Error(errors.join('\n'))
    return printed
  }

  it('backup of a running service writes one file with mode 600', async () => {
    const { mode, size } = await fs.stat(backup)
    expect(mode & 0o777).toBe(0o600)
    expect(backupLines[0]).toBe(`${backup} has ${size} bytes`)
    expect(backupLines.join('\n')).toMatch('GODWIT_SECRET_')
    expect(await fs.readdir(root)).toEqual(['backup.tar.gz', 'data'])
  })

  it('restore --verify restores every request acknowledged before the backup, no request that was never acknowledged, and a balanced ledger', async () => {
    const printed = await operateOn(['restore', backup, '--verify'], 'restored')
    expect(printed.join('\n')).toMatch('verified: checksums, counts and the audit of the ledger')
    const rows = await onDatabase('restored', async (db) => {
      await audit(db)
      return (
        await db.pool.query(
          `select reference from ledger_postings where to_account like 'available:%'`,
        )
      ).rows
    })
    const restored = rows.map(({ reference }) => Number(/\d+$/.exec(reference)?.[0]))
    expect(new Set(restored).size).toBe(restored.length)
    expect(acknowledgedBefore.filter((id) => !restored.includes(id))).toEqual([])
    expect(restored.filter((id) => !load.acknowledged.has(id))).toEqual([])
  })

  it('a backup without concurrent requests is restored with equal row counts', async () => {
    const quiet = join(root, 'quiet.tar.gz')
    const [, counted] = await operateOn(['backup', quiet], 'data')
    const printed = await operateOn(['restore', quiet, '--verify'], 'quiet')
    expect(counted).toMatch(/^ledger_postings \d{3}/)
    expect(printed).toContain(counted)
  })

  it('the service starts on a restored database', async () => {
    const other = await openServiceWithDatabase(join(root, 'restored'))
    try {
      await other.start()
      await other.ready()
    } finally {
      await other.stop()
    }
    expect(other.failure()).toBeUndefined()
  })

  it.each([
    [
      'the directory of a running server',
      () => backup,
      'data',
      {},
      /A database is running in .*data/,
    ],
    [
      'a directory that contains a database',
      () => backup,
      'restored',
      {},
      /restored already contains a database/,
    ],
    [
      'to run while DATABASE_URL is set',
      () => backup,
      'new',
      { DATABASE_URL: 'postgres://a/b' },
      /DATABASE_URL is set/,
    ],
    [
      'a backup of sandbox mode in live mode',
      () => backup,
      'new',
      live,
      /is of a sandbox database, and GODWIT_MODE is live/,
    ],
    [
      'a file that does not exist',
      () => `${backup}.gone`,
      'new',
      {},
      /gone cannot be read: ENOENT/,
    ],
    [
      'a file that is not an archive',
      () => fileWith('plain'),
      'new',
      {},
      /is not a backup, or is damaged/,
    ],
    [
      'an archive without a backup',
      () => archiveOf('other'),
      'new',
      {},
      /is not a backup of Godwit/,
    ],
    ['a truncated backup', () => truncateBackup(), 'new', {}, /is cut off: its end is missing/],
    [
      'a backup in which one byte has changed',
      () => corruptBackup(),
      'new',
      {},
      /in the backup is damaged/,
    ],
    [
      'a backup with a path outside of the data directory',
      () => addOutsidePath(),
      'new',
      {},
      /outside of the database/,
    ],
  ])('restore refuses %s, and adds no file', async (_what, file, directory, env, message) => {
    const path = await file()
    const before = await namesIn(directory)
    await expect(operateOn(['restore', path, '--verify'], directory, env)).rejects.toThrow(message)
    expect(await namesIn(directory)).toEqual(before)
  })

  it('restore fails when another process creates a database in the directory meanwhile, and leaves the files of that process', async () => {
    // The restore waits for the second half of the archive, which the pipe gets after the other database exists.
    const pipe = join(root, 'pipe')
    await promisify(execFile)('mkfifo', [pipe])
    const restoring = operateOn(['restore', pipe], 'taken')
    const failed = expect(restoring).rejects.toThrow('Another process created a database in')
    const archive = await fs.readFile(backup)
    const writer = createWriteStream(pipe)
    writer.write(archive.subarray(0, archive.length / 2))
    await expect.poll(() => namesIn('taken')).toEqual(['postgres'])
    const cluster = join(root, 'taken/postgres/cluster')
    const password = join(root, 'taken/postgres.password')
    await fs.writeFile(password, 'other')
    await fs.mkdir(cluster)
    await fs.writeFile(join(cluster, 'PG_VERSION'), '18')
    writer.end(archive.subarray(archive.length / 2))
    await failed
    expect(await fs.readFile(password, 'utf8')).toBe('other')
    expect(await fs.readdir(cluster)).toEqual(['PG_VERSION'])
    expect(await namesIn('taken/postgres')).toEqual(['cluster'])
  })

  it('gap 1094: in live mode the security log has the audit, the backup and the restore of the database', async () => {
    await onDatabase('restored', (db) => db.pool.query(`update installation set mode = 'live'`))
    const file = join(root, 'live.tar.gz')
    await operateOn(['audit'], 'restored', live)
    await operateOn(['backup', file], 'restored', live)
    expect(await onDatabase('restored', loggedCommands)).toEqual(['audit done', 'backup done'])
    await operateOn(['restore', file], 'live', live)
    expect(await onDatabase('live', loggedCommands)).toEqual(['audit done', 'restore done'])
    await operateOn(['restore', file, '--verify'], 'live-verified', live)
    expect(await onDatabase('live-verified', loggedCommands)).toEqual([
      'audit done',
      'restore done',
    ])
  })

  function onDatabase<T>(directory: string, work: (db: Database) => Promise<T>): Promise<T> {
    const embedded = { dataDir: join(root, directory), log: () => undefined }
    return withDatabase(undefined, embedded, work)
  }

  async function loggedCommands(db: Database): Promise<string[]> {
    const { rows } = await db.pool.query<{ command: string }>(
      `select concat_ws(' ', fields ->> 'command', fields ->> 'outcome') as command
         from security_log where event = 'app.operator-command' order by id`,
    )
    return rows.map(({ command }) => command)
  }

  it('backup refuses an existing file, a missing directory and a directory without a database', async () => {
    await expect(operateOn(['backup', backup], 'data')).rejects.toThrow('exists already')
    for (const directory of [join(root, 'missing'), backup])
      await expect(operateOn(['backup', join(directory, 'x')], 'data')).rejects.toThrow(
        `There is no directory ${directory}. Create it, or name a file in another directory.`,
      )
    await expect(operateOn(['backup', join(root, 'x')], 'nowhere')).rejects.toThrow(
      'no database in',
    )
    expect(await namesIn('nowhere')).toBeUndefined()
  })

  it('backup without a file, and restore with an unknown option, are refused', async () => {
    await expect(operateOn(['backup'], 'data')).rejects.toThrow('Name one file: backup <file>')
    await expect(operateOn(['restore', backup, '--force'], 'new')).rejects.toThrow("'--force'")
  })

  const fileWith = async (content: string | Buffer) => {
    const path = join(root, `wrong-${randomUUID()}`)
    await fs.writeFile(path, content)
    return path
  }
  const archiveOf = (name: string) => fileWith(gzipSync(tarFile(name, Buffer.from('{}'))))
  const unpackBackup = async () => gunzipSync(await fs.readFile(backup))
  const truncateBackup = async () => {
    const archive = await fs.readFile(backup)
    return fileWith(archive.subarray(0, archive.length / 2))
  }
  const corruptBackup = async () => {
    const archive = await unpackBackup()
    const at = archive.indexOf('base/1/PG_VERSION')
    archive.write('19', at + TAR_BLOCK_BYTES)
    return fileWith(gzipSync(archive, { level: 1 }))
  }
  const addOutsidePath = async () => {
    const archive = await unpackBackup()
    const firstContentBytes = Number.parseInt(archive.toString('latin1', ...TAR_SIZE), 8)
    const at = TAR_BLOCK_BYTES + TAR_BLOCK_BYTES * Math.ceil(firstContentBytes / TAR_BLOCK_BYTES)
    const outside = tarFile('../../evil', Buffer.from('x'))
    return fileWith(
      gzipSync(Buffer.concat([archive.subarray(0, at), outside, archive.subarray(at)]), {
        level: 1,
      }),
    )
  }
  const namesIn = (directory: string) =>
    fs.readdir(join(root, directory)).then(
      (names) => names.sort(),
      () => undefined,
    )
})
