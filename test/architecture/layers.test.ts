// Design rule 1: imports go down, and through the door. Modules know nothing of the machine.

import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { layers } from '../../src/layers.ts'
import { file, modules, type SourceFile, sourceFiles } from './source.ts'

const layerOf = new Map<string, number>(
  layers.flatMap((names, layer) => names.map((name) => [name, layer] as const)),
)

/** What the roof gathers from the modules. */
const GATHERED = [
  'index.ts',
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

/** Sentences about imports that climb, enter by the window, or leave the building. */
function faultsOf(from: SourceFile): string[] {
  return importsOf(from).flatMap(({ to }) => {
    if (!to.startsWith('.')) return outsideFault(from, to) ?? []
    const target = posix.join(posix.dirname(from.path), to)
    return insideFault(from, target) ?? []
  })
}

function insideFault(from: SourceFile, target: string): string | undefined {
  if (target.startsWith('..')) return `${from.path} leaves src for ${target}`
  const { module: to } = file(target, '')
  if (to === from.module || target === 'layers.ts') return undefined
  const above = layerOf.get(from.module)
  const below = layerOf.get(to)
  if (above === undefined) return `${from.path} is on no layer`
  if (below === undefined) return `${from.path} imports from ${to}, which is on no layer`
  if (below >= above) return `${from.path} climbs to ${to}`
  if (to === 'kernel') return undefined
  const name = target.slice(to.length + 1)
  if (name === 'index.ts' || (from.module === 'app' && GATHERED.includes(name))) return undefined
  return `${from.path} enters ${to} by the window (${name})`
}

/** What of the machine a module may use; the roof and the kernel's door to the database may use all. */
const PURE = new Set(['node:crypto', 'node:util', 'node:net', 'node:assert/strict'])
/** Adapters: they are given to use cases, or run where no transaction is open. */
const ADAPTERS: Readonly<Record<string, readonly string[]>> = {
  'quotes/rates/ecb.ts': ['node:fs/promises'],
  'webhooks/deliveries/deliver.ts': ['node:timers/promises'],
  'kernel/database/driver.ts': ['pg'],
}
const MACHINE = /^(?:node:|pg$|fastify|pino|undici)/

function outsideFault({ path, module }: SourceFile, to: string): string | undefined {
  if (module === 'app' || !MACHINE.test(to) || PURE.has(to)) return undefined
  if (ADAPTERS[path]?.includes(to)) return undefined
  return `${path} knows ${to}`
}

describe('layers', () => {
  it('imports of src go down and through the door', () => {
    expect(sourceFiles.flatMap(faultsOf)).toEqual([])
  })

  it('every folder of src is on a layer, once', () => {
    const names: readonly string[] = layers.flat()
    expect(modules.filter((name) => !names.includes(name))).toEqual([])
    expect(new Set(names).size).toBe(names.length)
  })

  it('every adapter that is let through still needs it', () => {
    const stale = Object.entries(ADAPTERS).filter(([path, names]) =>
      names.some(
        (name) => !sourceFiles.find((each) => each.path === path)?.text.includes(`'${name}'`),
      ),
    )
    expect(stale).toEqual([])
  })

  it.each([
    ['ledger/x.ts', `import { a } from '../transfers/index.ts'`, 'climbs to transfers'],
    ['transfers/x.ts', `import { a } from '../conversions/index.ts'`, 'climbs to conversions'],
    ['kernel/x.ts', `import type { A } from '../ledger/index.ts'`, 'climbs to ledger'],
    [
      'transfers/x.ts',
      `import { a } from '../quotes/store.ts'`,
      'enters quotes by the window (store.ts)',
    ],
    [
      'transfers/x.ts',
      `import * as a from '../quotes/api.ts'`,
      'enters quotes by the window (api.ts)',
    ],
    ['corridors/forms/x.ts', `export { a } from '../../users/index.ts'`, 'climbs to users'],
    [
      'app/x.ts',
      `import { a } from '../quotes/store.ts'`,
      'enters quotes by the window (store.ts)',
    ],
    [
      'app/x.ts',
      `const a = await import('../quotes/model.ts')`,
      'enters quotes by the window (model.ts)',
    ],
    [
      'quotes/x.ts',
      `import { a } from '../../test/support/service.ts'`,
      'leaves src for ../test/support/service.ts',
    ],
    ['quotes/x.ts', `import fastify from 'fastify'`, 'knows fastify'],
    ['quotes/x.ts', `import { readFileSync } from 'node:fs'`, 'knows node:fs'],
    ['misc/x.ts', `import { a } from '../quotes/index.ts'`, 'is on no layer'],
  ])('catches %s: %s', (path, text, says) => {
    expect(faultsOf(file(path, text))).toEqual([`${path} ${says}`])
  })

  it.each([
    ['transfers/x.ts', `import { a } from '../quotes/index.ts'`],
    ['transfers/x.ts', `import { a } from '../kernel/db.ts'`],
    ['transfers/x.ts', `import { a } from './store.ts'`],
    ['corridors/forms/x.ts', `import { a } from '../routes/index.ts'`],
    ['app/x.ts', `import * as a from '../quotes/api.ts'`],
    ['app/x.ts', `import fastify from 'fastify'`],
  ])('lets %s pass: %s', (path, text) => {
    expect(faultsOf(file(path, text))).toEqual([])
  })
})
