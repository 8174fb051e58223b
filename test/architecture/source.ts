// The source as the house rules see it: files with their text. Rules are functions of such files, so
// that each can be shown a violation made for it.

import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export type SourceFile = {
  /** From src/, such as `transfers/store.ts`. */
  readonly path: string
  /** The folder in src/ it belongs to; main.ts and layers.ts belong to the roof. */
  readonly module: string
  readonly text: string
}

export const root = fileURLToPath(new URL('../..', import.meta.url))
const src = `${root}/src`

export function file(path: string, text: string): SourceFile {
  const [module = ''] = path.split('/')
  return { path, module: path.includes('/') ? module : 'app', text }
}

/** Every TypeScript file of src/ that is no test. */
export const sourceFiles: readonly SourceFile[] = readdirSync(src, { recursive: true })
  .map((path) => String(path).replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts') && !path.includes('/test/'))
  .sort()
  .map((path) => file(path, readFileSync(`${src}/${path}`, 'utf8')))

export const modules: readonly string[] = readdirSync(src, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort()

/** The text without comments and without what stands between quotes: only what runs. */
export function withoutWords(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|[^:'"`\\])\/\/.*$/gm, '$1')
    .replace(/'(?:[^'\\\n]|\\.)*'/g, `''`)
}
