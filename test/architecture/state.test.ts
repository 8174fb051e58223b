// Outside of the caches in `allowed`, no file of src declares a `let` or an empty collection at file level: several services run in
// one process, and one of them must not answer with values that another has cached. The test reads the text, so it does not find
// objects with inner state, such as a compiled validator.

import { expect, it } from 'vitest'
import { file, type SourceFile, sourceFiles } from './source.ts'

/**
 * Caches of values that are the same for every service, because they follow from the program and its data files
 * alone, and that cannot grow without limit. Nothing else may be here: a value that depends on a database, a clock or
 * settings belongs to the running service (`instanceMemory`, or a closure that `start.ts` makes).
 */
const allowed: Readonly<Record<string, string>> = {
  'app/http/pdf/text.ts': 'the fonts of the package, each at most once',
  'corridors/forms/account-forms.ts': 'the blank forms of each known currency',
  'corridors/forms/check-account.ts':
    'the fields of each declared form, by the facts of an account that change the form',
  'corridors/forms/check-field.ts': 'the values of each declared list',
  'corridors/patterns.ts': 'the compiled patterns of declared fields',
}

const STATE =
  /^(?:export )?(?:let .*|const \w+.*? = (?:new (?:Map|Set|WeakMap|WeakSet)(?:<.*>)?\(\)|\[\]|\{\})(?: as .*)?$)/gm

function stateOf({ text }: SourceFile): string[] {
  return text.match(STATE) ?? []
}

it('no file of src outside of `allowed` declares a `let` or an empty collection at file level', () => {
  const faults = sourceFiles
    .filter(({ path }) => !(path in allowed))
    .flatMap((each) => stateOf(each).map((line) => `${each.path}: ${line}`))
  expect(faults).toEqual([])
})

it.each([
  'let count = 0',
  'export let last: string | undefined',
  'const known = new Map<string, Promise<number>>()',
  'export const seen: Set<number> = new Set()',
  'const byService = new WeakMap<Reader, number>()',
  'const waiting: (() => void)[] = []',
  'const counts: Record<string, number> = {}',
])('finds the violation %s', (line) => {
  expect(stateOf(file('quotes/x.ts', `import x from 'y'\n\n${line}\n`))).toEqual([line])
})

it('constants and state inside of functions are allowed', () => {
  const text =
    "const words = new Set(['a'])\nfunction f() {\n  let n = 0\n  const m = new Map()\n}\n"
  expect(stateOf(file('quotes/x.ts', text))).toEqual([])
})

it('every allowed file still needs to be allowed', () => {
  const needless = Object.keys(allowed).filter(
    (path) => !sourceFiles.some((each) => each.path === path && stateOf(each).length > 0),
  )
  expect(needless).toEqual([])
})
