// Where in a body a dialect has something to say: compiled once from the schema that declares the body,
// and followed when a request comes or a reply goes. What no schema declares stays as it is.

import { canonical } from '../../../kernel/idempotency.ts'
import { type ErrorKind, refuse } from '../../../kernel/refusal.ts'
import { ConfigError } from '../../config.ts'
import type { Dialect } from './file.ts'

/** What the dialect does at one place of a body, and below it. */
export type Place = {
  /** Fields that have another name or something below them, by their neutral names. */
  readonly fields: ReadonlyMap<string, Field>
  /** The neutral names of fields by the dialect's. */
  readonly neutral: Words
  readonly items?: Place
  /** The values of an object whose fields may have any name. */
  readonly entries?: Place
  /** The dialect's values, or identifiers within them, by the neutral ones, and the other way round. */
  readonly values: Words
  readonly neutralValues: Words
  readonly within: boolean
  /** The field that the value is put into. */
  readonly wrapper?: string
  readonly isEvent: boolean
}

export type Words = ReadonlyMap<string, string>

type Field = { readonly name: string; readonly place: Place | undefined }

type Schema = Readonly<Record<string, unknown>>

const WRAPPER = 'value'

/** Undefined where the dialect changes nothing. `about` names the schema for who wrote the dialect. */
export function placeOf(schema: unknown, dialect: Dialect, about: string): Place | undefined {
  if (schema === null || typeof schema !== 'object') return undefined
  const branches = ['anyOf', 'oneOf', 'allOf'].flatMap((keyword) => {
    const list = (schema as Schema)[keyword]
    return Array.isArray(list) ? list.map((each) => placeOf(each, dialect, about)) : []
  })
  return merged([ownPlace(schema as Schema, dialect, about), ...branches])
}

function ownPlace(schema: Schema, dialect: Dialect, about: string): Place | undefined {
  const { properties, items, additionalProperties, patternProperties } = schema
  const fields = fieldsOf((properties ?? {}) as Schema, dialect, about)
  const itemPlace = Array.isArray(items) ? undefined : placeOf(items, dialect, about)
  const others = [additionalProperties, ...Object.values((patternProperties ?? {}) as Schema)]
  const entries = merged(others.map((each) => placeOf(each, dialect, about)))
  const option = schema['dialectOption']
  const isRecorded = option !== undefined && dialect.options.has(option as never)
  const values = valuesOf(schema, dialect, about, isRecorded)
  const place: Place = {
    fields,
    neutral: new Map([...fields].map(([neutral, { name }]) => [name, neutral])),
    ...(itemPlace && { items: itemPlace }),
    ...(entries && { entries }),
    values,
    neutralValues: inverse(values),
    within: Array.isArray(schema['identifiers']),
    ...(isRecorded && option === 'cardStatus' && { wrapper: WRAPPER }),
    isEvent: schema['eventMessage'] === true,
  }
  return isNothing(place) ? undefined : place
}

/** Small letters find a word too, where identifiers are matched in either case. */
function inverse(words: Words): Words {
  const entries = [...words]
  return new Map([
    ...entries.map(([neutral, own]): [string, string] => [own.toLowerCase(), neutral]),
    ...entries.map(([neutral, own]): [string, string] => [own, neutral]),
  ])
}

function isNothing({ fields, items, entries, values, wrapper, isEvent }: Place): boolean {
  return fields.size + values.size === 0 && !items && !entries && !wrapper && !isEvent
}

function fieldsOf(properties: Schema, dialect: Dialect, about: string): Place['fields'] {
  const names = Object.keys(properties)
  const renamed = wordsAmong(names, dialect, about)
  return new Map(
    Object.entries(properties).flatMap(([neutral, schema]): [string, Field][] => {
      const place = placeOf(schema, dialect, about)
      const name = renamed.get(neutral) ?? neutral
      return place || name !== neutral ? [[neutral, { name, place }]] : []
    }),
  )
}

function valuesOf(schema: Schema, dialect: Dialect, about: string, isRecorded: boolean): Words {
  const listed = (schema['identifiers'] ?? schema['enum'] ?? []) as readonly unknown[]
  const texts = [...listed, schema['const']].filter((value) => typeof value === 'string')
  if (isRecorded && schema['dialectOption'] === 'v2ProfileType')
    return new Map(texts.map((text) => [text, text.toUpperCase()]))
  return wordsAmong(texts, dialect, about)
}

/** The words of the dialect that stand among these; none of them may be there already. */
function wordsAmong(names: readonly string[], { words }: Dialect, about: string): Words {
  const own = names.flatMap((name): [string, string][] => {
    const word = (words as Words).get(name)
    return word === undefined ? [] : [[name, word]]
  })
  const clash = own.find(([, word]) => names.includes(word))
  if (clash)
    throw new ConfigError(
      `GODWIT_DIALECT makes "${clash[0]}" "${clash[1]}", which the interface already has beside it (${about}).`,
    )
  return new Map(own)
}

/** Branches of one body are followed together: a field has the same meaning in each of them. */
function merged(places: readonly (Place | undefined)[]): Place | undefined {
  return places.reduce((all, next) => (all && next ? both(all, next) : (all ?? next)), undefined)
}

