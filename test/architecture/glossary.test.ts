// The glossary of CONTRIBUTING.md: one word for one meaning, in identifiers, comments, messages, test titles and documents.
// Names of the OpenAPI document are exempt, because clients use them.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import jsTokens from 'js-tokens'
import { describe, expect, it } from 'vitest'
import { type GlossaryEntry, glossary } from './glossary.ts'
import { root } from './source.ts'

/** Field names, parameters and values of the OpenAPI document. */
const wireNames = new Set(
  readFileSync(`${root}/docs/printed/openapi.json`, 'utf8').match(/(?<=")\w+(?=")/g),
)

/** The files that name the banned words in order to ban them. */
const DEFINITIONS = /^(?:test\/architecture\/glossary(?:\.test)?\.ts)$/
/** Files that others have written, and files printed from values that this test checks where they are declared. */
const NOT_OURS =
  /^(?:LICENSE|package-lock\.json|docs\/printed\/|sdk\/src\/generated\/|schema\.sql|.*\.(?:ttf|otf|png|xsd)$)/

type Texts = { readonly identifiers: readonly string[]; readonly prose: readonly string[] }

function textsOf(path: string, text: string): Texts {
  if (/\.tsx?$/.test(path)) return textsOfTypeScript(text, path.endsWith('.tsx'))
  if (path.endsWith('.sql')) return textsOfSql(text)
  if (path.endsWith('.md')) return { identifiers: [], prose: [withoutGlossary(text)] }
  return { identifiers: [], prose: [] }
}

function textsOfTypeScript(text: string, hasJsx: boolean): Texts {
  const identifiers: string[] = []
  const prose: string[] = []
  let before = ''
  for (const { type, value } of hasJsx ? jsTokens(text, { jsx: true }) : jsTokens(text)) {
    if (type === 'WhiteSpace' || type === 'LineTerminatorSequence') continue
    // A member that a library declares, such as `events.once`, is exempt.
    if (type === 'IdentifierName' && !(before === '.' && LIBRARY_MEMBERS.has(value)))
      identifiers.push(value)
    if (type.endsWith('Comment')) prose.push(joinLines(value))
    if (/^(?:StringLiteral|NoSubstitutionTemplate|Template)/.test(type) && isProse(value))
      prose.push(value)
    // Text and attributes on pages of the console.
    if (type === 'JSXText' || type === 'JSXString') prose.push(joinLines(value))
    before = value
  }
  return { identifiers, prose: [...prose, ...adjacentComments(text)] }
}

const LIBRARY_MEMBERS = new Set(['once', 'parts', 'place'])

/** A phrase may begin on one line of a comment and end on the next. */
function adjacentComments(text: string): string[] {
  const blocks = text.match(/(?:^[ \t]*\/\/.*\n)+/gm) ?? []
  return blocks.map((block) => joinLines(block.replace(/^[ \t]*\/\/ ?/gm, '')))
}

function joinLines(comment: string): string {
  return comment.replace(/\s*\n\s*\*? ?/g, ' ')
}

/** Messages and titles have words with a space between them; SQL has keywords. */
function isProse(value: string): boolean {
  return (
    /[a-z]+ [a-z]+/i.test(value) &&
    !/\b(?:select|insert into|update|delete from|with)\b/.test(value)
  )
}

function textsOfSql(text: string): Texts {
  const prose = text.match(/--.*$|'(?:[^']|'')*'/gm) ?? []
  const code = text.replace(/--.*$|'(?:[^']|'')*'/gm, '')
  return { identifiers: code.match(/[a-z_]\w*/gi) ?? [], prose }
}

const glossaryRows = new Set(glossary.map(({ insteadOf, use }) => `| ${insteadOf} | ${use} |`))

function withoutGlossary(markdown: string): string {
  return markdown.replace(/^\|.*\|$/gm, (row) => (glossaryRows.has(row) ? '' : row))
}

/** Messages that name the file, the banned word and what to use. */
function violationsOf(path: string, text: string): string[] {
  const { identifiers, prose } = textsOf(path, text)
  const names = [...new Set(identifiers)].filter((name) => !wireNames.has(name))
  return glossary.flatMap((entry) => [
    ...names.filter((name) => isBanned(name, entry)).map((name) => sentence(path, name, entry)),
    ...prose
      .flatMap((each) => each.match(new RegExp(entry.phrases ?? NEVER, 'gi')) ?? [])
      .map((phrase) => sentence(path, phrase, entry)),
  ])
}

const NEVER = /(?!)/

function isBanned(name: string, { words, identifiers }: GlossaryEntry): boolean {
  if (identifiers?.test(name)) return true
  if (words === undefined) return false
  const parts = name.split(/_|(?<=[a-z0-9])(?=[A-Z])/).map((word) => word.toLowerCase())
  return parts.some((word) => words.test(word))
}

function sentence(path: string, found: string, { use }: GlossaryEntry): string {
  return `${path}: "${found}" (use: ${use})`
}

const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((path) => !NOT_OURS.test(path) && !DEFINITIONS.test(path))

describe('the glossary', () => {
  it('is followed in every TypeScript, SQL and Markdown file', () => {
    const found = files.flatMap((path) =>
      violationsOf(path, readFileSync(`${root}/${path}`, 'utf8')),
    )
    expect([...new Set(found)]).toEqual([])
  })

  it('is the table in CONTRIBUTING.md', () => {
    const rows = readFileSync(`${root}/CONTRIBUTING.md`, 'utf8').match(/^\| [^|]+ \| [^|]+ \|$/gm)
    expect(rows?.slice(1)).toEqual([...glossaryRows])
  })

  it.each([
    ['src/x.ts', 'const asked = 1', '"asked" (use: input, context, events)'],
    ['src/x.ts', 'const gatheredRows = 1', '"gatheredRows" (use: batch, batched, batcher)'],
    ['src/x.ts', '// The test tells why.', '"tells" (use: returns, contains, has)'],
    [
      'src/x.ts',
      "refuse('It was outrun')",
      '"outrun" (use: approval, method, factor state, concurrent use, already used)',
    ],
    ['x.tsx', 'const a = <p>The test\n  tells why.</p>', '"tells" (use: returns, contains, has)'],
    ['x.tsx', '<a title="It knows more" />', '"knows" (use: returns, contains, has)'],
    ['src/x.ts', '// A list that\n// is none.\n', '"that is none" (use: the subject by its name)'],
    ['x.sql', 'create function drawn() -- mended', '"drawn" (use: generate (an id))'],
    [
      'x.md',
      'The house has a roof.',
      '"house" (use: App, HTTP layer, WorkerContext, EndpointDeclaration, KeyStore)',
    ],
    ['x.md', '| Test | It tells why. |', '"tells" (use: returns, contains, has)'],
    [
      'src/x.ts',
      'const houseTests = 1',
      '"houseTests" (use: App, HTTP layer, WorkerContext, EndpointDeclaration, KeyStore)',
    ],
    [
      'src/x.ts',
      'type OperatorAccount = string',
      '"OperatorAccount" (use: house account (of the ledger))',
    ],
  ])('finds a violation in %s: %s', (path, text, found) => {
    expect(violationsOf(path, text)).toContain(`${path}: ${found}`)
  })

  it.each([
    ['src/x.ts', "events.once('end')"],
    ['src/x.ts', '// A house account cannot refuse.'],
    ['src/x.ts', "type HouseAccount = 'desk' | 'fees'"],
    ['src/x.ts', "sql('select asked from told')"],
  ])('accepts in %s: %s', (path, text) => {
    expect(violationsOf(path, text)).toEqual([])
  })
})
