// Every module has a README.md of at most 40 lines. The index.ts of a module, if the module has one, contains only
// re-exports. No hand-written file of code has more than 300 lines, because a longer file has several subjects.

import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { modules, root, writtenCode } from './source.ts'

const README_LINES_MAX = 40
const CODE_LINES_MAX = 300

/** `app` is not a module, because it puts the modules together. */
const checkedModules = modules.filter((name) => name !== 'app')

/** A module by its file texts; a missing file is an empty text. */
type ModuleFiles = { readonly name: string; readonly text: (file: string) => string }

function faultsOf({ name, text }: ModuleFiles): string[] {
  const readme = text('README.md')
  const index = text('index.ts')
  return [
    ...(readme.startsWith(`# ${name}\n`)
      ? []
      : ['README.md must begin with "# " and the name of the module']),
    ...(linesOf(readme) > README_LINES_MAX
      ? [`README.md is longer than ${README_LINES_MAX} lines`]
      : []),
    ...(isReExportsOnly(index) ? [] : ['index.ts must contain only re-exports']),
  ]
}

function linesOf(text: string): number {
  return text.trimEnd().split('\n').length
}

function isReExportsOnly(index: string): boolean {
  const rest = index
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
    .replace(/export (?:type )?(?:\*(?: as \w+)?|\{[^}]*\}) from '[^']+'|export \{\}/g, '')
  return rest.trim() === ''
}

describe.each(checkedModules)('%s', (name) => {
  it('has a README.md that begins with its name and has at most 40 lines, and only re-exports in its index.ts, if it has one', () => {
    const text = (file: string) => {
      const path = `${root}/src/${name}/${file}`
      return existsSync(path) ? readFileSync(path, 'utf8') : ''
    }
    expect(faultsOf({ name, text })).toEqual([])
  })
})

/** Messages about files that are longer than the limit. */
function longFiles(files: Iterable<readonly [path: string, text: string]>): string[] {
  return [...files]
    .filter(([, text]) => linesOf(text) > CODE_LINES_MAX)
    .map(([path, text]) => `${path} has ${linesOf(text)} lines`)
}

it('no file of code has more than 300 lines', () => {
  expect(writtenCode.length).toBeGreaterThan(1000)
  expect(longFiles(writtenCode.map(({ path, text }) => [path, text]))).toEqual([])
})

it('a file of 301 lines is reported', () => {
  const files = [300, 301].map((lines) => [`${lines}.ts`, 'x\n'.repeat(lines)] as const)
  expect(longFiles(files)).toEqual(['301.ts has 301 lines'])
})

describe('the check of module files', () => {
  const whole: Readonly<Record<string, string>> = {
    'README.md': '# quotes\n\nOwns.\n',
    'index.ts': "// What others may use.\nexport { findQuote, type QuoteRow } from './store.ts'\n",
  }

  it.each<[Record<string, string>, string[], string]>([
    [{}, [], 'nothing is wrong'],
    [
      { 'README.md': '' },
      ['README.md must begin with "# " and the name of the module'],
      'the file is missing',
    ],
    [
      { 'README.md': `# quotes\n${'x\n'.repeat(40)}` },
      ['README.md is longer than 40 lines'],
      'it has 41 lines',
    ],
    [{ 'index.ts': '' }, [], 'a module may export nothing'],
    [
      { 'index.ts': 'export const price = 1\n' },
      ['index.ts must contain only re-exports'],
      'declarations belong to their own file',
    ],
  ])('with %j reports %j because %s', (changed, messages) => {
    const files = { ...whole, ...changed }
    expect(faultsOf({ name: 'quotes', text: (file) => files[file] ?? '' })).toEqual(messages)
  })
})