function both(a: Place, b: Place): Place {
  const fields = new Map(a.fields)
  for (const [neutral, { name, place }] of b.fields)
    fields.set(neutral, { name, place: merged([fields.get(neutral)?.place, place]) })
  const items = merged([a.items, b.items])
  const entries = merged([a.entries, b.entries])
  const wrapper = a.wrapper ?? b.wrapper
  return {
    fields,
    neutral: new Map([...a.neutral, ...b.neutral]),
    ...(items && { items }),
    ...(entries && { entries }),
    values: new Map([...a.values, ...b.values]),
    neutralValues: new Map([...a.neutralValues, ...b.neutralValues]),
    within: a.within || b.within,
    ...(wrapper && { wrapper }),
    isEvent: a.isEvent || b.isEvent,
  }
}

const IDENTIFIER = /[A-Za-z_]+/g

/** The value as the dialect shows it. Webhook messages within it are translated by `event`. */
export function toDialect(
  value: unknown,
  place: Place,
  event: (message: string) => string,
): unknown {
  if (typeof value === 'string') {
    const text = place.isEvent ? event(value) : translated(value, place.values, place.within)
    return place.wrapper === undefined ? text : { [place.wrapper]: text }
  }
  if (Array.isArray(value)) {
    const { items } = place
    return items ? value.map((item) => toDialect(item, items, event)) : value
  }
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([neutral, inner]) => {
      const { name = neutral, place: below = place.entries } = place.fields.get(neutral) ?? {}
      return [name, below ? toDialect(inner, below, event) : inner]
    }),
  )
}

function translated(text: string, words: Words, within: boolean): string {
  return within
    ? text.replace(IDENTIFIER, (word) => words.get(word) ?? word)
    : (words.get(text) ?? text)
}

export const TwoSpellings: ErrorKind = {
  code: 'request.two-spellings',
  status: 400,
  message: 'Send a field under one of its two names, or with the same value under both.',
}

/** What a request sent, in neutral words; both spellings are accepted, also beside each other (D89). */
export function toNeutral(value: unknown, place: Place, path: readonly string[] = []): unknown {
  if (typeof value === 'string') return neutralText(value, place)
  if (Array.isArray(value)) {
    const { items } = place
    return items ? value.map((item, n) => toNeutral(item, items, [...path, String(n)])) : value
  }
  if (value === null || typeof value !== 'object') return value
  const { wrapper } = place
  if (wrapper !== undefined && Object.keys(value).join() === wrapper)
    return toNeutral((value as Schema)[wrapper], place, path)
  const neutral: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries(value)) {
    const field = place.neutral.get(name) ?? name
    const below = place.fields.get(field)?.place ?? place.entries
    const read = below ? toNeutral(inner, below, [...path, name]) : inner
    if (Object.hasOwn(neutral, field) && canonical(neutral[field]) !== canonical(read)) {
      const own = place.fields.get(field)?.name ?? name
      refuse(TwoSpellings, {
        path: [...path, own].join('.'),
        message: `Send either ${own} or ${field}, not both with different values.`,
        arguments: [own, field],
      })
    }
    neutral[field] = read
  }
  return neutral
}

/** Identifiers in free text are matched in either case, as account types are (D90); values are not. */
function neutralText(text: string, { values, neutralValues, within }: Place): string {
  if (within)
    return text.replace(
      IDENTIFIER,
      (word) => neutralValues.get(word) ?? neutralValues.get(word.toLowerCase()) ?? word,
    )
  const neutral = neutralValues.get(text)
  return neutral !== undefined && values.get(neutral) === text ? neutral : text
}

/** The schema as the dialect spells it, for the published description. */
export function schemaInDialect(schema: unknown, dialect: Dialect, about: string): unknown {
  const inner = (value: unknown) => schemaInDialect(value, dialect, about)
  if (Array.isArray(schema)) return schema.map(inner)
  if (schema === null || typeof schema !== 'object') return schema
  const place = placeOf(schema, dialect, about)
  const named = (name: string) => place?.fields.get(name)?.name ?? name
  const spelt = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
    if (keyword === 'properties') return [keyword, mapFields(value as Schema, named, inner)]
    if (keyword === 'required') return [keyword, (value as string[]).map(named)]
    if (LISTS.has(keyword)) return [keyword, (value as unknown[]).map((each) => bare(each, place))]
    if (VALUES.has(keyword)) return [keyword, bare(value, place)]
    return [keyword, inner(value)]
  })
  const shape = Object.fromEntries(spelt)
  const wrapper = place?.wrapper
  return wrapper === undefined
    ? shape
    : { type: 'object', required: [wrapper], properties: { [wrapper]: shape } }
}

const LISTS = new Set(['enum', 'examples'])
const VALUES = new Set(['const', 'default'])

/** A value that the schema holds, in the dialect and not yet put into its wrapper. */
function bare(value: unknown, place: Place | undefined): unknown {
  if (place === undefined) return value
  const shown = toDialect(value, place, (message) => message)
  return place.wrapper === undefined ? shown : (shown as Schema)[place.wrapper]
}

function mapFields(
  fields: Schema,
  named: (name: string) => string,
  inner: (value: unknown) => unknown,
): Schema {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [named(name), inner(field)]),
  )
}
