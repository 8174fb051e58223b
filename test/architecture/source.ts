// The source files with their text, for the architecture rules. Each rule is a function of such files, so that
// a test can call the rule with a violation.

import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
// TypeScript 7 has no stable API for syntax trees, so the rules parse with TypeScript 5.9, which the tests of the SDK install.
import ts from 'sdk-under-typescript-5.9/node_modules/typescript'

export { ts }

export type SourceFile = {
  /** The path from src/, such as `transfers/store.ts`. */
  readonly path: string
  /** The folder in src/; `app` for a file directly in src/. */
  readonly module: string
  readonly text: string
}

export const root = fileURLToPath(new URL('../..', import.meta.url))
const src = `${root}/src`

export function file(path: string, text: string): SourceFile {
  const [module = ''] = path.split('/')
  return { path, module: path.includes('/') ? module : 'app', text }
}

/** Every TypeScript file of src/ without tests. */
export const sourceFiles: readonly SourceFile[] = readdirSync(src, { recursive: true })
  .map((path) => String(path).replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts') && !path.includes('/test/'))
  .sort()
  .map((path) => file(path, readFileSync(`${src}/${path}`, 'utf8')))

/** Every hand-written file of code in the repository, with tests, tools and packages. Paths begin at the root. */
export const writtenCode: readonly { readonly path: string; readonly text: string }[] =
  execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.js', '*.mjs'], {
    cwd: root,
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
    .filter((path) => !path.includes('/generated/') && existsSync(`${root}/${path}`))
    .map((path) => ({ path, text: readFileSync(`${root}/${path}`, 'utf8') }))

export const modules: readonly string[] = readdirSync(src, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort()

/** The name of a function, or of the variable, property or field that holds the function. Undefined for a callback. */
export function nameOfFunction(node: ts.SignatureDeclaration): string | undefined {
  const named = [node, node.parent].find((each) => 'name' in each && each.name !== undefined)
  return (named as ts.NamedDeclaration | undefined)?.name?.getText()
}

/** The text without comments and without the contents of strings in single quotes. Templates keep their contents. */
export function withoutWords(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|[^:'"`\\])\/\/.*$/gm, '$1')
    .replace(/'(?:[^'\\\n]|\\.)*'/g, `''`)
}
