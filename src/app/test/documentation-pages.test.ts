// Runs the commands of pages in docs/ against a new sandbox each, as a reader does, and compares what they print.

import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { root } from '../../../test/architecture/source.ts'
import { type SandboxProcess, startSandbox } from './sandbox-process.ts'

const TIMEOUT_MS = 60_000
/** The code blocks of a language, joined. */
const blocksOf = (page: string, language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))]
    .map(([, text = '']) => text)
    .join('')

describe.each(['receiving-money', 'verifying-customers'])('docs/%s.md', (name) => {
  let sandbox: SandboxProcess

  beforeAll(async () => {
    sandbox = await startSandbox(inject('postgresUrl'))
  }, TIMEOUT_MS)

  afterAll(() => sandbox.stop())

  it(
    'has commands that print what the page shows',
    async () => {
      const page = readFileSync(`${root}/docs/${name}.md`, 'utf8')
      const commands = blocksOf(page, 'sh')
      expect(commands).toContain('http://127.0.0.1:8080')
      const script = commands.replace('http://127.0.0.1:8080', sandbox.url)
      const run = promisify(execFile)
      const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script])
      expect(stdout).toBe(blocksOf(page, 'text'))
    },
    TIMEOUT_MS,
  )
})
