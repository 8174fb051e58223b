// The translation rules of a schema, and their application to requests, replies, webhook messages and the published schema.
// `rulesOf` compiles the rules, once for each schema of an operation. Fields and values that no schema declares are not
// translated.

import { ConfigError } from '../../../kernel/config-error.ts'
import { canonical } from '../../../kernel/idempotency.ts'
import { type ErrorKind, refuse } from '../../../kernel/refusal.ts'
import type { Dialect } from './file.ts'

/** How the dialect translates a value of one schema, and everything inside it. */
export type Rules = {
  /** The fields with another name or with rules for their values, by their neutral names. */
  readonly fields: ReadonlyMap<string, Field>
  /** The neutral names of fields by the names of the dialect. */
  readonly neutral: Words
  readonly items?: Rules
  /** The rules for the values of an object whose fields may have any name. */
  readonly entries?: Rules
  /** The dialect's values, or identifiers within texts, by the neutral ones. */
  readonly values: Words
  /** The neutral values, or identifiers within texts, by the dialect's ones. */
  readonly neutralValues: Words
  /** Whether the value is a text with identifiers in it. */
  readonly containsIdentifiers: boolean
  /** The dialect sends an object instead of the value; the value is in this field of the object. */
  readonly wrapper?: string
  /** Whether the value is the text of a webhook message. */
  readonly isEvent: boolean
}

export type Words = ReadonlyMap<string, string>

type Field = { readonly name: string; readonly rules: Rules | undefined }

type Schema = Readonly<Record<string, unknown>>

const WRAPPER = 'value'

/**
 * Returns undefined when the dialect changes nothing. Throws ConfigError when a word of the dialect is already a name or a
 * value of the same schema. `about` names the schema in that message to the operator.
 */
export function rulesOf(schema: unknown, dialect: Dialect, about: string): Rules | undefined {
  if (schema === null || typeof schema !== 'object') return undefined
  const branches = ['anyOf', 'oneOf', 'allOf'].flatMap((keyword) => {
    const list = (schema as Schema)[keyword]
    return Array.isArray(list) ? list.map((branch) => rulesOf(branch, dialect, about)) : []
  })
  return mergeRules([ownRules(schema as Schema, dialect, about), ...branches])
}

function ownRules(schema: Schema, dialect: Dialect, about: string): Rules | undefined {
  const { properties, items, additionalProperties, patternProperties } = schema
  const fields = fieldsOf((properties ?? {}) as Schema, dialect, about)
  const itemRules = Array.isArray(items) ? undefined : rulesOf(items, dialect, about)
  const others = [additionalProperties, ...Object.values((patternProperties ?? {}) as Schema)]
  const entries = mergeRules(others.map((other) => rulesOf(other, dialect, about)))
  const option = schema['dialectOption']
  const options: ReadonlySet<unknown> = dialect.options
  const hasOption = options.has(option)
  const values = valuesOf(schema, dialect, about, hasOption)
  const rules: Rules = {
    fields,
    neutral: new Map([...fields].map(([neutral, { name }]) => [name, neutral])),
    ...(itemRules && { items: itemRules }),
    ...(entries && { entries }),
    values,
    neutralValues: inverse(values),
    containsIdentifiers: Array.isArray(schema['identifiers']),
    ...(hasOption && option === 'cardStatus' && { wrapper: WRAPPER }),
    isEvent: schema['eventMessage'] === true,
  }
  return isEmpty(rules) ? undefined : rules
}

/** Includes the words in lower case, because identifiers in texts are matched in either case. */
function inverse(words: Words): Words {
  const entries = [...words]
  return new Map([
    ...entries.map(([neutral, word]): [string, string] => [word.toLowerCase(), neutral]),
    ...entries.map(([neutral, word]): [string, string] => [word, neutral]),
  ])
}

function isEmpty({ fields, items, entries, values, wrapper, isEvent }: Rules): boolean {
  return fields.size + values.size === 0 && !items && !entries && !wrapper && !isEvent
}

