// `npm run lockfile`, to run after adding a dependency: removes Node.js version ranges of dependencies from
// package-lock.json that exclude Node 20. The service runs on the Node 26 of its node_modules, so the
// warnings of `npm ci` under Node 20 would be wrong.

import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

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
  return !range.split('||').some((alternative) => {
    // Every comparator of an alternative must match.
    const intervals = comparatorsOf(alternative).map(intervalOf)
    const from = Math.max(positionOf(OLDEST_NODE_MAJOR), ...intervals.map((each) => each.from))
    const until = Math.min(
      positionOf(OLDEST_NODE_MAJOR + 1),
      ...intervals.map((each) => each.until),
    )
    return from < until
  })
}

/** An operator and the numbers of a version. A number is undefined where the range leaves it open, as `x`, `*` or not at all. */
type Comparator = {
  readonly operator: string
  readonly major: number | undefined
  readonly minor: number | undefined
  readonly patch: number | undefined
}

const HYPHEN_RANGE = /(\S+)\s+-\s+(\S+)/
const PRERELEASE_OR_BUILD = /[-+][\w.+-]+/g
const COMPARATOR = /([\^~]|[<>]?=?)\s*v?(\d+|[xX*])(?:\.(\d+|[xX*]))?(?:\.(\d+|[xX*]))?/g

function comparatorsOf(alternative: string): Comparator[] {
  const simple = alternative.replace(HYPHEN_RANGE, '>=$1 <=$2').replace(PRERELEASE_OR_BUILD, '')
  return [...simple.matchAll(COMPARATOR)].map(([, operator = '', ...texts]) => {
    const [major, minor, patch] = texts.map((text = '*') =>
      /^\d/.test(text) ? Number(text) : undefined,
    )
    return { operator, major, minor, patch }
  })
}

/** A number that orders versions. The minor and the patch number of a version of Node.js are below 1,000. */
const positionOf = (major = 0, minor = 0, patch = 0) => (major * 1_000 + minor) * 1_000 + patch

/** The positions of the versions that match a comparator. `until` does not match. */
function intervalOf({ operator, major, minor, patch }: Comparator): {
  from: number
  until: number
} {
  if (major === undefined) return { from: 0, until: Infinity }
  const first = positionOf(major, minor, patch)
  const nextMajor = positionOf(major + 1)
  const nextMinor = minor === undefined ? nextMajor : positionOf(major, minor + 1)
  const next = patch === undefined ? nextMinor : first + 1
  switch (operator) {
    case '>=':
      return { from: first, until: Infinity }
    case '>':
      return { from: next, until: Infinity }
    case '<':
      return { from: 0, until: first }
    case '<=':
      return { from: 0, until: next }
    case '^':
      return { from: first, until: nextMajor }
    case '~':
      return { from: first, until: nextMinor }
    default:
      return { from: first, until: next }
  }
}

if (import.meta.main) {
  const lockfile = readLockfile()
  for (const each of Object.values(lockfile.packages))
    if (each.engines?.node !== undefined && excludesOldestNode(each.engines.node))
      delete each.engines
  writeFileSync(path, `${JSON.stringify(lockfile, undefined, 2)}\n`)
}
