// A function has at most 60 lines, so that it fits on a screen. The lines of an inner function do not count for the outer
// function, and the lines of JSX do not count, because JSX is markup. Only functions with a name are checked: the callback
// of a `describe` is a list of tests.

import { expect, it } from 'vitest'
import { nameOfFunction, ts, writtenCode } from './source.ts'

/** Parsing all hand-written code takes several seconds, and longer while other tests run. */
const TIMEOUT_MS = 60_000

const LINES_MAX = 60

function longFunctions(files: typeof writtenCode): string[] {
  return files.flatMap(({ path, text }) => {
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
    const lineAt = (position: number) => file.getLineAndCharacterOfPosition(position).line
    const newlinesIn = (node: ts.Node) => lineAt(node.end) - lineAt(node.getStart())
    /** The newlines in the inner functions and the JSX of a node. */
    const excludedNewlinesIn = (node: ts.Node): number =>
      sum(
        childrenOf(node).map((each) =>
          isExcluded(each) ? newlinesIn(each) : excludedNewlinesIn(each),
        ),
      )
    const visit = (node: ts.Node): string[] => {
      const name = ts.isFunctionLike(node) ? nameOfFunction(node) : undefined
      const inside = childrenOf(node).flatMap(visit)
      if (name === undefined) return inside
      const lines = newlinesIn(node) + 1 - excludedNewlinesIn(node)
      if (lines <= LINES_MAX) return inside
      return [`${path}:${lineAt(node.getStart()) + 1} ${name} has ${lines} lines`, ...inside]
    }
    return visit(file)
  })
}

function isExcluded(node: ts.Node): boolean {
  return (
    ts.isFunctionLike(node) ||
    ts.isJsxElement(node) ||
    ts.isJsxSelfClosingElement(node) ||
    ts.isJsxFragment(node)
  )
}

function childrenOf(node: ts.Node): ts.Node[] {
  const children: ts.Node[] = []
  ts.forEachChild(node, (child) => void children.push(child))
  return children
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}

it(
  'no named function has more than 60 lines without its inner functions and JSX',
  () => {
    expect(longFunctions(writtenCode)).toEqual([])
  },
  TIMEOUT_MS,
)

const statements = (count: number) => 'x()\n'.repeat(count)

it.each([
  ['a declaration', `function fly() {\n${statements(59)}}`],
  ['a variable', `const fly = () => {\n${statements(59)}}`],
  ['a property', `const bird = { fly: () => {\n${statements(59)}} }`],
])('reports %s of 61 lines', (_, text) => {
  expect(longFunctions([{ path: 'a.ts', text }])).toEqual(['a.ts:1 fly has 61 lines'])
})

it.each([
  ['a function of 60 lines', `function fly() {\n${statements(58)}}`],
  ['a callback without a name', `describe('a bird', () => {\n${statements(90)}})`],
  [
    'a function around another',
    `function fly() {\n${statements(40)}y(() => {\n${statements(40)}})\n}`,
  ],
  ['a component with much markup', `function Bird() {\nreturn <p>\n${'<b />\n'.repeat(90)}</p>\n}`],
  [
    'a component with one element of many attributes',
    `function Bird() {\nreturn <Map\n${'a={1}\n'.repeat(90)}/>\n}`,
  ],
])('allows %s', (_, text) => {
  expect(longFunctions([{ path: 'a.tsx', text }])).toEqual([])
})
