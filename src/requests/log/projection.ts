// Reduces a value to the fields that its schema declares and does not mark as secret. The schema is an allow-list: a field
// that it does not declare is dropped, and so is every value whose schema declares neither fields, nor items, nor a plain type.

import { isSecret } from './secret-fields.ts'

export type Projection = {
  /** Undefined when nothing of the value may be kept. */
  readonly keep: (value: unknown) => unknown
  /** Whether a valid value is kept whole, so that its JSON text need not be parsed. */
  readonly keepsAll: boolean
  /** Whether the schema has a secret field. */
  readonly hasSecret: boolean
}

type Schema = {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, unknown>>
  readonly items?: unknown
  readonly anyOf?: readonly unknown[]
  readonly oneOf?: readonly unknown[]
  readonly allOf?: readonly unknown[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly writeOnly?: unknown
  readonly wireAmount?: unknown
  readonly additionalProperties?: unknown
  readonly patternProperties?: unknown
}

const nothing: Projection = { keep: () => undefined, keepsAll: false, hasSecret: false }
const secret: Projection = { ...nothing, hasSecret: true }
const scalar: Projection = {
  keep: (value) => (isScalar(value) ? value : undefined),
  keepsAll: true,
  hasSecret: false,
}

/** Validation makes amounts texts, but most clients send numbers: an amount is kept as a number unless a digit would be lost. */
const amount: Projection = {
  ...scalar,
  keep: (value) => {
    const number = Number(value)
    return Number.isFinite(number) && String(number) === value ? number : scalar.keep(value)
  },
}

export function projectionOf(schema: unknown): Projection {
  if (schema === null || typeof schema !== 'object') return nothing
  const { properties, items, anyOf, oneOf, allOf, writeOnly } = schema as Schema
  if (writeOnly === true) return secret
  const variants = [...(anyOf ?? []), ...(oneOf ?? []), ...(allOf ?? [])]
  if (properties !== undefined || variants.length > 0) return objectOf(schema as Schema, variants)
  if (items !== undefined) return listOf(projectionOf(items))
  if ((schema as Schema).wireAmount === true) return amount
  return isScalarSchema(schema as Schema) ? scalar : nothing
}

const SCALARS = ['string', 'number', 'integer', 'boolean', 'null']

function isScalarSchema({ type, enum: values, const: value }: Schema): boolean {
  if (type === undefined) return values !== undefined || value !== undefined
  return [type].flat().every((name) => SCALARS.includes(name))
}

function isScalar(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}

function listOf(item: Projection): Projection {
  return {
    ...item,
    keep: (value) =>
      Array.isArray(value) ? value.map((element) => item.keep(element) ?? null) : undefined,
  }
}

/** The fields of an object, or of all variants of a union. A field that one variant marks as secret is dropped. */
function objectOf(schema: Schema, variants: readonly unknown[]): Projection {
  const others = variants.map(projectionOf)
  const secrets = new Set(secretsOf(schema))
  const fields = Object.entries(schema.properties ?? {})
    .filter(([name]) => !secrets.has(name))
    .map(([name, field]) => [name, projectionOf(field)] as const)
  const all = [...fields.map(([, field]) => field), ...others]
  const keepObject = (value: Readonly<Record<string, unknown>>) => {
    const reduced: Record<string, unknown> = {}
    for (const other of others) Object.assign(reduced, other.keep(value))
    for (const [name, field] of fields) {
      const reducedField = value[name] === undefined ? undefined : field.keep(value[name])
      if (reducedField !== undefined) reduced[name] = reducedField
    }
    for (const name of secrets) delete reduced[name]
    return reduced
  }
  return {
    keep: (value) =>
      value !== null && typeof value === 'object' && !Array.isArray(value)
        ? keepObject(value as Record<string, unknown>)
        : others.map((other) => other.keep(value)).find((reduced) => reduced !== undefined),
    keepsAll: secrets.size === 0 && !isOpen(schema) && all.every(({ keepsAll }) => keepsAll),
    hasSecret: secrets.size > 0 || all.some(({ hasSecret }) => hasSecret),
  }
}

/** Whether values may have fields without a declared name. */
function isOpen({ additionalProperties, patternProperties }: Schema): boolean {
  return Boolean(additionalProperties) || patternProperties !== undefined
}

/** The names of secret fields of a schema and of its variants. */
function secretsOf(schema: unknown): readonly string[] {
  const { properties = {}, anyOf = [], oneOf = [], allOf = [] } = (schema ?? {}) as Schema
  const secretFields = Object.entries(properties).filter(([name, field]) => isSecret(name, field))
  return [
    ...secretFields.map(([name]) => name),
    ...[...anyOf, ...oneOf, ...allOf].flatMap(secretsOf),
  ]
}
