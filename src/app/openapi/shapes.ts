// What a schema of ours is in the published description, and an example of it. Our own keywords
// (kernel/wire.ts) become what they mean: an id or an amount may be a number or its text (D4).

import { dialectKeywords } from '../../kernel/dialect.ts'
import { ID_MAX } from '../../kernel/ids.ts'

export type Shape = Readonly<Record<string, unknown>>

/** Where a schema stands: the text of a path or query can hold nothing but the text of a number. */
export type Place = 'body' | 'text' | 'reply'

const ID_TEXT = '^[0-9]{1,16}$'
const AMOUNT_TEXT = '^-?[0-9]{1,40}([.][0-9]{1,40})?$'

/** What a schema that has a name is published as where it is used. */
type Refer = (name: string, shape: Shape) => Shape

/**
 * The published form of a schema. Undeclared fields of a request are tolerated, so nothing forbids them.
 * Schemas with a `title` are published through `refer`.
 */
export function publish(schema: unknown, place: Place, refer: Refer = inline): Shape {
  return published(schema, place, refer) as Shape
}

const inline: Refer = (_name, shape) => shape

function published(schema: unknown, place: Place, refer: Refer): unknown {
  if (Array.isArray(schema)) return schema.map((item) => published(item, place, refer))
  if (schema === null || typeof schema !== 'object') return schema
  const { wireId, wireAmount, additionalProperties, title, ...rest } = schema as Record<
    string,
    unknown
  >
  delete rest['wireUuid']
  delete rest['wireIdOrUuid']
  for (const keyword of dialectKeywords) delete rest[keyword]
  const kept: Record<string, unknown> = {}
  for (const [keyword, value] of Object.entries(rest))
    if (keyword !== 'examples' || (value as unknown[]).length > 0)
      kept[keyword] = isData(keyword) ? value : publishedIn(keyword, value, place, refer)
  if (additionalProperties !== undefined && additionalProperties !== false)
    kept['additionalProperties'] = published(additionalProperties, place, refer)
  if (wireId) return idShape(kept, place)
  if (wireAmount) return amountShape(kept, place)
  return typeof title === 'string' ? refer(title, kept) : kept
}

// Values of these keywords are data of the interface, whatever they look like.
function isData(keyword: string): boolean {
  return ['examples', 'const', 'enum', 'default', 'required'].includes(keyword)
}

// The names of fields are no keywords.
function publishedIn(keyword: string, value: unknown, place: Place, refer: Refer): unknown {
  if (keyword !== 'properties' && keyword !== 'patternProperties')
    return published(value, place, refer)
  return Object.fromEntries(
    Object.entries(value as object).map(([name, field]) => [name, published(field, place, refer)]),
  )
}

function idShape(kept: Shape, place: Place): Shape {
  const { type: _, ...rest } = kept
  if (place === 'text') return { type: 'integer', minimum: 0, maximum: ID_MAX, ...rest }
  return { type: ['integer', 'string'], minimum: 0, maximum: ID_MAX, pattern: ID_TEXT, ...rest }
}

function amountShape(kept: Shape, place: Place): Shape {
  const { type: _, ...rest } = kept
  if (place === 'text') return { type: 'number', ...rest }
  return { type: ['number', 'string'], pattern: AMOUNT_TEXT, ...rest }
}

/** Beyond so many fields an example shows only those that must be there or say what they look like. */
const EXAMPLE_FIELDS_MAX = 24

/**
 * A value that the schema allows, made of the examples of its fields. A field that need not be there
 * and whose list of examples is empty is left out: it does not go with the others.
 */
export function exampleOf(schema: unknown): unknown {
  const shape = schema as Shape
  for (const keyword of ['examples', 'enum'] as const) {
    const values = shape[keyword]
    if (Array.isArray(values) && values.length > 0) return values[0]
  }
  if ('const' in shape) return shape['const']
  if ('default' in shape) return shape['default']
  const choices = (shape['anyOf'] ?? shape['oneOf']) as readonly Shape[] | undefined
  if (choices !== undefined) return exampleOf(choices.find((each) => each['type'] !== 'null') ?? {})
  const parts = shape['allOf'] as readonly Shape[] | undefined
  if (parts !== undefined) return Object.assign({}, ...parts.map(exampleOf))
  return exampleOfType(shape)
}

function exampleOfType(shape: Shape): unknown {
  const { type } = shape
  if (Array.isArray(type)) {
    // What may be null and says nothing else of itself is most often null.
    if (type.includes('null')) return null
    return exampleOfType({ ...shape, type: type[0] })
  }
  switch (type) {
    case 'object':
      return exampleOfObject(shape)
    case 'array':
      return shape['items'] === undefined ? [] : [exampleOf(shape['items'])]
    case 'string':
      return exampleOfText(shape)
    case 'integer':
    case 'number':
      return Math.max(Number(shape['minimum'] ?? 0), Math.min(1, Number(shape['maximum'] ?? 1)))
    case 'boolean':
      return false
    case 'null':
      return null
    default:
      return {}
  }
}

function exampleOfObject(shape: Shape): Record<string, unknown> {
  const fields = Object.entries((shape['properties'] ?? {}) as Record<string, Shape>)
  const required = (shape['required'] ?? []) as readonly string[]
  const shown = fields.filter(
    ([name, field]) =>
      required.includes(name) ||
      (fields.length <= EXAMPLE_FIELDS_MAX ? !isLeftOut(field) : saysHowItLooks(field)),
  )
  return Object.fromEntries(shown.map(([name, field]) => [name, exampleOf(field)]))
}

function isLeftOut({ examples }: Shape): boolean {
  return Array.isArray(examples) && examples.length === 0
}

function saysHowItLooks(shape: Shape): boolean {
  return (
    !isLeftOut(shape) &&
    ['examples', 'enum', 'const', 'default'].some((keyword) => keyword in shape)
  )
}

const textOfFormat: Readonly<Record<string, string>> = {
  'date-time': '2026-11-20T10:00:00Z',
  date: '2026-11-20',
  time: '10:00:00Z',
  uuid: '3cf3dd96-903e-473a-9bb4-a5cf93450793',
  email: 'nora@example.com',
  uri: 'https://example.com/',
}

function exampleOfText(shape: Shape): string {
  const text = textOfFormat[String(shape['format'])] ?? 'text'
  const { minLength = 0, maxLength = text.length } = shape as Record<string, number>
  return text.padEnd(minLength, 'x').slice(0, Math.max(maxLength, minLength))
}
