// The JavaScript of all pages together, compressed, so that the console opens at once also over a slow connection.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { buildConsole } from './build.ts'

const BYTES_MAX = 260_000

it('the console has at most 260 kB of compressed JavaScript, and pages without inline code', async () => {
  const outDir = mkdtempSync(join(tmpdir(), 'godwit-console-'))
  try {
    await buildConsole(outDir)
    const scripts = readdirSync(join(outDir, 'assets')).filter((name) => name.endsWith('.js'))
    const bytes = scripts
      .map((name) => gzipSync(readFileSync(join(outDir, 'assets', name))).length)
      .reduce((sum, each) => sum + each, 0)
    expect(bytes).toBeGreaterThan(50_000)
    expect(bytes).toBeLessThanOrEqual(BYTES_MAX)
    for (const page of ['index.html', 'operator.html']) {
      const html = readFileSync(join(outDir, page), 'utf8')
      expect(html).not.toMatch(/<script(?![^>]* src=)|<style|style=|https?:|data:/)
    }
  } finally {
    rmSync(outDir, { recursive: true })
  }
}, 60_000)
