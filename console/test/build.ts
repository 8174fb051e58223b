// Builds the console in a separate process, as `npm ci` does: in the process of the tests, NODE_ENV is `test`,
// and the build would contain the development versions of the libraries.

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { root } from '../../test/architecture/source.ts'

const run = promisify(execFile)

export async function buildConsole(outDir = 'dist'): Promise<void> {
  const { NODE_ENV: _, ...env } = process.env
  const options = ['--logLevel=warn', '--emptyOutDir', `--outDir=${outDir}`]
  await run('node_modules/.bin/vite', ['build', 'console', ...options], { cwd: root, env })
}
