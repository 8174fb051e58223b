// A folder with many files hides which files belong together. A folder with more than 15 TypeScript or JavaScript files
// besides the module files needs a reason in the nearest README: a sentence that contains "more than 15 files" and the name
// of the folder, or the word "folder" where the README is in that folder. Test folders are exempt.

import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { root, writtenCode } from './source.ts'

const FILES_MAX = 15
const REASON = /[^.]*more than 15 files[^.]*/g
const MODULE_FILES = /\/(api|index|errors|schemas|states|timers|events|sweeps|settings|store)\.ts$/
/** Exempt, because tests have one file for each operation, so their folders grow with the interface. */
const TEST_FOLDER = /(^|\/)test(\/|$)/

/** Folders with too many files besides the module files, without a reason. */
function foldersWithoutReason(
  paths: readonly string[],
  readmeOf: (folder: string) => string | undefined,
): string[] {
  const counts = new Map<string, number>()
  for (const path of paths)
    if (!MODULE_FILES.test(path)) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  return [...counts]
    .filter(([folder, count]) => count > FILES_MAX && !hasReason(folder, readmeOf))
    .map(([folder, count]) => `${folder} has ${count} files`)
}

function hasReason(folder: string, readmeOf: (folder: string) => string | undefined): boolean {
  let above = folder
  while (readmeOf(above) === undefined && above !== '.') above = dirname(above)
  const name = folder === above ? 'folder' : folder.slice(folder.lastIndexOf('/') + 1)
  return [...(readmeOf(above) ?? '').matchAll(REASON)].some(([reason]) => reason.includes(name))
}

it('a folder outside the tests with more than 15 code files besides the module files has its reason in a README', () => {
  const paths = writtenCode
    .map(({ path }) => path)
    .filter((path) => !TEST_FOLDER.test(dirname(path)))
  const readmeOf = (folder: string) => {
    const path = `${root}/${folder}/README.md`
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined
  }
  expect(paths.length).toBeGreaterThan(500)
  expect(foldersWithoutReason(paths, readmeOf)).toEqual([])
})

it('a folder with 16 files is reported, unless a sentence of the nearest README contains "more than 15 files" and the name of the folder, or the word "folder" in its README', () => {
  const paths = Array.from({ length: 16 }, (_, n) => `src/quotes/pricing/${n}.ts`)
  const withReadme = (text?: string) =>
    foldersWithoutReason([...paths, 'src/quotes/pricing/api.ts'], (folder) =>
      folder === 'src/quotes' ? text : undefined,
    )
  expect(withReadme()).toEqual(['src/quotes/pricing has 16 files'])
  expect(withReadme('There are more than 15 files in `rates`.')).toHaveLength(1)
  expect(withReadme('Prices are in `pricing`.')).toHaveLength(1)
  expect(withReadme('Prices. There are more than 15 files in `pricing`, because.')).toEqual([])
  expect(foldersWithoutReason(paths, () => 'This folder has more than 15 files.')).toEqual([])
})
