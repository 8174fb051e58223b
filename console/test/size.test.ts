// What a browser loads: little JavaScript, so that the console opens fast even over a slow connection, and no inline code.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { OPERATIONS } from '../../sdk/src/generated/client.ts'
import { root } from '../../test/architecture/source.ts'
import { NAVIGATION } from '../src/navigation.ts'
import { buildConsole } from './build.ts'

/** The limit that console/README.md states. */
const BYTES_MAX = 260_000

const outDir = mkdtempSync(join(tmpdir(), 'godwit-console-'))
const builtAssets = (pattern: RegExp) =>
  readdirSync(join(outDir, 'assets')).filter((name) => pattern.test(name))
const readBuilt = (name: string) => readFileSync(join(outDir, name), 'utf8')
beforeAll(() => buildConsole(outDir), 60_000)
afterAll(() => rmSync(outDir, { recursive: true }))

it(`the console has at most ${BYTES_MAX} bytes of compressed JavaScript`, () => {
  const scripts = builtAssets(/\.js$/)
  const bytes = scripts
    .map((name) => gzipSync(readBuilt(join('assets', name))).length)
    .reduce((sum, each) => sum + each, 0)
  // Fewer bytes would mean that the build is incomplete, and the limit would then prove nothing.
  expect(bytes).toBeGreaterThan(50_000)
  expect(bytes).toBeLessThanOrEqual(BYTES_MAX)
})

it('the build contains every operation of the SDK, without the accepted tokens and the header of correlation ids', () => {
  const scripts = builtAssets(/\.js$/)
  const code = scripts.map((name) => readBuilt(join('assets', name))).join()
  const absent = Object.keys(OPERATIONS).filter((name) => !code.includes(`${name}:{id:`))
  expect(absent).toEqual([])
  const source = readFileSync(join(root, 'sdk/src/generated/client.ts'), 'utf8')
  for (const unused of ['userToken', 'X-External-Correlation-Id']) {
    // Otherwise a renamed field would prove nothing.
    expect(source).toContain(unused)
    expect(code).not.toContain(unused)
  }
})

it.each(['index.html', 'operator.html'])(
  '%s has no inline code and names no other host',
  (page) => {
    expect(readBuilt(page)).not.toMatch(/<script(?![^>]* src=)|<style|style=|https?:|data:/)
  },
)

it('each group of pages has one script, which neither index.html nor another group loads', () => {
  const groups = Object.keys(NAVIGATION).map((title) => title.toLowerCase())
  const fileOfGroup = new RegExp(`\\b(${groups.join('|')})-[^"]*\\.js`)
  const scripts = builtAssets(/\.js$/)
  const built = scripts.filter((name) => fileOfGroup.test(name))
  expect(built).toHaveLength(groups.length)
  expect(readBuilt('index.html')).not.toMatch(fileOfGroup)
  for (const name of built) {
    const imported = [...readBuilt(join('assets', name)).matchAll(/from"\.\/([^"]+)"/g)]
    expect(imported.length, name).toBeGreaterThan(0)
    expect(
      imported.filter(([, file = '']) => fileOfGroup.test(file)),
      name,
    ).toEqual([])
  }
})

it('operator.html loads neither the router and the live feed of the sandbox nor a group of pages', () => {
  const titles = Object.keys(NAVIGATION).map((title) => title.toLowerCase())
  const sandboxFile = new RegExp(`/(shell|${titles.join('|')})-[^"]*\\.js`)
  expect(readBuilt('index.html')).toMatch(sandboxFile)
  expect(readBuilt('operator.html')).not.toMatch(sandboxFile)
})

it('each script and style sheet has a compressed copy', () => {
  const names = builtAssets(/\.(js|css)$/)
  expect(names.length).toBeGreaterThan(0)
  for (const name of names)
    expect(gunzipSync(readFileSync(join(outDir, 'assets', `${name}.gz`))).toString(), name).toBe(
      readBuilt(join('assets', name)),
    )
})
