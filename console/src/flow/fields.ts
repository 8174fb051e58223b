// The fields of a form, from its JSON Schema.

import {
  type Json,
  readList,
  readObject,
  readObjectWith,
  readText,
  unreadableError,
} from './read.ts'
import { type FlowUrl, readUrl } from './urls.ts'

type Option = { readonly title: string; readonly value: unknown }

/** The request that sends a file. The reply has the id of the file. */
export type Upload = FlowUrl & {
  /** The name of the form field that contains the file. In a refusal, the message about the file has the same name. */
  readonly param: string
  /** The name of the id in the reply. */
  readonly idProperty: string
  readonly hint: string | undefined
}

type FieldBase = {
  readonly name: string
  /** The names from the top of the form, joined by dots. */
  readonly path: string
  readonly title: string
  readonly isRequired: boolean
  readonly initial: unknown
}

export type FlowField = FieldBase &
  (
    | { readonly kind: 'text' | 'long text' | 'date' | 'number' | 'checkbox' | 'hidden' }
    | { readonly kind: 'group'; readonly fields: readonly FlowField[] }
    | { readonly kind: 'radio' | 'select'; readonly options: readonly Option[] }
    | { readonly kind: 'upload'; readonly upload: Upload }
  )

/** The keys that a schema may have, separated by spaces. Other keys are refused, because ignoring them could send a wrong request. */
const SCHEMA_KEYS =
  '$id type title control format hidden default required properties oneOf const minLength maxLength minimum persistAsync'
const FILE_SCHEMA_KEYS = `${SCHEMA_KEYS} description`

/** The fields within a schema of the type object. Within an object that is not required, no field is required. */
export function flowFieldsOf(value: unknown, parent = '', isRequired = true): FlowField[] {
  const schema = readObjectWith(SCHEMA_KEYS, value, `the schema of ${parent || 'the form'}`)
  const properties = readObject(schema['properties'], `the properties of ${parent || 'the form'}`)
  const required = readList(schema['required'] ?? [], 'required')
  for (const name of required)
    if (!Object.hasOwn(properties, String(name)))
      throw unreadableError(`the required field ${String(name)} is missing`)
  return Object.entries(properties).map(([name, inner]) =>
    fieldOf(name, inner, parent, isRequired && required.includes(name)),
  )
}

function fieldOf(name: string, value: unknown, parent: string, isRequired: boolean): FlowField {
  const path = parent === '' ? name : `${parent}.${name}`
  const schema = readObjectWith(SCHEMA_KEYS, value, path)
  const { title, type, control, format, hidden } = schema
  const initial = schema['default']
  const base = { name, path, isRequired, initial, title: typeof title === 'string' ? title : '' }
  if (hidden === true) return { ...base, kind: 'hidden' }
  if (type === 'object' && schema['persistAsync'] === undefined)
    return { ...base, kind: 'group', fields: flowFieldsOf(schema, path, isRequired) }
  if (base.title === '') throw unreadableError(`${path} has no title`)
  if (schema['persistAsync'] !== undefined)
    return { ...base, kind: 'upload', upload: uploadOf(schema['persistAsync'], path) }
  if (schema['oneOf'] !== undefined)
    return {
      ...base,
      kind: control === 'radio' ? 'radio' : 'select',
      options: readList(schema['oneOf'], path).map((option) => optionOf(option, path)),
    }
  if (type === 'boolean') return { ...base, kind: 'checkbox' }
  if (type === 'number' || type === 'integer') return { ...base, kind: 'number' }
  if (type !== 'string') throw unreadableError(`${path} has the unknown type ${String(type)}`)
  if (format !== undefined && format !== 'date')
    throw unreadableError(`${path} has the unknown format ${String(format)}`)
  if (format === 'date') return { ...base, kind: 'date' }
  return { ...base, kind: control === 'textarea' ? 'long text' : 'text' }
}

function optionOf(value: unknown, path: string): Option {
  const { title, const: option } = readObjectWith('title const', value, `an option of ${path}`)
  return { title: readText(title, `the title of an option of ${path}`), value: option }
}

function uploadOf(value: unknown, path: string): Upload {
  const upload = readObjectWith(
    'method url param idProperty schema',
    value,
    `the upload of ${path}`,
  )
  const schema: Json = readObjectWith(FILE_SCHEMA_KEYS, upload['schema'], `the file of ${path}`)
  if (schema['format'] !== 'base64url') throw unreadableError(`the upload of ${path} takes no file`)
  return {
    ...readUrl(upload, `the upload of ${path}`),
    param: readText(upload['param'], `param of ${path}`),
    idProperty: readText(upload['idProperty'], `idProperty of ${path}`),
    hint: typeof schema['description'] === 'string' ? schema['description'] : undefined,
  }
}
