// The packages `godwit` and `@godwit/sdk`, which npm installs into an empty folder without running install scripts. A user
// without privileges runs them with the Node.js of this machine and with Node.js 22 and 24.

import type { ChildProcess } from 'node:child_process'
import * as fs from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import {
  type Installation,
  installNode,
  installPackages,
  root,
  waitForOutput,
} from './installation.ts'

let installed: Installation
/** The directory of each Node.js: empty for the Node.js of the machine, undefined for a version that cannot be installed. */
const bins: Record<string, string | undefined> = { machine: '' }
const runtimes = ['machine', '22', '24'] as const
const NOT_INSTALLED = 'this version of Node.js cannot be installed here'
const children: ChildProcess[] = []

beforeAll(async () => {
  installed = await installPackages()
  for (const major of [22, 24]) bins[major] = await installNode(major, installed.folder)
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await installed?.remove()
})

const command = 'node_modules/.bin/godwit'
const isServing = (url: string) =>
  fetch(`${url}/health`).then(
    ({ ok }) => ok,
    () => false,
  )
const exitCodeOf = (child: ChildProcess) => new Promise((resolve) => child.once('exit', resolve))

/** Starts a service by `godwit start`. Returns its process and URL. */
async function startService(bin: string, words: readonly string[]) {
  const child = installed.spawn(bin, [
    ...words,
    'start',
    '--port',
    '0',
    '--data-dir',
    `data-${children.length}`,
  ])
  children.push(child)
  const [, url = ''] = await waitForOutput(child, /API +(http\S+)/)
  return { child, url }
}

describe('the package godwit', () => {
  it('contains compiled code, migrations, fonts, documents and the licence, and no TypeScript source, test or node_modules', async () => {
    const names = await fs.readdir(join(installed.folder, 'node_modules/godwit'), {
      recursive: true,
    })
    expect(
      names.filter((name) => /(?<!\.d)\.ts$|(^|\/)test(\/|$)|node_modules/.test(name)),
    ).toEqual([])
    expect(names).toEqual(
      expect.arrayContaining([
        'dist/src/main.js',
        'dist/migrations/0001_kernel.sql',
        'dist/src/app/http/pdf/fonts/DejaVuSans.ttf',
        'docs/configuration.md',
        'LICENSE',
      ]),
    )
  })

  it('its types compile in strict mode without the types of Node.js', async () => {
    const program = `import { startGodwit, type GodwitOptions } from 'godwit'
      const options: GodwitOptions = { port: 8080, clock: new Date() }
      const { url, token, stop } = await startGodwit(options)
      const all: readonly string[] = [url, token]
      await stop()
      // @ts-expect-error: there is no such option
      await startGodwit({ directory: all[0] })`
    await installed.write('program.mts', program)
    const options = '--strict --noEmit --target es2022 --module nodenext --types'.split(' ')
    const words = [join(root, 'node_modules/.bin/tsc'), ...options, '', 'program.mts']
    expect(await installed.run('', [process.execPath, ...words])).toEqual({
      code: 0,
      out: '',
      err: '',
    })
  })

  it.for(runtimes)(
    'Node.js %s: godwit start serves the API and its reference until SIGTERM, and godwit api prints the profiles',
    async (name, { skip }) => {
      const bin = bins[name] ?? skip(NOT_INSTALLED)
      const { child, url } = await startService(bin, ['node', command])
      expect(await isServing(url)).toBe(true)
      for (const path of ['/docs', '/docs/scalar.js', '/openapi.json'])
        expect((await fetch(`${url}${path}`)).status, path).toBe(200)
      const env = { GODWIT_URL: url }
      const listing = await installed.run(
        bin,
        ['node', command, 'api', 'listProfiles', '--json'],
        env,
      )
      expect([listing.code, listing.err, listing.out.trim().split('\n')]).toEqual([
        0,
        '',
        expect.arrayContaining([expect.stringContaining('"id":')]),
      ])
      const exitCode = exitCodeOf(child)
      child.kill('SIGTERM')
      expect([await exitCode, await isServing(url)]).toEqual([0, false])
    },
  )

  it('npx godwit start serves the API, and a refused setting is an error without a stack', async () => {
    const { child, url } = await startService('', ['npx', '--no-install', 'godwit'])
    expect(await isServing(url)).toBe(true)
    // Ctrl-C signals the whole process group, and so does this test, because npx does not pass signals on.
    process.kill(-(child.pid ?? 0), 'SIGINT')
    await eventually(async () => expect(await isServing(url)).toBe(false))
    const words = ['npx', '--no-install', 'godwit', 'start']
    const { code, err } = await installed.run('', words, { DATABASE_URL: 'mysql://x' })
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^godwit: DATABASE_URL is not a PostgreSQL URL/),
    ])
    expect(err).not.toContain('    at ')
  })

  it.for(runtimes.slice(1))(
    'Node.js %s without the optional dependency: the command states what to install',
    async (name, { skip }) => {
      const bin = bins[name] ?? skip(NOT_INSTALLED)
      const modules = join(installed.folder, 'node_modules')
      const [nodePackage = ''] = (await fs.readdir(modules)).filter((each) =>
        /^node-(linux|darwin|bin)/.test(each),
      )
      await fs.rename(join(modules, nodePackage), join(installed.folder, 'aside'))
      try {
        const { code, err } = await installed.run(bin, ['node', command, 'doctor'])
        expect([code, err]).toEqual([
          1,
          expect.stringMatching(
            new RegExp(
              `^godwit: Godwit needs Node.js 26 or later, and this is v${name}\\..* ${nodePackage} of godwit`,
            ),
          ),
        ])
      } finally {
        await fs.rename(join(installed.folder, 'aside'), join(modules, nodePackage))
      }
    },
  )
})

const PROGRAM = `
import { startGodwit } from 'godwit'
import { createGodwit } from '@godwit/sdk'
const clock = '2031-03-03T09:00:00Z'
const services = await Promise.all([startGodwit({ clock }), startGodwit()])
const [first, second] = services.map(({ url, token }) => createGodwit({ baseUrl: url, token }))
const [{ id: profileId }] = await first.profiles.listProfiles()
const quote = await first.quotes.createQuote({
  path: { profileId },
  body: { sourceCurrency: 'GBP', targetCurrency: 'EUR', sourceAmount: 100 },
})
const unknown = await second.quotes.getQuote({ path: { profileId, quoteId: quote.id } }).catch(({ status }) => status)
const { now } = await first.simulation.getSandboxClock()
await Promise.all(services.map(({ stop }) => stop()))
const answering = await Promise.all(services.map(({ url }) => fetch(url).then(() => true, () => false)))
console.log(JSON.stringify({ node: process.versions.node, created: quote.createdTime, unknown, now, answering }))
`

describe('startGodwit', () => {
  it.for(runtimes)(
    'Node.js %s: two sandboxes of one program have their own data, one has the clock that its option sets, and stop ends both',
    async (name, { skip }) => {
      const bin = bins[name] ?? skip(NOT_INSTALLED)
      await installed.write('two.mjs', PROGRAM)
      const { code, out, err } = await installed.run(bin, ['node', 'two.mjs'])
      expect([code, err]).toEqual([0, ''])
      expect(JSON.parse(out)).toEqual({
        node: name === 'machine' ? expect.anything() : expect.stringMatching(`^${name}\\.`),
        created: expect.stringMatching(/^2031-03-03T09:00/),
        unknown: 404,
        now: expect.stringMatching(/^2031-03-03T09:00/),
        answering: [false, false],
      })
    },
  )
})
