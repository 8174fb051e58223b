// `godwit start`: starts the service as `npm start` does. The process becomes the service, so that signals reach it directly.

import { fileURLToPath } from 'node:url'
import type { Context } from '../context.ts'
import { CommandFailed } from '../failures.ts'

export type StartOptions = { readonly port?: number; readonly dataDir?: string }

const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
const entry = fileURLToPath(new URL(`../../../src/main.${extension}`, import.meta.url))
/** The option of `npm start` in package.json. */
const NODE_ARGUMENTS = ['--max-semi-space-size=64']

export function start(this: Context, { port, dataDir }: StartOptions): void {
  const env = {
    ...this.process.env,
    ...(port !== undefined && { PORT: String(port) }),
    ...(dataDir !== undefined && { GODWIT_DATA_DIR: dataDir }),
  }
  if (process.execve === undefined)
    throw new CommandFailed(
      `godwit start does not work with Node.js ${process.versions.node} on ${process.platform}. Use Node.js 26 or later on Linux or macOS.`,
    )
  process.execve(
    process.execPath,
    [process.execPath, ...NODE_ARGUMENTS, entry],
    env as NodeJS.ProcessEnv,
  )
}
