// Converts the options `--set key=value` and `--body` to the arguments of an operation.

import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { UsageError } from './failures.ts'
import type { OperationArguments } from './operations.ts'

type Values = Record<string, unknown>
export type CallArguments = {
  readonly path?: Values
  readonly query?: Values
  readonly headers?: Values
  readonly body?: unknown
}

type Section = 'path' | 'query' | 'headers' | 'body'
const PREFIXES: ReadonlyMap<string, Section> = new Map([
  ['path', 'path'],
  ['query', 'query'],
  ['header', 'headers'],
  ['headers', 'headers'],
  ['body', 'body'],
])

type Setting = { readonly key: string; readonly text: string; readonly isJson: boolean }
type SetKey = { readonly section: Section; readonly key: string; readonly values: unknown[] }

/**
 * Returns the arguments of a call of the operation, by section. A value of `--set` replaces that of `--body`, and a key that is set
 * several times gets a list. Throws UsageError when an option does not fit the operation, or lacks a part.
 */
export function argumentsOf(
  name: string,
  operation: OperationArguments,
  { set, body }: { readonly set: readonly string[]; readonly body: unknown },
): CallArguments {
  const call = { path: {}, query: {}, headers: {}, body } as Record<Section, unknown>
  for (const { section, key, values } of settingsOf(name, operation, set)) {
    const value = values.length === 1 ? values[0] : values.flat()
    if (section === 'body') call.body = withField(call.body, key, value)
    else (call[section] as Values)[key] = value
  }
  const missing = operation.path.filter((key) => !(key in (call.path as Values)))
  if (missing.length > 0)
    throw new UsageError(`${name} needs ${missing.map((key) => `--set ${key}=…`).join(' and ')}.`)
  if (call.body !== undefined && operation.body === undefined)
    throw new UsageError(`${name} has no body: call it without --body.`)
  const filled = Object.entries(call).filter(
    ([section, values]) =>
      values !== undefined && (section === 'body' || Object.keys(values as Values).length > 0),
  )
  return Object.fromEntries(filled)
}

/** The keys of the options `--set` in the order of their first option, each with all its values. */
function settingsOf(
  name: string,
  operation: OperationArguments,
  set: readonly string[],
): Iterable<SetKey> {
  const keys = new Map<string, SetKey>()
  for (const word of set) {
    const setting = readSetting(word)
    const { section, key } = sectionOf(name, operation, setting.key)
    if (section !== 'body' && setting.isJson) throw notInBodyError(word, setting.key)
    const value = section === 'body' ? fieldValue(operation, key, setting) : setting.text
    const id = `${section}.${key}`
    const known = keys.get(id)
    if (known === undefined) keys.set(id, { section, key, values: [value] })
    else known.values.push(value)
  }
  return keys.values()
}

function readSetting(word: string): Setting {
  const [, key = '', sign = '', text = ''] = /^([^=]*?)(:?=)(.*)$/s.exec(word) ?? []
  if (key === '')
    throw new UsageError(
      `--set ${word}: write it as key=text or, for numbers, true, false, lists and objects, key:=JSON.`,
    )
  return { key, text, isJson: sign === ':=' }
}

function notInBodyError(word: string, key: string): UsageError {
  return new UsageError(
    `--set ${word}: ${key} is not in the body, so its value is text. Write ${key}=text, and repeat it for a list.`,
  )
}

function sectionOf(
  name: string,
  operation: OperationArguments,
  key: string,
): { section: Section; key: string } {
  const [prefix = '', ...levels] = key.split('.')
  const prefixSection = PREFIXES.get(prefix)
  if (prefixSection !== undefined && levels.length > 0) {
    const found = nameIn(operation, prefixSection, levels.join('.'))
    if (found !== undefined) return { section: prefixSection, key: found }
    throw unknownKeyError(name, operation, key)
  }
  const sections = (['path', 'query', 'headers', 'body'] as const).flatMap((section) => {
    const found = nameIn(operation, section, key)
    return found === undefined ? [] : [{ section, key: found }]
  })
  const [only, ...others] = sections
  if (only === undefined) throw unknownKeyError(name, operation, key)
  if (others.length > 0)
    throw new UsageError(
      `${name} has ${key} in several sections. Write ${sections.map(({ section }) => `${section}.${key}`).join(' or ')}.`,
    )
  return only
}