function fieldsOf(properties: Schema, dialect: Dialect, about: string): Rules['fields'] {
  const names = Object.keys(properties)
  const renamed = wordsAmong(names, dialect, about)
  return new Map(
    Object.entries(properties).flatMap(([neutral, schema]): [string, Field][] => {
      const rules = rulesOf(schema, dialect, about)
      const name = renamed.get(neutral) ?? neutral
      return rules || name !== neutral ? [[neutral, { name, rules }]] : []
    }),
  )
}

function valuesOf(schema: Schema, dialect: Dialect, about: string, hasOption: boolean): Words {
  const listed = (schema['identifiers'] ?? schema['enum'] ?? []) as readonly unknown[]
  const texts = [...listed, schema['const']].filter((value) => typeof value === 'string')
  if (hasOption && schema['dialectOption'] === 'v2ProfileType')
    return new Map(texts.map((text) => [text, text.toUpperCase()]))
  return wordsAmong(texts, dialect, about)
}

/** The dialect's words for these names. Throws ConfigError when a word is already one of the names. */
function wordsAmong(names: readonly string[], { words }: Dialect, about: string): Words {
  const translations = names.flatMap((name): [string, string][] => {
    const word = (words as Words).get(name)
    return word === undefined ? [] : [[name, word]]
  })
  const clash = translations.find(([, word]) => names.includes(word))
  if (clash)
    throw new ConfigError(
      `GODWIT_DIALECT translates "${clash[0]}" to "${clash[1]}", which already exists in the same schema (${about}). Use a different word.`,
    )
  return new Map(translations)
}

/** Merges the rules of all branches of a schema: a field has the same meaning in each branch. */
function mergeRules(branches: readonly (Rules | undefined)[]): Rules | undefined {
  return branches.reduce(
    (all, next) => (all && next ? mergeTwo(all, next) : (all ?? next)),
    undefined,
  )
}

function mergeTwo(a: Rules, b: Rules): Rules {
  const fields = new Map(a.fields)
  for (const [neutral, { name, rules }] of b.fields)
    fields.set(neutral, { name, rules: mergeRules([fields.get(neutral)?.rules, rules]) })
  const items = mergeRules([a.items, b.items])
  const entries = mergeRules([a.entries, b.entries])
  const wrapper = a.wrapper ?? b.wrapper
  return {
    fields,
    neutral: new Map([...a.neutral, ...b.neutral]),
    ...(items && { items }),
    ...(entries && { entries }),
    values: new Map([...a.values, ...b.values]),
    neutralValues: new Map([...a.neutralValues, ...b.neutralValues]),
    containsIdentifiers: a.containsIdentifiers || b.containsIdentifiers,
    ...(wrapper && { wrapper }),
    isEvent: a.isEvent || b.isEvent,
  }
}

const IDENTIFIER = /[A-Za-z_]+/g

/** Translates a value of a reply. `event` translates the webhook messages inside it. */
export function toDialect(
  value: unknown,
  rules: Rules,
  event: (message: string) => string,
): unknown {
  if (typeof value === 'string') {
    const text = rules.isEvent ? event(value) : textInDialect(value, rules)
    return rules.wrapper === undefined ? text : { [rules.wrapper]: text }
  }
  if (Array.isArray(value)) {
    const { items } = rules
    return items ? value.map((item) => toDialect(item, items, event)) : value
  }
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([neutral, inner]) => {
      const { name = neutral, rules: innerRules = rules.entries } = rules.fields.get(neutral) ?? {}
      return [name, innerRules ? toDialect(inner, innerRules, event) : inner]
    }),
  )
}

function textInDialect(text: string, { values, containsIdentifiers }: Rules): string {
  return containsIdentifiers ? translateIdentifiers(text, values) : (values.get(text) ?? text)
}

export function translateIdentifiers(text: string, words: Words): string {
  return text.replace(IDENTIFIER, (word) => words.get(word) ?? word)
}

export const TwoSpellings: ErrorKind = {
  code: 'request.two-spellings',
  status: 400,
  message: 'Send a field under one of its two names, or with the same value under both.',
}

