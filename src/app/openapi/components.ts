// Shapes that several operations speak stand once in the description, under a name made of the
// operation that shows one: `transfers.get` answers a Transfer.

import type { TSchema } from 'typebox'
import type { Endpoint } from '../../kernel/endpoint.ts'
import { ref } from './replies.ts'
import { exampleOf, type Place, publish, type Shape } from './shapes.ts'

export type Sharing = {
  /** The published form of a reply or body, or a reference to where it stands. */
  shape(schema: TSchema, place: Place): Shape
  example(schema: TSchema): unknown
  readonly schemas: Readonly<Record<string, Shape>>
}

type Use = { readonly id: string; readonly place: Place; readonly schema: TSchema }

export function sharingOf(endpoints: readonly Endpoint[]): Sharing {
  const named = namesOf(endpoints.flatMap(usesOf))
  const shape = (schema: TSchema, place: Place): Shape => {
    const name = named.get(keyOf(schema, place))
    return name === undefined ? unnamed(schema, place) : ref('schemas', name)
  }
  const unnamed = (schema: TSchema, place: Place): Shape => {
    const items = itemsOf(schema)
    if (items === undefined) return publish(schema, place)
    return { ...publish(schema, place), items: shape(items, place) }
  }
  return {
    shape,
    example: (schema) => exampleOf(schema),
    schemas: Object.fromEntries(
      [...named].map(([key, name]) => [name, JSON.parse(key.slice(key.indexOf(' ') + 1))]),
    ),
  }
}

/** An operation with aliases speaks its shapes once for each of its spellings. */
function usesOf({ id, body, reply, replies, status, aliases = [] }: Endpoint): Use[] {
  const uses: Use[] = []
  for (let spelling = 0; spelling <= aliases.length; spelling++) {
    if (body) uses.push({ id, place: 'body', schema: body })
    if (!replies && status !== 204)
      uses.push({ id, place: 'reply', schema: itemsOf(reply) ?? reply })
  }
  return uses.filter(({ schema }) => 'properties' in schema)
}

function itemsOf(schema: TSchema): TSchema | undefined {
  const { type, items } = schema as { type?: unknown; items?: TSchema }
  return type === 'array' && items !== undefined && 'properties' in items ? items : undefined
}

// Equal shapes are one shape, whoever declared them.
function keyOf(schema: TSchema, place: Place): string {
  return `${place === 'body' ? 'body' : 'reply'} ${JSON.stringify(publish(schema, place))}`
}

function namesOf(uses: readonly Use[]): Map<string, string> {
  const named = new Map<string, string>()
  const taken = new Set<string>()
  for (const [key, same] of Map.groupBy(uses, ({ schema, place }) => keyOf(schema, place))) {
    if (same.length < 2) continue
    const name = nameOf(same)
    const free = taken.has(name) ? `${name}${taken.size}` : name
    taken.add(free)
    named.set(key, free)
  }
  return named
}

function nameOf(uses: readonly Use[]): string {
  const best = uses.find(({ id }) => /\.get(-|$)/.test(id)) ?? uses[0]
  if (best === undefined) throw new Error('a shape without a use has no name')
  const [module = '', verb = ''] = best.id.split('.')
  if (best.place === 'body') return `${pascal(module)}${pascal(verb)}Request`
  if (verb === 'get') return pascal(singular(module))
  if (verb.startsWith('get-')) return pascal(`${singular(module)}${verb.slice('get'.length)}`)
  return `${pascal(module)}${pascal(verb)}Reply`
}

function singular(module: string): string {
  return module.replace(/ies$/, 'y').replace(/([^s])(?:es(?<=ches)|s)$/, '$1')
}

function pascal(kebab: string): string {
  return kebab
    .split(/[-_]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}
