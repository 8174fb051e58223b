// A function has at most four positional parameters; further values are fields of an object, which a call names. Only
// functions with a name count: the caller defines the parameters of a callback, such as the columns of a table of tests.

import { expect, it } from 'vitest'
import { nameOfFunction, ts, writtenCode } from './source.ts'

/** Parsing all hand-written code takes several seconds, and longer while other tests run. */
const TIMEOUT_MS = 60_000

const PARAMETERS_MAX = 4

type NamedFunction = { readonly at: string; readonly parameters: number }

function namedFunctionsOf(path: string, text: string): NamedFunction[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: NamedFunction[] = []
  const visit = (node: ts.Node): void => {
    const name = ts.isFunctionLike(node) ? nameOfFunction(node) : undefined
    if (name !== undefined) {
      const { parameters } = node as ts.SignatureDeclaration
      const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1
      found.push({ at: `${path}:${line} ${name}`, parameters: parameters.length })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function functionsWithManyParameters(files: typeof writtenCode): string[] {
  return files
    .flatMap(({ path, text }) => namedFunctionsOf(path, text))
    .filter(({ parameters }) => parameters > PARAMETERS_MAX)
    .map(({ at, parameters }) => `${at} has ${parameters} parameters`)
}

it(
  'no named function has more than four positional parameters',
  () => {
    expect(functionsWithManyParameters(writtenCode)).toEqual([])
  },
  TIMEOUT_MS,
)

it.each([
  ['function move(a, b, c, d, e) {}', 'move'],
  ['const move = (a, b, c, d, e) => {}', 'move'],
  ['const bird = { move: async (a, b, c, d, e) => {} }', 'move'],
  ['const bird = { move(a, b, c, d, e) {} }', 'move'],
  ['class Bird { move(a, b, c, d, e) {} }', 'move'],
  ['type Bird = { readonly move: (a: 1, b: 2, c: 3, d: 4, e: 5) => void }', 'move'],
])('reports %s', (text, name) => {
  expect(functionsWithManyParameters([{ path: 'a.ts', text }])).toEqual([
    `a.ts:1 ${name} has 5 parameters`,
  ])
})

it.each([
  ['function move(a, b, c, d) {}'],
  ['function move(a, { b, c, d, e }) {}'],
  ["it.each(rows)('%s', (a, b, c, d, e) => {})"],
])('allows %s', (text) => {
  expect(functionsWithManyParameters([{ path: 'a.ts', text }])).toEqual([])
})
