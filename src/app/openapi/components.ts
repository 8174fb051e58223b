// The named schemas of the description. A schema that declares a `title` is published once, under
// that name, and every use of it becomes a reference.

import type { TSchema } from 'typebox'
import { type Place, publish, type Shape } from './shapes.ts'

const NAME = /^[A-Z][A-Za-z0-9]*$/

type Component = {
  readonly shape: Shape
  readonly text: string
  readonly descriptions: Set<string>
}

export type Components = {
  /** The published form of a schema: a reference where the schema has a name. */
  publish(schema: TSchema | Shape, place: Place): Shape
  /** All schemas that were referred to, by name. */
  schemas(): Readonly<Record<string, Shape>>
}

export function createComponents(): Components {
  const components = new Map<string, Component>()
  return {
    publish: (schema, place) =>
      publish(schema, place, (name, shape) => refer(components, name, shape)),
    schemas: () => {
      const sorted = [...components].sort(([a], [b]) => (a < b ? -1 : 1))
      return Object.fromEntries(sorted.map(([name, component]) => [name, describedOnce(component)]))
    },
  }
}

// A description says what the schema means where it is used, so it stands beside the reference.
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

/** A named schema has a description of its own where all its uses have the same. */
function describedOnce({ shape, descriptions }: Component): Shape {
  const [description] = descriptions
  return descriptions.size === 1 ? { description, ...shape } : shape
}

export function ref(kind: 'schemas' | 'responses' | 'parameters', name: string): Shape {
  return { $ref: `#/components/${kind}/${name}` }
}
