// Runs the commands of docs/verifying-customers.md against a new sandbox, as a reader does, and compares what they print.

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import * as events from 'node:events'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { root } from '../../../test/architecture/source.ts'
import { cloneTemplate } from '../../../test/support/postgres.ts'

const TIMEOUT_MS = 60_000
const page = readFileSync(`${root}/docs/verifying-customers.md`, 'utf8')

/** The code blocks of a language, joined. */
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))]
    .map(([, text = '']) => text)
    .join('')

let database: Awaited<ReturnType<typeof cloneTemplate>>
let service: ChildProcess
let url = ''

beforeAll(async () => {
  database = await cloneTemplate(inject('postgresUrl'))
  service = spawn(process.execPath, ['src/main.ts'], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: database.url, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const up = Promise.withResolvers<string>()
  let printed = ''
  service.stdout?.setEncoding('utf8').on('data', (text: string) => {
    printed += text
    const found = /API\s+(http:\/\/\S+)/.exec(printed)?.[1]
    if (found !== undefined) up.resolve(found)
  })
  service.once('close', () => up.reject(new Error(`the service ended: ${printed}`)))
  url = await up.promise
}, TIMEOUT_MS)

afterAll(async () => {
  service.kill('SIGTERM')
  await events.once(service, 'close')
  await database.drop()
})

it(
  'the commands of docs/verifying-customers.md print what the page shows',
  async () => {
    expect(blocks('sh')).toContain('http://127.0.0.1:8080')
    const script = blocks('sh').replace('http://127.0.0.1:8080', url)
    const run = promisify(execFile)
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script])
    expect(stdout).toBe(blocks('text'))
  },
  TIMEOUT_MS,
)
