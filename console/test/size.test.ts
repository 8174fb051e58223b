// The JavaScript of all pages together, compressed, so that the console opens at once also over a slow connection.

import { readFileSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { expect, it } from 'vitest'
import { root } from '../../test/architecture/source.ts'

const BYTES_MAX = 260_000

it('the console has at most 260 kB of compressed JavaScript, and a page without inline code', async () => {
  const outDir = await mkdtemp(join(tmpdir(), 'godwit-console-'))
  try {
    const options = {
      root: `${root}/console`,
      logLevel: 'warn',
      build: { outDir, emptyOutDir: true },
    } as const
    const { output } = (await build(options)) as Rolldown.RolldownOutput
    const scripts = output.flatMap((file) => (file.type === 'chunk' ? [file.code] : []))
    const bytes = scripts.reduce((sum, code) => sum + gzipSync(code).length, 0)
    expect(bytes).toBeGreaterThan(50_000)
    expect(bytes).toBeLessThanOrEqual(BYTES_MAX)
    const html = readFileSync(join(outDir, 'index.html'), 'utf8')
    expect(html).not.toMatch(/<script(?![^>]* src=)|<style|style=|https?:|data:/)
  } finally {
    rmSync(outDir, { recursive: true })
  }
})
