// `npm run lockfile`, to run after adding a dependency: removes from package-lock.json the Node.js version ranges that
// exclude Node.js 20. With such a range `npm ci` under Node.js 20 warns, although the service runs on the Node.js 26 of its
// node_modules.

import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { intersects } from 'semver'

type LockedPackage = {
  readonly version?: string
  readonly license?: string
  readonly integrity?: string
  readonly dev?: boolean
  /** For a workspace: its entry in node_modules is a symbolic link. */
  readonly link?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  engines?: { readonly node?: string }
}
type Lockfile = { readonly packages: Record<string, LockedPackage> }

/** The oldest Node that may install the project (README). */
const OLDEST_NODE_MAJOR = 20
const path = fileURLToPath(new URL('../package-lock.json', import.meta.url))

export function readLockfile(): Lockfile {
  return JSON.parse(readFileSync(path, 'utf8')) as Lockfile
}

/** Whether no version of OLDEST_NODE_MAJOR is in a range of versions, such as `^22.12.0 || >=24`. */
export function excludesOldestNode(range: string): boolean {
  return !intersects(range, `${OLDEST_NODE_MAJOR}.x`)
}

if (import.meta.main) {
  const lockfile = readLockfile()
  for (const lockedPackage of Object.values(lockfile.packages)) {
    const range = lockedPackage.engines?.node
    if (range !== undefined && excludesOldestNode(range)) delete lockedPackage.engines
  }
  writeFileSync(path, `${JSON.stringify(lockfile, undefined, 2)}\n`)
}
