// `startGodwit` from the source: its options, what it takes from its environment, and that no process or directory
// remains. test/packages/ runs the installed package with older versions of Node.js.

import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { cellOf } from '../../src/kernel/ids.ts'
import { eventually } from '../../test/support/eventually.ts'
import { isRecent } from '../find-node.ts'
import { type GodwitOptions, type RunningGodwit, startGodwit } from '../index.ts'

/** Each test starts processes and databases. */
const TIMEOUT_MS = 120_000
const directory = mkdtempSync(join(tmpdir(), 'godwit-package-'))
/** The service does not inherit the cache of compiled modules, without which each start takes 0.8 s longer. */
const cache = { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '' }
const running: RunningGodwit[] = []
afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  await Promise.all(running.splice(0).map(({ stop }) => stop()))
}, TIMEOUT_MS)
afterAll(() => rmSync(directory, { recursive: true, force: true }))

async function start(options: GodwitOptions = {}): Promise<RunningGodwit> {
  const service = await startGodwit({ ...options, env: { ...cache, ...options.env } })
  running.push(service)
  return service
}

async function call({ url, token }: RunningGodwit, path: string, body?: unknown) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const reply = await fetch(`${url}${path}`, {
    headers,
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: a test reads replies of every shape.
  return { status: reply.status, body: (await reply.json()) as any }
}
const isServing = (url: string) =>
  fetch(`${url}/health`).then(
    () => true,
    () => false,
  )

describe('startGodwit: options', { timeout: TIMEOUT_MS }, () => {
  it.each<[unknown, RegExp]>([
    [{ directory: 'x' }, /no option directory; it has port, dataDir, clock, env, onLog/],
    [{ port: 65_536 }, /port must be a whole number from 0 to 65535/],
    [{ port: '8080' }, /port must be a whole number/],
    [{ dataDir: '' }, /dataDir must be the path of a directory/],
    [{ onLog: true }, /onLog must be a function/],
    [{ clock: 'tomorrow' }, /clock must be a Date or a time with its offset/],
    [{ clock: '2030-01-07T09:00:00' }, /clock must be a Date or a time with its offset/],
    [{ clock: '2030-13-07T09:00:00Z' }, /clock must be a Date or a time with its offset/],
    [{ env: { PORT: '1' } }, /env cannot contain PORT. Set the option port/],
    [
      { env: { GODWIT_MODE: 'live' } },
      /env cannot contain GODWIT_MODE. startGodwit starts sandbox/,
    ],
    [{ env: { GODWIT_SEED: 'none' } }, /env cannot contain GODWIT_SEED/],
    [{ env: { GODWIT_POOL_MAX: 5 } }, /env.GODWIT_POOL_MAX must be text/],
    [{ env: { constructor: 5 } }, /env.constructor must be text/],
    [{ dataDir: 'x', env: { DATABASE_URL: 'y' } }, /either dataDir or env.DATABASE_URL, not both/],
  ])('refuses %j with %s', async (options, message) => {
    await expect(startGodwit(options as GodwitOptions)).rejects.toThrow(message)
  })

  it('refuses an invalid Date as clock', async () => {
    await expect(startGodwit({ clock: new Date(Number.NaN) })).rejects.toThrow(
      'clock must be a Date or a time with its offset',
    )
  })

  it('passes on the message of a setting that the service refuses, and leaves no directory', async () => {
    vi.stubEnv('TMPDIR', directory)
    const env = { ...cache, GODWIT_POOL_MAX: '1' }
    await expect(startGodwit({ env })).rejects.toThrow(
      /^Godwit did not start: GODWIT_POOL_MAX is 1\. Set it to/,
    )
    expect(readdirSync(directory)).toEqual([])
  })

  it('refuses a time in the past, because the clock moves only forward', async () => {
    await expect(startGodwit({ clock: new Date(0), env: cache })).rejects.toThrow(
      /clock cannot be 1970-01-01T00:00:00.000Z. The clock only moves forward/,
    )
  })

  it('the directory dataDir is kept with its clock, and a second sandbox cannot use it at the same time', async () => {
    const dataDir = join(directory, 'kept')
    const first = await startGodwit({ dataDir, clock: '2030-01-07T09:00:00+02:00', env: cache })
    await expect(startGodwit({ dataDir, env: cache })).rejects.toThrow(/is in use: another process/)
    await first.stop()
    const second = await start({ dataDir })
    const { body } = await call(second, '/v1/simulation/clock')
    expect(body.now).toMatch(/^2030-01-07T07:00/)
  })
})

describe('startGodwit: the environment', { timeout: TIMEOUT_MS }, () => {
  it('takes the settings of env, ignores the environment and the simulated timers of the program, and passes lines of the log to onLog', async () => {
    vi.stubEnv('DATABASE_URL', 'postgres://app:secret@127.0.0.1:1/app')
    vi.stubEnv('GODWIT_MODE', 'live')
    vi.stubEnv('NODE_OPTIONS', '--require ./not-there.js')
    vi.useFakeTimers()
    const lines: string[] = []
    const service = await start({
      env: { GODWIT_CELL: '3' },
      onLog: (line) => lines.push(line),
    })
    expect((await call(service, '/v2/profiles')).status).toBe(200)
    vi.useRealTimers()
    const { body } = await call(service, '/v2/profiles')
    expect(cellOf(body[0].id)).toBe(3)
    expect((await call({ ...service, token: 'wrong' }, '/v2/profiles')).status).toBe(401)
    await eventually(async () =>
      expect(lines.map((line) => JSON.parse(line))).toContainEqual(
        expect.objectContaining({ security: 'users.bearer-refused' }),
      ),
    )
  })
})

describe('startGodwit: stop', { timeout: TIMEOUT_MS }, () => {
  it('stop may be called several times, ends the service and deletes the temporary directory', async () => {
    vi.stubEnv('TMPDIR', directory)
    const { url, stop } = await startGodwit({ env: cache })
    const made = readdirSync(directory).filter((name) => /^godwit-(?!postgres)/.test(name))
    expect(made).toHaveLength(1)
    await Promise.all([stop(), stop()])
    await stop()
    expect(await isServing(url)).toBe(false)
    expect(made.filter((name) => existsSync(join(directory, name)))).toEqual([])
  })

  it.each([
    ['is killed', 'setInterval(() => undefined, 1000)', 'SIGKILL'],
    ['ends without stop', '', undefined],
  ] as const)(
    'the sandbox ends, and its directory is deleted, when its program %s',
    async (_, then, signal) => {
      const TMPDIR = mkdtempSync(join(directory, 'program-'))
      const library = JSON.stringify(new URL('../index.ts', import.meta.url))
      const text = `import { startGodwit } from ${library}
      const { url } = await startGodwit({ env: ${JSON.stringify(cache)} })
      console.log(url)
      ${then}`
      const child = spawn(process.execPath, ['--input-type=module', '--eval', text], {
        env: { ...process.env, TMPDIR },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const url = await firstLine(child)
      if (signal) child.kill(signal)
      await eventually(async () => {
        expect(await isServing(url)).toBe(false)
        expect(readdirSync(TMPDIR)).toEqual([])
      })
      expect(child.signalCode ?? child.exitCode).toBe(signal ?? 0)
    },
  )
})

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  for await (const chunk of stdout ?? []) return String(chunk).trim()
  throw new Error('the program has printed nothing')
}

describe('isRecent', () => {
  it.each([
    [{ node: '26.0.0' }, true],
    [{ node: '27.1.0' }, true],
    [{ node: '25.9.0' }, false],
    [{ node: '20.20.2' }, false],
    [{ node: '26.3.0', bun: '2.0.0' }, false],
    [{ node: '26.3.0', deno: '3.0.0' }, false],
  ])('of %j is %s', (versions, expected) => {
    expect(isRecent(versions)).toBe(expected)
  })
})
