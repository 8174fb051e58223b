// Dependencies (D124): exact versions, a hash of every package, permissive licences, and no version range for which `npm ci` would
// warn under Node 20. Also tests the functions of `tools/audit-signatures.ts` and `tools/lockfile.ts`.

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { verdictOf } from '../../tools/audit-signatures.ts'
import { excludesOldestNode, readLockfile } from '../../tools/lockfile.ts'

const manifest = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as Record<
  'dependencies' | 'devDependencies' | 'optionalDependencies' | 'engines',
  Record<string, string>
>
const { '': root, ...locked } = readLockfile().packages
/** Downloaded packages; the other entries are workspaces and links to workspaces. */
const packages = Object.entries(locked).filter(
  ([path, { link }]) => path.includes('node_modules/') && !link,
)
const workspaces = Object.entries(locked).filter(([path]) => !path.includes('node_modules/'))

const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'PSF-2.0',
  'Unlicense',
  'Zlib',
  // Licences of data that require attribution, which is in the package.
  'CC-BY-3.0',
  'CC-BY-4.0',
])
/** MPL-2.0 is a file-level copyleft licence. Only development dependencies may have it, because they are not shipped. */
const PERMISSIVE_OR_TOOL = new Set([...PERMISSIVE, 'MPL-2.0'])

/** Packages whose manifest names no licence, with the licence of their licence file. */
const UNDECLARED: Readonly<Record<string, string>> = { 'node_modules/png-js': 'MIT' }

function isAllowed(expression: string, allowed: ReadonlySet<string>): boolean {
  // Without a parser, parentheses around a part of an expression with both operators cannot be understood. No package has such a
  // licence.
  if (/\(/.test(expression) && / and /i.test(expression) && / or /i.test(expression)) return false
  const words = expression.replace(/[()]/g, '')
  return words
    .split(/ or /i)
    .some((choice) => choice.split(/ and /i).every((licence) => allowed.has(licence.trim())))
}

describe('D124: packages', () => {
  it('D124: package.json and the workspaces of package-lock.json have exact versions', () => {
    const versions = [manifest, ...workspaces.map(([, workspace]) => workspace)].flatMap(
      ({ dependencies, devDependencies, optionalDependencies }) =>
        Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }),
    )
    const notExact = versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    expect(notExact).toEqual([])
  })

  it('D124: package-lock.json has a sha512 hash of every package', () => {
    const withoutHash = packages.filter(
      ([, { integrity = '' }]) => !integrity.startsWith('sha512-'),
    )
    expect(withoutHash.map(([path]) => path)).toEqual([])
  })

  it('D124: every shipped package has a permissive licence; a development package may also have MPL-2.0', () => {
    const disallowed = packages.filter(
      ([path, { license = UNDECLARED[path] ?? 'none', dev }]) =>
        !isAllowed(license, dev ? PERMISSIVE_OR_TOOL : PERMISSIVE),
    )
    expect(disallowed.map(([path, { license }]) => `${path}: ${license}`)).toEqual([])
  })

  it('D124: every package in UNDECLARED is installed and names no licence', () => {
    const needless = Object.keys(UNDECLARED).filter(
      (path) => !packages.some(([name, { license }]) => name === path && license === undefined),
    )
    expect(needless).toEqual([])
  })

  it.each([
    ['MIT', true],
    ['MIT OR GPL-3.0', true],
    ['(ISC AND CC-BY-3.0)', true],
    ['MIT AND GPL-3.0', false],
    ['GPL-3.0 AND (ISC OR MIT)', false],
    ['AGPL-3.0', false],
    ['none', false],
  ])('D124: isAllowed(%s) is %s', (expression, allowed) => {
    expect(isAllowed(expression, PERMISSIVE)).toBe(allowed)
  })

  it('D124: package-lock.json has no version range that excludes Node 20, for which npm ci would warn there (`npm run lockfile` removes such ranges)', () => {
    const excluding = packages.filter(
      ([, { engines }]) => engines?.node && excludesOldestNode(engines.node),
    )
    expect(excluding.map(([path, { engines }]) => `${path}: ${engines?.node}`)).toEqual([])
  })

  it('D124: package.json and package-lock.json allow Node 20 and later', () => {
    expect([manifest.engines['node'], root?.engines?.node]).toEqual(['>=20', '>=20'])
  })

  it.each([
    ['>=22', true],
    ['^22.12.0 || ^24.0.0 || >=26.0.0', true],
    ['>= 18', false],
    ['^20.19.0 || >=22.12.0', false],
    ['20.x', false],
    ['*', false],
    ['', false],
    ['18 || 20 || >=22', false],
    ['>=18 <20', true],
    ['>=18 <20.1', false],
    ['<22 >=21', true],
    ['<=0.7.0 || >=0.7.3', false],
    ['<18 || >=22', true],
    ['>=16 || 14 >=14.17', false],
    ['>20', true],
    ['>20.4', false],
    ['<=20', false],
    ['<20.0.0', true],
    ['16 - 18', true],
    ['16 - 20', false],
    ['~20.9', false],
    ['^18.20.0-rc.20', true],
    ['6.* || 8.* || >= 10.*', false],
    ['v20.11.1', false],
  ])('D124: excludesOldestNode(%j) is %s', (range, excludes) => {
    expect(excludesOldestNode(range)).toBe(excludes)
  })

  it.each([
    [0, 'audited 180 packages\n180 packages have verified registry signatures', 'verified'],
    [1, '1 package has an invalid registry signature:\nx@1.0.0', 'invalid'],
    [
      1,
      '2 packages have missing registry signatures but the registry is providing signing keys',
      'invalid',
    ],
    [1, 'npm error network request to https://tuf-repo-cdn.sigstore.dev failed', 'unavailable'],
    [null, '', 'unavailable'],
  ] as const)(
    'D124: exit code %s of npm audit signatures with the output %j means: %s',
    (code, output, verdict) => {
      expect(verdictOf(code, output)).toBe(verdict)
    },
  )
})
