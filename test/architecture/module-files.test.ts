// Every module has the same furniture, so that whoever knows one knows them all.

import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { modules, root } from './source.ts'

const README_LINES_MAX = 40
const API_LINES_MAX = 300

/** The roof is not a module: it gathers them. */
const furnished = modules.filter((name) => name !== 'app')

/** What a file may say of a module; an absent file is an empty text. */
type Furniture = { readonly name: string; readonly text: (file: string) => string }

function faultsOf({ name, text }: Furniture): string[] {
  const readme = text('README.md')
  const index = text('index.ts')
  return [
    ...(readme.startsWith(`# ${name}\n`) ? [] : ['README.md does not begin with its name']),
    ...(linesOf(readme) > README_LINES_MAX ? ['README.md is too long'] : []),
    ...(linesOf(text('api.ts')) > API_LINES_MAX ? ['api.ts is too long: two modules'] : []),
    ...(isDoor(index) ? [] : ['index.ts holds more than re-exports']),
  ]
}

function linesOf(text: string): number {
  return text.trimEnd().split('\n').length
}

function isDoor(index: string): boolean {
  const rest = index
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
    .replace(/export (?:type )?(?:\*(?: as \w+)?|\{[^}]*\}) from '[^']+'|export \{\}/g, '')
  return rest.trim() === ''
}

describe.each(furnished)('%s', (name) => {
  it('has its furniture', () => {
    const text = (file: string) => {
      const path = `${root}/src/${name}/${file}`
      return existsSync(path) ? readFileSync(path, 'utf8') : ''
    }
    expect(faultsOf({ name, text })).toEqual([])
  })
})

describe('the rule', () => {
  const whole: Readonly<Record<string, string>> = {
    'README.md': '# quotes\n\nOwns.\n',
    'index.ts': "// The door.\nexport { findQuote, type QuoteRow } from './store.ts'\n",
    'api.ts': '',
  }

  it.each<[Record<string, string>, string[], string]>([
    [{}, [], 'nothing is wrong'],
    [{ 'README.md': '' }, ['README.md does not begin with its name'], 'it has none'],
    [{ 'README.md': `# quotes\n${'x\n'.repeat(40)}` }, ['README.md is too long'], 'it is a book'],
    [{ 'index.ts': '' }, [], 'nobody above needs it'],
    [
      { 'index.ts': 'export const price = 1\n' },
      ['index.ts holds more than re-exports'],
      'a door is no room',
    ],
    [{ 'api.ts': 'x\n'.repeat(301) }, ['api.ts is too long: two modules'], 'design section 3'],
  ])('with %j says %j because %s', (changed, says) => {
    const files = { ...whole, ...changed }
    expect(faultsOf({ name: 'quotes', text: (file) => files[file] ?? '' })).toEqual(says)
  })
})