/** The name as the operation writes it; undefined if the section has no such name. */
function nameIn(operation: OperationArguments, section: Section, key: string): string | undefined {
  if (section === 'headers')
    return operation.headers.find((header) => header.toLowerCase() === key.toLowerCase())
  if (section !== 'body') return operation[section].find((name) => name === key)
  return operation.body !== undefined && isField(operation.body, key) ? key : undefined
}

/**
 * Whether the body has a field for `key`. Below a `json` field whose fields the OpenAPI document does not list, any key is a field;
 * the service refuses it when that field is a number or a list.
 */
function isField(fields: NonNullable<OperationArguments['body']>, key: string): boolean {
  if (Object.hasOwn(fields, key)) return true
  if (Object.keys(fields).length === 0) return true
  const levels = key.split('.')
  const parents = levels.map((_, count) => levels.slice(0, count).join('.')).slice(1)
  return parents.some(
    (parent) =>
      fields[parent] === 'json' &&
      !Object.keys(fields).some((field) => field.startsWith(`${parent}.`)),
  )
}

function unknownKeyError(name: string, operation: OperationArguments, key: string): UsageError {
  const { path, query, headers, body = {} } = operation
  const keys = [...path, ...query, ...Object.keys(body), ...headers]
  return new UsageError(`${name} has no ${key}. It has ${keys.join(', ') || 'no arguments'}.`)
}

function fieldValue(
  { body = {} }: OperationArguments,
  key: string,
  { text, isJson, key: enteredKey }: Setting,
): unknown {
  if (body[key] === 'files') return text.split(',').map((path) => fileAt(path))
  if (!isJson && body[key] !== 'json') return text
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(
      `--set ${enteredKey}: ${text} is not JSON. Write a number, true, false, null, a list or an object.`,
    )
  }
}

function fileAt(path: string): File {
  return new File([readBytes(path)], basename(path))
}

function readBytes(path: string): Buffer<ArrayBuffer> {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new UsageError(`${path} cannot be read. Check the path: ${(error as Error).message}`)
  }
}

/**
 * Assigning `__proto__` would change the prototype of the object. `constructor` and `prototype` would reach a prototype in a
 * program that merges the fields of the body into objects.
 */
const FORBIDDEN_FIELDS = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Returns a copy of `object` with the value at `key`, whose levels are separated by dots, and makes objects for missing levels.
 * `parents` are the levels of the key that lead to `object`.
 */
function withField(
  object: unknown,
  key: string,
  value: unknown,
  parents: readonly string[] = [],
): Values {
  if (object !== undefined && !isObject(object)) {
    const container = parents.length === 0 ? 'the body' : parents.join('.')
    throw new UsageError(
      `--set ${key}: ${container} already has a value that is not an object. Make it an object, or leave this --set out.`,
    )
  }
  const levels = key.split('.')
  const name = levels[parents.length] ?? ''
  if (FORBIDDEN_FIELDS.has(name))
    throw new UsageError(`--set ${key}: ${name} cannot be a field. Use another name.`)
  const values = { ...object }
  const before = Object.hasOwn(values, name) ? values[name] : undefined
  const isLast = parents.length === levels.length - 1
  values[name] = isLast ? value : withField(before, key, value, [...parents, name])
  return values
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

async function bodyText(word: string, stdin: AsyncIterable<unknown>): Promise<string> {
  if (word.startsWith('@')) return readBytes(word.slice(1)).toString()
  if (word !== '-') return word
  const chunks = await Array.fromAsync(stdin, (chunk) => Buffer.from(chunk as string))
  return Buffer.concat(chunks).toString()
}

/** Parses the JSON of `--body`: the text itself, `@file`, or `-` for standard input. */
export async function readBody(
  word: string | undefined,
  stdin: AsyncIterable<unknown>,
): Promise<unknown> {
  if (word === undefined) return undefined
  const text = await bodyText(word, stdin)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`--body is not JSON. Write JSON, @file or -: ${(error as Error).message}`)
  }
}
