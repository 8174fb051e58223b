// Runs the commands of pages in docs/ against a new sandbox each, as a reader does, and compares what they print.

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import * as events from 'node:events'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { root } from '../../../test/architecture/source.ts'
import { cloneTemplate } from '../../../test/support/postgres.ts'

const TIMEOUT_MS = 60_000
/** The code blocks of a language, joined. */
const blocksOf = (page: string, language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))]
    .map(([, text = '']) => text)
    .join('')

describe.each(['cards', 'receiving-money', 'verifying-customers'])('docs/%s.md', (name) => {
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
    'has commands that print what the page shows',
    async () => {
      const page = readFileSync(`${root}/docs/${name}.md`, 'utf8')
      const commands = blocksOf(page, 'sh')
      expect(commands).toContain('http://127.0.0.1:8080')
      const script = commands.replace('http://127.0.0.1:8080', url)
      const run = promisify(execFile)
      const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script])
      expect(stdout).toBe(blocksOf(page, 'text'))
    },
    TIMEOUT_MS,
  )
})
