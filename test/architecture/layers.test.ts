// Modules import only from lower layers (src/layers.ts), and from modules other than `kernel` only through index.ts; `app`
// also imports the files of declarations. Only `app` and adapters use the database driver, HTTP libraries and modules of
// Node.js that do more than compute.

import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { layers } from '../../src/layers.ts'
import { file, modules, type SourceFile, sourceFiles } from './source.ts'

const layerOf = new Map<string, number>(
  layers.flatMap((names, layer) => names.map((name) => [name, layer] as const)),
)

/** Files of a module that `app` imports directly, because they contain declarations. */
const DECLARATION_FILES = [
  'api.ts',
  'events.ts',
  'security-events.ts',
  'settings.ts',
  'states.ts',
  'sweeps.ts',
  'timers.ts',
]

type Import = { readonly from: SourceFile; readonly to: string }

function importsOf(from: SourceFile): Import[] {
  const found = from.text.matchAll(/(?:^|\s)(?:from|import)\s*\(?\s*'([^']+)'/g)
  return [...found].map(([, to = '']) => ({ from, to }))
}

/** Messages about imports that break the layer order, bypass index.ts or leave src. */
function faultsOf(from: SourceFile): string[] {
  return importsOf(from).flatMap(({ to }) => {
    if (!to.startsWith('.')) return outsideFault(from, to) ?? []
    const target = posix.join(posix.dirname(from.path), to)
    return insideFault(from, target) ?? []
  })
}

function insideFault(from: SourceFile, target: string): string | undefined {
  if (target.startsWith('..')) return `${from.path} imports from outside src: ${target}`
  const { module: to } = file(target, '')
  if (to === from.module || target === 'layers.ts') return undefined
  const above = layerOf.get(from.module)
  const below = layerOf.get(to)
  if (above === undefined) return `${from.path} is in no layer`
  if (below === undefined) return `${from.path} imports from ${to}, which is in no layer`
  if (below >= above) return `${from.path} imports ${to}, which is not in a lower layer`
  if (to === 'kernel') return undefined
  const name = target.slice(to.length + 1)
  if (name === 'index.ts' || (from.module === 'app' && DECLARATION_FILES.includes(name)))
    return undefined
  return `${from.path} imports ${to} past index.ts (${name})`
}

/**
 * Node.js modules that any module may import, because they only compute: `node:net` for `isIP`, not for connections. `app`
 * and adapters may import others.
 */
const ALLOWED_ANYWHERE = new Set(['node:crypto', 'node:util', 'node:net', 'node:zlib'])
/** Adapters: use cases receive them as arguments, or they run outside of transactions. */
const ADAPTERS: Readonly<Record<string, readonly string[]>> = {
  'quotes/rates/ecb.ts': ['node:fs/promises'],
  'webhooks/deliveries/deliver.ts': ['node:timers/promises'],
  'kernel/database/driver.ts': ['pg'],
}
/** Node.js, the database driver and the HTTP libraries. */
const RESTRICTED = /^(?:node:|pg$|fastify|pino|undici)/

function outsideFault({ path, module }: SourceFile, to: string): string | undefined {
  if (module === 'app' || !RESTRICTED.test(to) || ALLOWED_ANYWHERE.has(to)) return undefined
  if (ADAPTERS[path]?.includes(to)) return undefined
  return `${path} must not import ${to}`
}

describe('layers', () => {
  it('imports in src go to lower layers, and through index.ts or, from app, to files of declarations', () => {
    expect(sourceFiles.flatMap(faultsOf)).toEqual([])
  })

  it('every folder of src is in exactly one layer, and every name in a layer is a folder', () => {
    const names: readonly string[] = layers.flat()
    expect(names.toSorted()).toEqual(modules.toSorted())
  })

  it('every allowed import of an adapter still exists', () => {
    const stale = Object.entries(ADAPTERS).filter(([path, names]) =>
      names.some(
        (name) => !sourceFiles.find((each) => each.path === path)?.text.includes(`'${name}'`),
      ),
    )
    expect(stale).toEqual([])
  })

  it.each([
    [
      'ledger/x.ts',
      `import { a } from '../transfers/index.ts'`,
      'imports transfers, which is not in a lower layer',
    ],
    [
      'transfers/x.ts',
      `import { a } from '../conversions/index.ts'`,
      'imports conversions, which is not in a lower layer',
    ],
    [
      'kernel/x.ts',
      `import type { A } from '../ledger/index.ts'`,
      'imports ledger, which is not in a lower layer',
    ],
    [
      'transfers/x.ts',
      `import { a } from '../quotes/store.ts'`,
      'imports quotes past index.ts (store.ts)',
    ],
    [
      'transfers/x.ts',
      `import * as a from '../quotes/api.ts'`,
      'imports quotes past index.ts (api.ts)',
    ],
    [
      'corridors/forms/x.ts',
      `export { a } from '../../users/index.ts'`,
      'imports users, which is not in a lower layer',
    ],
    [
      'app/x.ts',
      `import { a } from '../quotes/store.ts'`,
      'imports quotes past index.ts (store.ts)',
    ],
    [
      'app/x.ts',
      `const a = await import('../quotes/model.ts')`,
      'imports quotes past index.ts (model.ts)',
    ],
    [
      'quotes/x.ts',
      `import { a } from '../../test/support/service.ts'`,
      'imports from outside src: ../test/support/service.ts',
    ],
    ['quotes/x.ts', `import fastify from 'fastify'`, 'must not import fastify'],
    ['quotes/x.ts', `import { readFileSync } from 'node:fs'`, 'must not import node:fs'],
    ['misc/x.ts', `import { a } from '../quotes/index.ts'`, 'is in no layer'],
  ])('reports %s: %s', (path, text, message) => {
    expect(faultsOf(file(path, text))).toEqual([`${path} ${message}`])
  })

  it.each([
    ['transfers/x.ts', `import { a } from '../quotes/index.ts'`],
    ['transfers/x.ts', `import { a } from '../kernel/db.ts'`],
    ['transfers/x.ts', `import { a } from './store.ts'`],
    ['corridors/forms/x.ts', `import { a } from '../routes/index.ts'`],
    ['app/x.ts', `import * as a from '../quotes/api.ts'`],
    ['app/x.ts', `import fastify from 'fastify'`],
  ])('allows %s: %s', (path, text) => {
    expect(faultsOf(file(path, text))).toEqual([])
  })
})
