// How the reply of an endpoint becomes text: nothing leaves that its shape does not declare. Client
// programs were written against recorded replies, whose fields stand in a known order. The serialiser
// writes required fields before optional ones; from the first optional field on none is called
// required here, so that fields are written as they are declared. Looking through texts for what JSON
// escapes is a third of its work, so it is spared where there can be none.

import compile from 'fast-json-stringify'
import type { Endpoint } from '../../../kernel/endpoint.ts'

/** The serialiser's word for a text that is written as it is. */
const PLAIN = 'unsafe'

export type Serialize = (body: unknown) => string

/** Compiled once for each endpoint. */
export function serializerOf({
  reply: shape,
  replies,
  status,
}: Pick<Endpoint, 'reply' | 'replies' | 'status'>): Serialize {
  if (status === 204) return () => ''
  return replies ? String : compile(inDeclaredOrder(shape), { ajv: { formats: { [PLAIN]: true } } })
}

export function contentTypeOf({ replies }: Pick<Endpoint, 'replies'>): string {
  return `${replies ?? 'application/json'}; charset=utf-8`
}

type Shape = Readonly<Record<string, unknown>>

/** The same shape for the serialiser, which writes its fields in the order of their declaration. */
export function inDeclaredOrder(shape: object): object {
  const { properties, required, ...rest } = shape as Shape
  const inner = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, ordered(value)]),
  )
  if (properties === undefined) return isPlain(inner) ? { ...inner, format: PLAIN } : inner
  const names = Object.keys(properties as object)
  const isRequired = (name: string) => ((required ?? []) as string[]).includes(name)
  const firstOptional = names.findIndex((name) => !isRequired(name))
  return {
    ...inner,
    properties: Object.fromEntries(
      Object.entries(properties as Shape).map(([name, field]) => [name, ordered(field)]),
    ),
    required: firstOptional < 0 ? names : names.slice(0, firstOptional),
  }
}

/**
 * Whether it can hold nothing that JSON escapes: then it is written as it is. That a field holds what
 * its shape says is what every test looks at (test/support/shapes.ts).
 */
function isPlain({ type, format, enum: values }: Shape): boolean {
  const isListed =
    Array.isArray(values) && values.every((each) => JSON.stringify(each) === `"${each}"`)
  return type === 'string' && (format === 'uuid' || isListed)
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  return value !== null && typeof value === 'object' ? inDeclaredOrder(value) : value
}
