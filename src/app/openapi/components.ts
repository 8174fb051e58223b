// The named schemas of the OpenAPI document. A schema with a `title` is published under that name, and every use of it
// becomes a reference.

import type { TSchema } from 'typebox'
import { type Position, publish, type Shape } from './shapes.ts'

const NAME = /^[A-Z][A-Za-z0-9]*$/

type Component = {
  readonly shape: Shape
  /** The JSON of `shape`, which every schema of the same name must have. */
  readonly text: string
  /** The different descriptions of its uses. */
  readonly descriptions: Set<string>
}

export type Components = {
  /** The published form of a schema: a reference when the schema has a name. */
  publish(schema: TSchema | Shape, position: Position): Shape
  /** All schemas that were referred to, by name. */
  schemas(): Readonly<Record<string, Shape>>
}

export function createComponents(): Components {
  const components = new Map<string, Component>()
  return {
    publish: (schema, position) =>
      publish(schema, position, (name, shape) => refer(components, name, shape)),
    schemas: () => {
      const sorted = [...components].sort(([a], [b]) => (a < b ? -1 : 1))
      return Object.fromEntries(
        sorted.map(([name, component]) => [name, withSharedDescription(component)]),
      )
    },
  }
}

// A description is about one use of the schema, so it is written next to the reference.
function refer(
  components: Map<string, Component>,
  name: string,
  { description, ...shape }: Shape,
): Shape {
  if (!NAME.test(name)) throw new Error(`the schema name ${name} is not in PascalCase`)
  const text = JSON.stringify(shape)
  const component = components.get(name) ?? { shape, text, descriptions: new Set<string>() }
  if (component.text !== text) throw new Error(`two different schemas are called ${name}`)
  components.set(name, component)
  if (typeof description === 'string') component.descriptions.add(description)
  return { ...ref('schemas', name), ...(description !== undefined && { description }) }
}

/** Adds the description to the schema itself when all uses that have a description have the same one. */
function withSharedDescription({ shape, descriptions }: Component): Shape {
  const [description] = descriptions
  return descriptions.size === 1 ? { description, ...shape } : shape
}

export function ref(kind: 'schemas' | 'responses' | 'parameters', name: string): Shape {
  return { $ref: `#/components/${kind}/${name}` }
}
