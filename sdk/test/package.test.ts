// The package: its size, its dependencies, and the compilers under which it compiles.

import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { describe, expect, it } from 'vitest'

/** An older compiler takes many seconds for the whole SDK. */
const TIMEOUT_MS = 60_000

const root = new URL('../..', import.meta.url)
const pathOf = (path: string) => fileURLToPath(new URL(path, root))
const execFileAsync = promisify(execFile)

/** Lines of code, without comments and empty lines. */
function countCodeLines(text: string): number {
  return text.split('\n').filter((line) => !/^\s*(\/\/|\/?\*|$)/.test(line)).length
}

describe('the SDK', () => {
  it('has at most 400 lines of code, without the generated files and testing.ts', () => {
    const written = readdirSync(pathOf('sdk/src')).filter(
      (name) => /(?<!\.d)\.ts$/.test(name) && name !== 'testing.ts',
    )
    const lines = written.map((name) =>
      countCodeLines(readFileSync(pathOf(`sdk/src/${name}`), 'utf8')),
    )
    expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(400)
  })

  it('countCodeLines counts lines of code, and neither comments nor empty lines', () => {
    expect(countCodeLines('// why\n\n/** a\n * b\n */\nconst one = 1 // one\n')).toBe(1)
  })

  it('has no dependencies and at most 30 kB of compressed JavaScript', async () => {
    const manifest = JSON.parse(readFileSync(pathOf('sdk/package.json'), 'utf8'))
    expect(manifest.dependencies).toBeUndefined()
    const bundle = await rolldown({ input: pathOf('sdk/src/index.ts'), platform: 'browser' })
    const { output } = await bundle.generate({ minify: true, codeSplitting: false })
    expect(output[0].imports).toEqual([])
    expect(gzipSync(output[0].code).length).toBeLessThanOrEqual(30_000)
  })

  it.each([
    ['7', 'node_modules/typescript/bin/tsc'],
    ['6', 'test/compilers/typescript-6/node_modules/typescript/bin/tsc'],
    ['5.9', 'test/compilers/typescript-5.9/node_modules/typescript/bin/tsc'],
  ])(
    'compiles under TypeScript %s in strict mode, for browsers',
    async (_version, compiler) => {
      const compiled = execFileAsync(process.execPath, [
        pathOf(compiler),
        '-p',
        pathOf('sdk/tsconfig.json'),
      ])
      // A compiler that is not installed must not pass, so the test reads both outputs.
      const output = ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr
      expect(await compiled.then(output, output)).toBe('')
    },
    TIMEOUT_MS,
  )
})
