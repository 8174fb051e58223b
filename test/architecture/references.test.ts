// Documents, comments and imports with a query name files. When a file is moved or removed, its old name must go too.
// Sections of the specification are cited in one form, so that a search for `B 4.2` finds every place that follows it.

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

/** A decision of the specification: `D12a`. */
const SPEC_DECISION = /(?<![\w-])D\d{1,3}[a-z]?(?![\w-])/g
const specDecisions = new Set(
  [
    ...readFileSync(`${root}/docs/spec-decisions.md`, 'utf8').matchAll(/^\| (D[\w, ]+) \|/gm),
  ].flatMap(([, row = '']) => row.split(', ')),
)

function textsOf(path: string, text: string): readonly string[] {
  if (path.endsWith('.md')) return [text.replace(/```[\s\S]*?```/g, '')]
  return [...jsTokens(text)]
    .filter(({ type }) => type.endsWith('Comment'))
    .map(({ value }) => value)
}

/** Paths of imports with a query, such as `./payday.test.ts?dialect`. The type-checker checks all other imports. */
function importsWithQueryOf(text: string): readonly string[] {
  return [...jsTokens(text)]
    .filter(({ type }) => type === 'StringLiteral')
    .flatMap(({ value }) => /^['"](\.{1,2}\/[^?\s]+\.ts)\?[\w=&-]+['"]$/.exec(value)?.[1] ?? [])
}

/**
 * Messages about named files and decisions that do not exist. A path may begin at the root, in src/, in test/ or in the folder
 * of the file that names it.
 */
function danglingReferencesOf(path: string, text: string): string[] {
  const folder = posix.dirname(path)
  const texts = textsOf(path, text)
  const imported = path.endsWith('.ts') ? importsWithQueryOf(text) : []
  const named = texts.flatMap((each) => each.match(REFERENCE) ?? [])
  const numbered = texts.flatMap((each) => each.match(DECISION) ?? [])
  const specified = texts.flatMap((each) => each.match(SPEC_DECISION) ?? [])
  const dangling = [
    ...specified.filter((decision) => !specDecisions.has(decision)),
    ...named.filter((reference) => !exists(folder, reference)),
    ...numbered.filter((number) => !decisions.has(number)),
    ...imported.filter((specifier) => !known.has(posix.join(folder, specifier))),
  ]
  return [...new Set(dangling)].map((reference) => `${path} names ${reference}`)
}

function exists(folder: string, reference: string): boolean {
  if (!reference.includes('/')) return names.has(reference)
  return ['', 'src', 'test', folder].some((base) => known.has(posix.join(base, reference)))
}

/** A section as CONTRIBUTING.md does not write it: `Spec B 4.2`, or `4.7` after `B 2.6,` without its own part. */
const OTHER_FORM =
  /\b[Ss]pec\s+(?:\/\/ |\* )?[ABC]\b|\b(?:[ABC]|Facts) \d+(?:\.\d+)?(?:,| to|,? and) \d+\.\d+/g

/** Messages about sections in another form. Comments, test titles and texts of state machines cite sections. */
function otherFormsOf(path: string, text: string): string[] {
  return [...new Set(text.match(OTHER_FORM))].map((reference) => `${path} cites ${reference}`)
}

const checked = files.filter(
  (path) =>
    /\.(?:ts|md)$/.test(path) &&
    !path.startsWith('docs/printed/') &&
    !path.startsWith('sdk/src/generated/') &&
    path !== 'test/architecture/references.test.ts',
)

describe('references', () => {
  it('every file and decision exists that a document or a comment names, every decision of the specification is in docs/spec-decisions.md, and every file that an import with a query names', () => {
    const found = checked.flatMap((path) =>
      danglingReferencesOf(path, readFileSync(`${root}/${path}`, 'utf8')),
    )
    expect(found).toEqual([])
  })

  it('every section of the specification is cited as `B 4.2` or `Facts 2.3`', () => {
    // Migrations are not checked, because they are never edited.
    const found = [...checked, 'docs/coverage.tsv'].flatMap((path) =>
      otherFormsOf(path, readFileSync(`${root}/${path}`, 'utf8')),
    )
    expect(found).toEqual([])
  })

  it.each([
    ['// The rules of an address (Spec B 2.4).', 'Spec B'],
    ["describe('Spec B 4.8: the reason of a return')", 'Spec B'],
    ['| because | the window is open (Spec\n// B 3) |', 'Spec\n// B'],
    ['Open, fill and close (B 2.6, 4.7).', 'B 2.6, 4.7'],
    ['As recorded (Facts 4.1 and 4.3).', 'Facts 4.1 and 4.3'],
  ])('finds another form in %s', (text, reference) => {
    expect(otherFormsOf('src/x.ts', text)).toEqual([`src/x.ts cites ${reference}`])
  })

  it.each([
    '(B 2.6, B 4.7, D36)',
    'the specification A 2.2',
    'Facts 1.1, Facts 7',
    'B 2.6, 47 rows',
  ])('accepts %s', (text) => {
    expect(otherFormsOf('src/x.ts', text)).toEqual([])
  })

  it.each([
    ['docs/x.md', 'See `kernel/gone.ts`.', 'kernel/gone.ts'],
    ['docs/x.md', 'See [the record](decisions/0099-gone.md).', 'decisions/0099-gone.md'],
    ['src/quotes/x.ts', '// The rule is in gone.ts.', 'gone.ts'],
    ['docs/x.md', 'As measured (decision 0099).', '0099'],
    ['src/quotes/x.ts', '// The rate is locked (D999).', 'D999'],
    ['test/scenarios/x.test.ts', "import('./gone.test.ts?dialect')", './gone.test.ts'],
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
    ['test/scenarios/x.test.ts', "import('./payday.test.ts?dialect')"],
    ['test/scenarios/x.test.ts', "import('../architecture/source.ts?again')"],
  ])('accepts in %s: %s', (path, text) => {
    expect(danglingReferencesOf(path, text)).toEqual([])
  })
})
