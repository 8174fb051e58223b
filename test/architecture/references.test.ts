// Documents and comments name files; a file that was moved or removed must not leave its old name behind.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import jsTokens from 'js-tokens'
import { describe, expect, it } from 'vitest'
import { root } from './source.ts'

const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
const known = new Set(files)
const names = new Set(files.map((path) => posix.basename(path)))

/** Names of files of the project: `quotes/model.ts`. */
const REFERENCE = /(?<![\w/@.<>*-])(?:[\w.-]+\/)*[\w-]+(?:\.test)?\.(?:ts|md|sql|tsv)(?![\w-])/g

/** A decision by its number: `decision 0011`. */
const DECISION = /(?<=\bdecisions? )\d{4}\b/g
const decisions = new Set(
  files.flatMap((path) => path.match(/^docs\/decisions\/(\d{4})-/)?.[1] ?? []),
)

function textsOf(path: string, text: string): readonly string[] {
  if (path.endsWith('.md')) return [text.replace(/```[\s\S]*?```/g, '')]
  return [...jsTokens(text)]
    .filter(({ type }) => type.endsWith('Comment'))
    .map(({ value }) => value)
}

/** Sentences about files that do not exist, from where they are named or from src/ or the root. */
function danglingReferencesOf(path: string, text: string): string[] {
  const folder = posix.dirname(path)
  const texts = textsOf(path, text)
  const named = texts.flatMap((each) => each.match(REFERENCE) ?? [])
  const numbered = texts.flatMap((each) => each.match(DECISION) ?? [])
  const dangling = [
    ...named.filter((reference) => !exists(folder, reference)),
    ...numbered.filter((number) => !decisions.has(number)),
  ]
  return [...new Set(dangling)].map((reference) => `${path} names ${reference}`)
}

function exists(folder: string, reference: string): boolean {
  if (!reference.includes('/')) return names.has(reference)
  return ['', 'src', 'test', folder].some((base) => known.has(posix.join(base, reference)))
}

const checked = files.filter(
  (path) =>
    /\.(?:ts|md)$/.test(path) &&
    !path.startsWith('docs/printed/') &&
    !path.startsWith('test/architecture/'),
)

describe('references', () => {
  it('every file that a document or a comment names exists', () => {
    const found = checked.flatMap((path) =>
      danglingReferencesOf(path, readFileSync(`${root}/${path}`, 'utf8')),
    )
    expect(found).toEqual([])
  })

  it.each([
    ['docs/x.md', 'See `kernel/gone.ts`.', 'kernel/gone.ts'],
    ['docs/x.md', 'See [the record](decisions/0099-gone.md).', 'decisions/0099-gone.md'],
    ['src/quotes/x.ts', '// The rule is in gone.ts.', 'gone.ts'],
    ['docs/x.md', 'As measured (decision 0099).', '0099'],
  ])('finds a violation in %s: %s', (path, text, reference) => {
    expect(danglingReferencesOf(path, text)).toEqual([`${path} names ${reference}`])
  })

  it.each([
    [
      'docs/x.md',
      'See `kernel/money.ts` and [the record](decisions/0001-one-statement-per-write.md).',
    ],
    ['src/quotes/x.ts', '// The rule is in model.ts, the path in src/layers.ts.'],
    ['docs/x.md', 'As measured (decision 0011), with 0099 rows.'],
    ['src/quotes/x.ts', "import { gone } from './gone.ts'"],
  ])('lets pass in %s: %s', (path, text) => {
    expect(danglingReferencesOf(path, text)).toEqual([])
  })
})
