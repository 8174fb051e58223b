// The commands about an installation: `godwit start` runs as a process, and doctor, audit and operator work on that
// installation.

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import * as fs from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requireCluster } from '../../src/app/postgres/owner.ts'
import { findRunningUrl } from '../../src/app/postgres/server.ts'
import { openDatabase } from '../../src/kernel/database/db.ts'
import { closeServers, startServer } from '../../test/support/local-servers.ts'
import { makeDataDir } from '../../test/support/temporary-postgres.ts'
import { runCommand } from './command.ts'
import { nodeArgs } from './program.ts'

/** A new installation creates a database server and seeds it. */
const TIMEOUT_MS = 120_000

describe('an installation', { timeout: TIMEOUT_MS }, () => {
  let directory: string
  let dataDir: string
  let service: ChildProcess
  let url: string

  beforeAll(async () => {
    directory = await makeDataDir('cli')
    dataDir = join(directory, 'data')
    service = spawn(process.execPath, nodeArgs('start', '--port', '0', '--data-dir', dataDir), {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    url = await urlIn(service)
  }, TIMEOUT_MS)
  afterAll(async () => {
    service?.kill('SIGKILL')
    await fs.rm(directory, { recursive: true, force: true })
  })

  async function urlIn({ stdout }: ChildProcess): Promise<string> {
    let text = ''
    for await (const chunk of stdout ?? []) {
      text += chunk
      const [, found] = /API +(http\S+)/.exec(text) ?? []
      if (found !== undefined) return found
    }
    throw new Error(`the service did not start: ${text}`)
  }

  it('godwit start serves a sandbox with its example user, and doctor finds nothing wrong', async () => {
    const env = { GODWIT_URL: url }
    const doctor = await runCommand(['doctor', '--json'], { env })
    expect(doctor.json().filter(({ ok }) => !ok)).toEqual([])
    expect(doctor.json().map(({ check }) => check)).toEqual([
      'Node.js',
      'time zone',
      'service',
      'database',
      'clock',
      'version',
      'token',
    ])
    expect((await runCommand(['api', 'listProfiles', '--json'], { env })).json()).toHaveLength(2)
  })

  it('doctor fails with advice for a wrong token, an unknown time zone, nothing at the URL, and another program at the port', async () => {
    const env = { GODWIT_URL: url, GODWIT_TOKEN: 'wrong', TZ: 'Mars/Olympus' }
    const { code, out } = await runCommand(['doctor'], { env })
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(/failed {2}token .*\n +Name a valid token/),
    ])
    expect(out).toMatch(/failed {2}time zone {2}Mars\/Olympus.*\n +Set TZ to a zone that exists/)
    const nothing = await runCommand(['doctor', '--url', 'http://127.0.0.1:2'])
    expect([nothing.code, nothing.out]).toEqual([1, expect.stringContaining('The port is free')])
    const unknown = await runCommand(['doctor', '--url', 'http://nowhere.invalid'])
    expect(unknown.out).toMatch(/failed {2}service .*\n +Start Godwit with/)
    expect(unknown.out).not.toContain('The port is free')
    const other = await runCommand(['doctor', '--url', `${url}/elsewhere`])
    expect([other.code, other.out]).toEqual([
      1,
      expect.stringMatching(
        /does not reply as Godwit does \(404\)\n +Another program has the port/,
      ),
    ])
  })

  it('audit checks the ledger of a running service: exit code 0, and 1 after a balance was changed', async () => {
    const env = { GODWIT_DATA_DIR: dataDir }
    const correct = await runCommand(['audit', '--json'], { env })
    expect([correct.code, correct.json()]).toEqual([
      0,
      [{ line: expect.stringContaining('The ledger is correct') }],
    ])
    const changeBalance = async (by: number) => {
      const db = openDatabase((await findRunningUrl(await requireCluster(dataDir))) ?? '', 1)
      await db.pool.query(
        `update ledger_accounts set balance = balance + $1 where account =
           (select min(account) from ledger_accounts where account like 'available:%')`,
        [by],
      )
      await db.close()
    }
    await changeBalance(1)
    const wrong = await runCommand(['audit'], { env })
    await changeBalance(-1)
    expect([wrong.code, wrong.err]).toEqual([
      1,
      expect.stringMatching(/available:\d+ of profile \d+ does not hold the sum of its postings/),
    ])
    expect((await runCommand(['audit'], { env })).code).toBe(0)
  })

  it('operator audit refuses additional arguments, and audit refuses a directory without a database and does not create the directory', async () => {
    const nowhere = join(directory, 'nowhere')
    const { code, err } = await runCommand(['audit'], { env: { GODWIT_DATA_DIR: nowhere } })
    expect([code, err]).toEqual([1, expect.stringContaining('There is no database in')])
    await expect(fs.stat(nowhere)).rejects.toThrow('ENOENT')
    const more = await runCommand(['operator', 'audit', 'now'], {
      env: { GODWIT_DATA_DIR: dataDir },
    })
    expect([more.code, more.err]).toEqual([2, expect.stringContaining('audit has no options')])
  })

  it('operator lists all commands when the command line names none, and names a missing option; both exit with 2', async () => {
    const { code, err } = await runCommand(['operator'])
    expect([code, err]).toEqual([2, expect.stringContaining('user create --email')])
    const json = await runCommand(['operator', 'user', 'create', '--json'])
    expect([json.code, JSON.parse(json.err).error.message]).toEqual([
      2,
      expect.stringContaining('user create needs --email'),
    ])
  })

  it('SIGTERM stops the service with exit code 0; operator then creates a user in its database', async () => {
    const ended = new Promise((resolve) => service.on('exit', resolve))
    service.kill('SIGTERM')
    expect(await ended).toBe(0)
    const line = nodeArgs('operator', 'user', 'create', '--email', 'ann@example.com', '--json')
    const { stdout } = await new Promise<{ stdout: string }>((resolve, reject) =>
      execFile(
        process.execPath,
        line,
        { env: { ...process.env, GODWIT_DATA_DIR: dataDir } },
        (error, out) => (error ? reject(error) : resolve({ stdout: out })),
      ),
    )
    expect(stdout).toMatch(/^\{"line":"user {3}\d+"\}\n\{"line":"token {2}[0-9a-f-]{36}"\}\n$/)
  })
})

describe('godwit doctor', () => {
  afterAll(closeServers)

  it('names the missing Date header when a proxy removes it, because the clocks cannot be compared', async () => {
    const url = await startServer((_, reply) => {
      reply.sendDate = false
      reply.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
    const { code, out } = await runCommand(['doctor', '--url', url])
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(/failed {2}clock .*no valid Date header.*\n +Let the proxy/),
    ])
  })
})
