// Serialises the reply of an endpoint. Undeclared fields cannot leak, because the schema writes the JSON.
//
// Fields are written in the order of their declaration: client programs expect the order that the specification shows.
// The serialiser writes required fields before optional ones, so the schema that it gets requires no field after the
// first optional one. Escaping takes a third of the time of serialisation, so texts that need no escapes are not escaped.

import compile from 'fast-json-stringify'
import type { Endpoint } from '../../../kernel/endpoint.ts'

/** The format with which fast-json-stringify writes a text without escaping it. */
const PLAIN = 'unsafe'

export type Serialize = (body: unknown) => string

/** The serialiser is compiled with the first reply; otherwise a start would compile the serialisers of all operations. */
export function serializerOf({
  reply: shape,
  replies,
  status,
  empty,
}: Pick<Endpoint, 'reply' | 'replies' | 'status' | 'empty'>): Serialize {
  if (status === 204 || empty) return () => ''
  if (replies) return String
  let serialize: Serialize | undefined
  return (body) => {
    serialize ??= compile(inDeclaredOrder(shape), { ajv: { formats: { [PLAIN]: true } } })
    return serialize(body)
  }
}

export function contentTypeOf({ replies }: Pick<Endpoint, 'replies'>): string {
  // The characters of a JWE are ASCII, and its media type has no charset (RFC 7515 section 9.2.1).
  if (replies === 'application/jose') return replies
  return `${replies ?? 'application/json'}; charset=utf-8`
}

type Shape = Readonly<Record<string, unknown>>

/** Returns the schema with which the serialiser writes fields in the order of their declaration. */
export function inDeclaredOrder(shape: object): object {
  const { properties, required, ...rest } = shape as Shape
  const inner = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, orderFields(value)]),
  )
  if (properties === undefined) return isPlain(inner) ? { ...inner, format: PLAIN } : inner
  const names = Object.keys(properties as object)
  const isRequired = (name: string) => ((required ?? []) as string[]).includes(name)
  const firstOptional = names.findIndex((name) => !isRequired(name))
  return {
    ...inner,
    properties: Object.fromEntries(
      Object.entries(properties as Shape).map(([name, field]) => [name, orderFields(field)]),
    ),
    required: firstOptional < 0 ? names : names.slice(0, firstOptional),
  }
}

/**
 * Whether no value of this schema needs escapes. That holds only for a value that conforms to the schema, so tests compare
 * each reply with its schema (test/support/reply-shapes.ts).
 */
function isPlain({ type, format, enum: values }: Shape): boolean {
  const isListed =
    Array.isArray(values) && values.every((value) => JSON.stringify(value) === `"${value}"`)
  return type === 'string' && (format === 'uuid' || isListed)
}

function orderFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(orderFields)
  return value !== null && typeof value === 'object' ? inDeclaredOrder(value) : value
}
