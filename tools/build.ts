// Compiles the package for npm into dist/: the service, the command line with the SDK, the console, and the files that they
// read at run time. Node.js does not run TypeScript inside node_modules. The folders in dist/ are those of the repository,
// so relative paths are the same in both.

import { execFile } from 'node:child_process'
import * as fs from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
const tsc = join(root, 'node_modules/.bin/tsc')
const execFileAsync = promisify(execFile)

/** The compiled files of the SDK by the name of the import, relative to dist/. */
const SDK: Readonly<Record<string, string>> = {
  '@godwit/sdk': 'sdk/src/index.js',
  '@godwit/sdk/testing': 'sdk/src/testing.js',
}

async function compile(project: string): Promise<void> {
  await execFileAsync(tsc, ['-p', join(root, project)]).catch(({ stdout, stderr }) => {
    throw new Error(`${stdout}${stderr}`)
  })
}

/** Builds the pages of the console. npm runs `prepare`, which builds them too, only after `prepack`. */
async function buildConsole(): Promise<void> {
  const { build } = await import('vite')
  await build({ root: join(root, 'console'), logLevel: 'warn' })
}

/** Copies the fonts, licences and data next to the code, the migrations and the console, but no TypeScript, tests or documents. */
async function copyAssets(): Promise<void> {
  await fs.cp(join(root, 'src'), join(dist, 'src'), {
    recursive: true,
    filter: async (path) =>
      (await fs.stat(path)).isDirectory() ? basename(path) !== 'test' : !/\.(?:ts|md)$/.test(path),
  })
  await fs.cp(join(root, 'migrations'), join(dist, 'migrations'), { recursive: true })
  await fs.cp(join(root, 'console/dist'), join(dist, 'console/dist'), { recursive: true })
}

/** The package contains the SDK, so the compiled command line imports it by a relative path. */
async function linkSdk(): Promise<void> {
  for (const name of await fs.readdir(join(dist, 'cli'), { recursive: true })) {
    if (!name.endsWith('.js')) continue
    const path = join(dist, 'cli', name)
    const text = await fs.readFile(path, 'utf8')
    const linked = text.replace(/(['"])(@godwit\/sdk(?:\/testing)?)\1/g, (_, quote, specifier) => {
      const target = relative(dirname(path), join(dist, SDK[specifier] ?? '')).replaceAll(sep, '/')
      return `${quote}${target}${quote}`
    })
    if (linked !== text) await fs.writeFile(path, linked)
  }
}

await fs.rm(dist, { recursive: true, force: true })
await buildConsole()
await compile('tsconfig.build.json')
await compile('package/tsconfig.build.json')
await copyAssets()
await linkSdk()
