// Turns a schema into its form in the OpenAPI document, and into an example. Keywords that only this project has
// (kernel/wire.ts) become standard ones: an id or an amount may be a number or its text (D4).

import { DIGITS_MAX } from '../../kernel/decimal.ts'
import { dialectKeywords } from '../../kernel/dialect.ts'
import { ID_MAX } from '../../kernel/ids.ts'

export type Shape = Readonly<Record<string, unknown>>

export const JSON_TYPE = 'application/json'

/** Which part of a message a schema describes. A parameter is in the path or the query, and always text. */
export type Position = 'body' | 'parameter' | 'reply'

/** `ID_MAX` has 16 digits. */
const ID_TEXT = '^[0-9]{1,16}$'
const AMOUNT_TEXT = `^-?[0-9]{1,${DIGITS_MAX}}([.][0-9]{1,${DIGITS_MAX}})?$`

/** Returns the schema that is published where a named schema is used: a reference, or the shape itself. */
type Refer = (name: string, shape: Shape) => Shape

/**
 * The published form of a schema. Requests may contain undeclared fields, so `additionalProperties: false` is left
 * out. Schemas with a `title`, except ids and amounts, are published through `refer`.
 */
export function publish(schema: unknown, position: Position, refer: Refer = keepInline): Shape {
  return publishValue(schema, position, refer) as Shape
}

const keepInline: Refer = (_name, shape) => shape

function publishValue(schema: unknown, position: Position, refer: Refer): unknown {
  if (Array.isArray(schema)) return schema.map((item) => publishValue(item, position, refer))
  if (schema === null || typeof schema !== 'object') return schema
  const { wireId, wireAmount, additionalProperties, title, ...rest } = withAlternatives(
    schema as Shape,
  ) as Record<string, unknown>
  delete rest['wireUuid']
  delete rest['wireIdOrUuid']
  for (const keyword of dialectKeywords) delete rest[keyword]
  const shape: Record<string, unknown> = {}
  for (const [keyword, value] of Object.entries(rest))
    if (keyword !== 'examples' || (value as unknown[]).length > 0)
      shape[keyword] = isData(keyword) ? value : publishKeyword(keyword, value, position, refer)
  if (additionalProperties !== undefined && additionalProperties !== false)
    shape['additionalProperties'] = publishValue(additionalProperties, position, refer)
  if (wireId) return idShape(shape, position)
  if (wireAmount) return amountShape(shape)
  return typeof title === 'string' ? refer(title, shape) : shape
}

/**
 * An object with `if` and `else` requires either the fields of `if` or the fields of `else`. Validation by `if` reports one
 * fault, and validation by `anyOf` one fault for each alternative. Generators of clients ignore `if`, so an `anyOf` is
 * published instead: the object with the fields of `else`, or the object with the fields of `if`.
 */
function withAlternatives(schema: Shape): Shape {
  const { if: ifSchema, else: elseSchema, properties, required, type, ...rest } = schema
  if (ifSchema === undefined || elseSchema === undefined) return schema
  const { required: ifFields } = ifSchema as RequiredFields
  const { required: elseFields } = elseSchema as RequiredFields
  const objectWith = (added: readonly string[], without: readonly string[]) => ({
    type,
    properties: Object.fromEntries(
      Object.entries(properties as object).filter(([name]) => !without.includes(name)),
    ),
    required: [...(required as readonly string[]), ...added],
  })
  return { ...rest, anyOf: [objectWith(elseFields, ifFields), objectWith(ifFields, elseFields)] }
}

type RequiredFields = { readonly required: readonly string[] }

/** Values of these keywords are data, so an object among them is not a schema. */
function isData(keyword: string): boolean {
  return ['examples', 'const', 'enum', 'default', 'required'].includes(keyword)
}

// The keys of `properties` are names of fields. A field may be named like a keyword, and must not be treated as one.
function publishKeyword(
  keyword: string,
  value: unknown,
  position: Position,
  refer: Refer,
): unknown {
  if (keyword !== 'properties' && keyword !== 'patternProperties')
    return publishValue(value, position, refer)
  const fields = Object.entries(value as object)
  return Object.fromEntries(
    fields.map(([name, field]) => [name, publishValue(field, position, refer)]),
  )
}

function idShape(shape: Shape, position: Position): Shape {
  const { type, ...rest } = shape
  if (position === 'parameter') return { type: 'integer', minimum: 0, maximum: ID_MAX, ...rest }
  const types = [
    'integer',
    'string',
    ...(Array.isArray(type) && type.includes('null') ? ['null'] : []),
  ]
  return { type: types, minimum: 0, maximum: ID_MAX, pattern: ID_TEXT, ...rest }
}

function amountShape({ type, ...rest }: Shape): Shape {
  return { type, pattern: AMOUNT_TEXT, ...rest }
}

/** The example of an object with more fields shows only fields that are required or have an example. */
const EXAMPLE_FIELDS_MAX = 24

/**
 * A value that the schema allows, made of the examples of its fields. An optional field whose list of examples is
 * empty is left out, because such a field excludes another field of the object.
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
  if (choices !== undefined)
    return exampleOf(choices.find((choice) => choice['type'] !== 'null') ?? {})
  const combined = shape['allOf'] as readonly Shape[] | undefined
  if (combined !== undefined) return Object.assign({}, ...combined.map(exampleOf))
  return exampleOfType(shape)
}

function exampleOfType(shape: Shape): unknown {
  const { type } = shape
  if (Array.isArray(type)) {
    // A nullable field without an example is null in most replies.
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
      (fields.length <= EXAMPLE_FIELDS_MAX ? !isLeftOut(field) : hasExample(field)),
  )
  return Object.fromEntries(shown.map(([name, field]) => [name, exampleOf(field)]))
}

function isLeftOut({ examples }: Shape): boolean {
  return Array.isArray(examples) && examples.length === 0
}

function hasExample(shape: Shape): boolean {
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
