// The package as it is published: packed, installed into an empty folder without a registry, and used by the runtimes of
// this machine against a running service.

import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SEED, seed } from '../../src/app/seed.ts'
import { testService } from '../../test/support/service.ts'
import { baseUrlOf } from './client.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const execFileAsync = promisify(execFile)
const readme = readFileSync(join(root, 'sdk/README.md'), 'utf8')
const codeBlocks = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, text = '']) => text)

/** npm packs and installs the package, and a compiler checks the examples with it. */
const TIMEOUT_MS = 120_000

/** The directories with the programs of the machine, without those that npm installs for this repository. */
const directories = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((directory) => !directory.includes('node_modules'))
const programOf = (name: string) =>
  directories.map((directory) => join(directory, name)).find((path) => existsSync(path))
/** Node.js must be there; Deno and Bun are tested on machines that have them. */
const runtimes = ['node', ...['deno', 'bun'].filter(programOf)]

const service = testService({ audited: false })
/** A folder with nothing but the installed package. */
let folder = ''

beforeAll(async () => {
  await seed(service.db, service.now())
  folder = await fs.mkdtemp(join(tmpdir(), 'godwit-sdk-published-'))
  const source = join(folder, 'source')
  await fs.cp(join(root, 'sdk'), source, {
    recursive: true,
    filter: (path) => !/\/(node_modules|dist|test)$/.test(path),
  })
  // The compiler finds the types of Node.js in `node_modules`.
  await fs.symlink(join(root, 'node_modules'), join(source, 'node_modules'))
  const PATH = [join(root, 'node_modules/.bin'), ...directories].join(delimiter)
  const npm = (...options: string[]) =>
    execFileAsync('npm', [...options, '--offline', '--no-audit', '--no-fund'], {
      cwd: options[0] === 'pack' ? source : folder,
      env: { ...process.env, PATH },
    })
  await npm('pack', '--pack-destination', folder)
  await fs.rm(source, { recursive: true })
  await fs.writeFile(join(folder, 'package.json'), '{ "type": "module", "private": true }')
  const [archive = ''] = (await fs.readdir(folder)).filter((name) => name.endsWith('.tgz'))
  await npm('install', `./${archive}`)
}, TIMEOUT_MS)

afterAll(() => fs.rm(folder, { recursive: true, force: true }))

const PROGRAM = `
import { createGodwit, InvalidRequest, Unreachable } from '@godwit/sdk'
const godwit = createGodwit({ baseUrl: BASE_URL, token: '${SEED.personalToken}' })
const [{ id: profileId }] = await godwit.profiles.listProfiles()
const quote = await godwit.quotes.createQuote({
  path: { profileId },
  body: { sourceCurrency: 'GBP', targetCurrency: 'EUR', sourceAmount: '100.00' },
})
const recipient = await godwit.recipients.createRecipient({
  body: {
    profile: profileId,
    currency: 'EUR',
    type: 'iban',
    accountHolderName: 'Nora Sample',
    details: { legalType: 'PRIVATE', IBAN: 'FR1420041010050500013M02606' },
  },
})
const transfer = await godwit.transfers.createTransfer({
  body: { targetAccount: recipient.id, quoteUuid: quote.id, details: { reference: 'Rent' } },
})
const refusal = await godwit.quotes
  .createQuote({ path: { profileId }, body: { sourceCurrency: 'GBP', targetCurrency: 'EUR', sourceAmount: 'ten' } })
  .catch((error) => error)
const elsewhere = createGodwit({ baseUrl: 'http://127.0.0.1:2', attemptsMax: 1 })
const unreachable = await elsewhere.transfers.cancelTransfer({ path: { transferId: 1 } }).catch((error) => error)
console.log(JSON.stringify({
  isUnreachable: unreachable instanceof Unreachable,
  sourceAmount: quote.sourceAmount,
  status: transfer.status,
  refused: [refusal instanceof InvalidRequest, refusal.status, refusal.path],
}))
`

/** Runs a program with a runtime in the folder. Returns its output. */
async function runProgram(name: string, text: string): Promise<string> {
  const file = `program-${name}.mjs`
  await fs.writeFile(join(folder, file), text)
  const options: Record<string, string[]> = { deno: ['run', '--allow-net', '--no-lock'] }
  const { stdout } = await execFileAsync(
    programOf(name) ?? name,
    [...(options[name] ?? []), file],
    {
      cwd: folder,
    },
  )
  return stdout
}

describe('the published package', () => {
  it('has no dependencies', async () => {
    const installed = await fs.readdir(join(folder, 'node_modules'))
    expect(installed.filter((name) => !name.startsWith('.'))).toEqual(['@godwit'])
  })

  it.each(runtimes)(
    '%s creates a quote and a transfer, reads a refusal, and reports that nothing listens',
    async (name) => {
      const baseUrl = JSON.stringify(await baseUrlOf(service))
      const text = PROGRAM.replace('BASE_URL', baseUrl)
      expect(JSON.parse(await runProgram(name, text))).toEqual({
        isUnreachable: true,
        sourceAmount: 100,
        status: 'incoming_payment_waiting',
        refused: [true, 400, 'sourceAmount'],
      })
    },
    TIMEOUT_MS,
  )
})

describe('sdk/README.md', () => {
  it('has code blocks', () => expect(codeBlocks.length).toBeGreaterThan(0))

  it.each(codeBlocks.map((text, n) => [n + 1, text] as const))(
    'code block %i compiles in strict mode against the published types, and runs',
    async (n, text) => {
      const baseUrl = await baseUrlOf(service)
      const file = `block-${n}.mts`
      const options = '--strict --noEmit --target es2023 --module nodenext --skipLibCheck'.split(
        ' ',
      )
      await fs.writeFile(join(folder, file), text)
      const tsc = join(root, 'node_modules/.bin/tsc')
      const output = ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr
      const compiled = execFileAsync(tsc, [...options, '--types', '', file], { cwd: folder })
      expect(await compiled.then(output, output)).toBe('')
      const program = text.replace('createGodwit({ ', `createGodwit({ baseUrl: '${baseUrl}', `)
      expect(program).not.toBe(text)
      const printing = `${program}\nconsole.log(quote.sourceAmount)\n`
      expect(await runProgram('node', printing)).toBe('100\n')
    },
    TIMEOUT_MS,
  )
})