/**
 * Translates a value of a request to neutral words. Both names of a field are accepted, even in one object with equal values
 * (D89). Refuses an object that has different values under the two names (`TwoSpellings`).
 */
export function toNeutral(value: unknown, rules: Rules, path: readonly string[] = []): unknown {
  if (typeof value === 'string') return neutralText(value, rules)
  if (Array.isArray(value)) {
    const { items } = rules
    return items ? value.map((item, n) => toNeutral(item, items, [...path, String(n)])) : value
  }
  if (value === null || typeof value !== 'object') return value
  const { wrapper } = rules
  if (wrapper !== undefined && Object.keys(value).join() === wrapper)
    return toNeutral((value as Schema)[wrapper], rules, path)
  const neutral: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries(value)) {
    const field = rules.neutral.get(name) ?? name
    const innerRules = rules.fields.get(field)?.rules ?? rules.entries
    const read = innerRules ? toNeutral(inner, innerRules, [...path, name]) : inner
    if (Object.hasOwn(neutral, field) && canonical(neutral[field]) !== canonical(read)) {
      const fieldName = rules.fields.get(field)?.name ?? name
      refuse(TwoSpellings, {
        path: [...path, fieldName].join('.'),
        message: `Send either ${fieldName} or ${field}, not both with different values.`,
        arguments: [fieldName, field],
      })
    }
    neutral[field] = read
  }
  return neutral
}

/** Identifiers in texts are matched in either case, as account types are (D90). Whole values are matched exactly. */
function neutralText(text: string, { values, neutralValues, containsIdentifiers }: Rules): string {
  if (containsIdentifiers)
    return text.replace(
      IDENTIFIER,
      (word) => neutralValues.get(word) ?? neutralValues.get(word.toLowerCase()) ?? word,
    )
  const neutral = neutralValues.get(text)
  return neutral !== undefined && values.get(neutral) === text ? neutral : text
}

/** The schema in the words of the dialect, for the published description. */
export function schemaInDialect(schema: unknown, dialect: Dialect, about: string): unknown {
  const inner = (value: unknown) => schemaInDialect(value, dialect, about)
  if (Array.isArray(schema)) return schema.map(inner)
  if (schema === null || typeof schema !== 'object') return schema
  const rules = rulesOf(schema, dialect, about)
  const nameInDialect = (name: string) => rules?.fields.get(name)?.name ?? name
  const translated = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
    if (keyword === 'properties') return [keyword, mapFields(value as Schema, nameInDialect, inner)]
    if (keyword === 'required') return [keyword, (value as string[]).map(nameInDialect)]
    if (VALUE_LIST_KEYWORDS.has(keyword))
      return [keyword, (value as unknown[]).map((item) => withoutWrapper(item, rules))]
    if (VALUE_KEYWORDS.has(keyword)) return [keyword, withoutWrapper(value, rules)]
    return [keyword, inner(value)]
  })
  const shape = Object.fromEntries(translated)
  const wrapper = rules?.wrapper
  return wrapper === undefined
    ? shape
    : { type: 'object', required: [wrapper], properties: { [wrapper]: shape } }
}

/** Keywords of a schema whose value is a list of values of a request or a reply. */
const VALUE_LIST_KEYWORDS = new Set(['enum', 'examples'])
/** Keywords of a schema whose value is one value of a request or a reply. */
const VALUE_KEYWORDS = new Set(['const', 'default'])

/** Translates a value that the schema contains, such as an example, without the wrapper. */
function withoutWrapper(value: unknown, rules: Rules | undefined): unknown {
  if (rules === undefined) return value
  const shown = toDialect(value, rules, (message) => message)
  return rules.wrapper === undefined ? shown : (shown as Schema)[rules.wrapper]
}

function mapFields(
  fields: Schema,
  nameInDialect: (name: string) => string,
  inner: (value: unknown) => unknown,
): Schema {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [nameInDialect(name), inner(field)]),
  )
}
