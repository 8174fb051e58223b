// D126: backup and restore with the commands of the operator. A backup of the embedded database is taken while clients
// send requests, and is restored to an empty directory. The restored database must contain every acknowledged request.

import { randomUUID } from 'node:crypto'
import * as fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { audit } from '../../../test/support/audit.ts'
import { createPerson } from '../../../test/support/people.ts'
import { liveSecrets } from '../../../test/support/secrets.ts'
import { openServiceWithDatabase, type Service } from '../../../tools/kill/processes/victims.ts'
import { openDatabase } from '../../kernel/database/db.ts'
import { auditLedger } from '../../ledger/index.ts'
import { compareCounts } from '../operator/backup/backup-info.ts'
import { tarFile } from '../operator/backup/tar.ts'
import { operate } from '../operator/command-line.ts'
import { findCluster } from '../postgres/owner.ts'
import { findRunning, startPostgres } from '../postgres/server.ts'

const CLIENTS = 8

describe('D126: backup and restore of the embedded database', { timeout: 120_000 }, () => {
  let root: string
  let service: Service
  let load: ReturnType<typeof startLoad>
  /** Path of a backup that was taken under load. */
  let backup: string
  let acknowledgedBefore: number[]
  let lines: string[]

  beforeAll(async () => {
    root = await fs.mkdtemp(join(tmpdir(), 'godwit-backup-'))
    await fs.chmod(root, 0o711)
    service = await openServiceWithDatabase(join(root, 'data'))
    await service.start()
    await service.ready()
    const url = (await findRunning(await findCluster(join(root, 'data')))) ?? ''
    const db = openDatabase(url, 2)
    const noCalls = () => Promise.reject(new Error('this person calls the service itself'))
    const bootstrap = { pool: db.pool, now: () => Temporal.Now.instant() }
    const person = await createPerson(bootstrap, noCalls)
    await db.close()
    load = startLoad(
      service.url,
      person.token,
      person.personal,
      await openBalance(service.url, person),
    )
    await load.reaches(50)
    backup = join(root, 'backup.tar.gz')
    acknowledgedBefore = [...load.acknowledged]
    lines = await operateOn(['backup', backup], 'data')
    await load.reaches(acknowledgedBefore.length + 50)
  }, 120_000)
  afterAll(async () => {
    await load?.stop()
    await service?.stop()
    await fs.rm(root, { recursive: true, force: true })
  }, 60_000)

  async function operateOn(args: readonly string[], directory: string, more: object = {}) {
    const printed: string[] = []
    const errors: string[] = []
    const env = { GODWIT_DATA_DIR: join(root, directory), ...more }
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
    expect(lines[0]).toBe(`${backup} has ${size} bytes`)
    expect(lines.join('\n')).toMatch('GODWIT_SECRET_')
    expect(await fs.readdir(root)).toEqual(['backup.tar.gz', 'data'])
  })

  it('restore --verify restores every request acknowledged before the backup, no unacknowledged one, and a balanced ledger', async () => {
    const printed = await operateOn(['restore', backup, '--verify'], 'restored')
    expect(printed.join('\n')).toMatch('verified: checksums, counts and the audit of the ledger')
    const server = await startPostgres({ dataDir: join(root, 'restored'), log: () => undefined })
    const db = openDatabase(server.url, 2)
    await load.stop()
    const { rows } = await db.pool.query(
      `select reference from ledger_postings where to_account like 'available:%'`,
    )
    const restored = rows.map(({ reference }) => Number(/\d+$/.exec(reference)?.[0]))
    expect(new Set(restored).size).toBe(restored.length)
    expect(acknowledgedBefore.filter((id) => !restored.includes(id))).toEqual([])
    expect(restored.filter((id) => !load.acknowledged.has(id))).toEqual([])
    await audit(db)
    await db.close()
    await server.stop()
  })

  it('a backup without concurrent requests is restored with equal row counts', async () => {
    await load.stop()
    const quiet = join(root, 'quiet.tar.gz')
    const [, counted] = await operateOn(['backup', quiet], 'data')
    const printed = await operateOn(['restore', quiet, '--verify'], 'quiet')
    expect(counted).toMatch(/^ledger_postings \d{3}/)
    expect(printed).toContain(counted)
  })

  it('the service starts on a restored database', async () => {
    const other = await openServiceWithDatabase(join(root, 'restored'))
    await other.start()
    await other.ready()
    await other.stop()
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
  ])('restore refuses %s, and changes nothing', async (_what, file, directory, env, message) => {
    const path = await file()
    const before = await namesIn(directory)
    await expect(operateOn(['restore', path, '--verify'], directory, env)).rejects.toThrow(message)
    expect(await namesIn(directory)).toEqual(before)
  })

  it('backup refuses an existing file and a directory without a database; both commands refuse unknown arguments', async () => {
    await expect(operateOn(['backup', backup], 'data')).rejects.toThrow('exists already')
    await expect(operateOn(['backup', join(root, 'x')], 'nowhere')).rejects.toThrow(
      'no database in',
    )
    await expect(operateOn(['backup'], 'data')).rejects.toThrow('Name one file: backup <file>')
    await expect(operateOn(['restore', backup, '--force'], 'new')).rejects.toThrow("'--force'")
    expect(await namesIn('nowhere')).toBeUndefined()
  })

  const fileWith = async (content: string | Buffer) => {
    const path = join(root, `wrong-${randomUUID()}`)
    await fs.writeFile(path, content)
    return path
  }
  const archiveOf = (name: string) => fileWith(gzipSync(tarFile(name, Buffer.from('{}'))))
  const unpacked = async () => gunzipSync(await fs.readFile(backup))
  const truncateBackup = async () => {
    const whole = await fs.readFile(backup)
    return fileWith(whole.subarray(0, whole.length / 2))
  }
  const corruptBackup = async () => {
    const archive = await unpacked()
    const at = archive.indexOf('base/1/PG_VERSION')
    archive.write('19', at + 512)
    return fileWith(gzipSync(archive, { level: 1 }))
  }
  const addOutsidePath = async () => {
    const archive = await unpacked()
    const at = 512 + 512 * Math.ceil(Number.parseInt(archive.toString('latin1', 124, 135), 8) / 512)
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

it('D126: the comparison of counts reports the table that lost rows; the audit reports the account with a wrong balance', async () => {
  const counts = { ledger_postings: 5, events: 5, transfers: 5, profiles: 5, users: 5 }
  const fewerEvents = { ...counts, events: 4 }
  expect(compareCounts(counts, counts, counts)).toEqual([])
  expect(compareCounts(fewerEvents, counts, counts)).toEqual([
    'events has 4 rows; it had 5 when the backup began and 5 when it ended.',
  ])
  const rows = async () => [{ profileId: 7, account: 'available:3' }]
  const found = await auditLedger({ rows, row: async () => undefined } as never)
  expect(found[0]).toBe('available:3 of profile 7 does not hold the sum of its postings.')
})

const live = {
  GODWIT_MODE: 'live',
  GODWIT_BASE_URL: 'https://pay.example.org',
  ...liveSecrets,
}

type Person = { readonly token: string; readonly personal: number }

async function post(url: string, token: string, path: string, body: object): Promise<Response> {
  return fetch(url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-idempotence-uuid': randomUUID(),
    },
    body: JSON.stringify(body),
  })
}

async function openBalance(url: string, { token, personal }: Person): Promise<number> {
  const body = { currency: 'GBP', type: 'STANDARD' }
  const reply = await post(url, token, `/v4/profiles/${personal}/balances`, body)
  return ((await reply.json()) as { id: number }).id
}

/** Starts clients that top up a balance, and records the movements that were acknowledged. */
function startLoad(url: string, token: string, profileId: number, balanceId: number) {
  const acknowledged = new Set<number>()
  let isStopping = false
  const running = Array.from({ length: CLIENTS }, async () => {
    while (!isStopping) {
      const body = { profileId, balanceId, currency: 'GBP', amount: 1 }
      const reply = await post(url, token, '/v1/simulation/balance/topup', body)
      expect(reply.status).toBe(200)
      acknowledged.add(((await reply.json()) as { transactionId: number }).transactionId)
    }
  })
  return {
    acknowledged,
    reaches: async (count: number) => {
      while (acknowledged.size < count) await new Promise((resolve) => setTimeout(resolve, 5))
    },
    stop: async () => {
      isStopping = true
      await Promise.all(running)
    },
  }
}
