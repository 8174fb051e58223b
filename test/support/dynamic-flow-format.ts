// The format of dynamic-flow steps (Facts 14.5). Unknown keys and components are errors, and so are unknown values of the keys in
// `enumerations`, because a client library would throw there or silently show nothing. Other values, such as that of `control`,
// are not checked.

export type Json = Readonly<Record<string, unknown>>

/** A field that the customer sees, with its path from the root of the model. */
export type FlowField = {
  readonly path: readonly string[]
  readonly kind: 'text' | 'number' | 'checkbox' | 'choice' | 'constant' | 'upload'
  readonly title: string
  readonly isRequired: boolean
  readonly schema: Json
}

export const stepKeys =
  'key type title description image reviewFields schemas model actions options action layout'
const schemaKeys = `$id type title description placeholder control format displayFormat help alert info hidden disabled
  width default values validationMessages persistAsync required properties oneOf enum const
  minLength maxLength pattern minimum maximum items minItems maxItems`
export const actionKeys = '$id title label url method disabled data type exit'
const componentKeys: Readonly<Record<string, string>> = {
  alert: 'markdown context size',
  box: 'components width border',
  button: 'action context size',
  columns: 'left right bias',
  decision: 'options',
  divider: '',
  form: 'schema model',
  heading: 'text size align',
  info: 'markdown align',
  image: 'url text',
  paragraph: 'text align',
  review: 'text definitions action orientation',
}
const sizes = ['xs', 'sm', 'md', 'lg', 'xl']
const enumerations: Readonly<Record<string, readonly unknown[]>> = {
  size: sizes,
  margin: sizes,
  width: sizes,
  align: ['left', 'right', 'center'],
  context: ['success', 'failure', 'warning', 'info', 'primary'],
  orientation: ['horizontal', 'vertical'],
}
export const methods = ['GET', 'POST', 'PUT', 'PATCH']

export function componentsOf(step: Json): Json[] {
  return asList(step['layout'], 'layout').flatMap(flatComponents)
}

function flatComponents(value: unknown): Json[] {
  const component = asObject(value, 'component')
  const type = asText(component['type'], 'type of a component')
  const keys = componentKeys[type]
  if (keys === undefined) throw new Error(`unknown component ${type}`)
  expectKnownKeys(component, `type margin ${keys}`, `component ${type}`)
  for (const [key, allowed] of Object.entries(enumerations))
    if (component[key] !== undefined) asOneOf(component[key], allowed, key)
  const inner = ['components', 'left', 'right'].flatMap((key) =>
    component[key] === undefined ? [] : asList(component[key], key),
  )
  return [component, ...inner.flatMap(flatComponents)]
}

export function optionsOf(decision: Json): Json[] {
  return asList(decision['options'], 'options').map((each) => {
    const option = asObject(each, 'option')
    expectKnownKeys(option, 'title text description icon action disabled', 'option')
    return option
  })
}

/** The fields of a schema that the customer sees. The first rule of Facts 14.5 that applies to a field decides its kind. */
export function fieldsOf(schema: Json, path: readonly string[], isRequired: boolean): FlowField[] {
  expectKnownKeys(schema, schemaKeys, `schema at ${nameOf(path)}`)
  if (schema['hidden'] === true) return []
  const title = typeof schema['title'] === 'string' ? schema['title'] : ''
  const field = (kind: FlowField['kind']): FlowField[] => {
    if (title === '') throw new Error(`the field at ${nameOf(path)} has no title`)
    return [{ path, kind, title, isRequired, schema }]
  }
  if (schema['persistAsync'] !== undefined) {
    // Throws for an upload that a client library could not perform.
    uploadOf(schema)
    return field('upload')
  }
  if (schema['type'] === 'object') return fieldsOfObject(schema, path, isRequired)
  if (schema['oneOf'] !== undefined) {
    for (const option of asList(schema['oneOf'], 'oneOf')) {
      const { title: label, const: value } = asObject(option, 'option')
      if (typeof label !== 'string' || value === undefined)
        throw new Error('an option needs a title and a const')
    }
    return field('choice')
  }
  if (schema['type'] === 'string') return field('text')
  if (schema['type'] === 'number' || schema['type'] === 'integer') return field('number')
  if (schema['type'] === 'boolean') return field('checkbox')
  if (schema['const'] !== undefined) return field('constant')
  throw new Error(
    `the schema at ${nameOf(path)} has no type, oneOf or const that a client library can show`,
  )
}

function nameOf(path: readonly string[]): string {
  return path.length === 0 ? '(root)' : path.join('.')
}

/** How the file of a field is uploaded before the form is submitted. The format base64url marks a file. */
export function uploadOf(schema: Json) {
  const persist = asObject(schema['persistAsync'], 'persistAsync')
  expectKnownKeys(persist, 'method url param idProperty schema', 'persistAsync')
  const inner = asObject(persist['schema'], 'schema of persistAsync')
  expectKnownKeys(inner, schemaKeys, 'schema of persistAsync')
  asOneOf(inner['type'], ['blob', 'string'], 'type of a file')
  asOneOf(inner['format'], ['base64url'], 'format of a file')
  return {
    method: asOneOf(persist['method'], methods, 'method'),
    url: asText(persist['url'], 'url'),
    param: asText(persist['param'], 'param'),
    idProperty: asText(persist['idProperty'], 'idProperty'),
  }
}

function fieldsOfObject(schema: Json, path: readonly string[], isRequired: boolean): FlowField[] {
  const properties = asObject(schema['properties'], 'properties')
  const required = asList(schema['required'] ?? [], 'required')
  for (const name of required)
    if (!Object.hasOwn(properties, String(name)))
      throw new Error(`required has ${String(name)}, but properties does not`)
  return Object.entries(properties).flatMap(([name, inner]) =>
    fieldsOf(asObject(inner, name), [...path, name], isRequired && required.includes(name)),
  )
}

/** The model of an empty form: hidden constants, and defaults. */
export function defaultsOf(schema: Json): Record<string, unknown> {
  const model: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(asObject(schema['properties'], 'properties'))) {
    const inner = asObject(value, name)
    if (inner['type'] === 'object') model[name] = defaultsOf(inner)
    else if (inner['default'] !== undefined) model[name] = inner['default']
    else if (inner['hidden'] === true && inner['const'] !== undefined) model[name] = inner['const']
  }
  return model
}

export function titleOf(value: Json): string {
  return asText(value['title'] ?? value['text'] ?? value['label'], 'title')
}

export function expectKnownKeys(value: Json, keys: string, what: string): void {
  const allowed = new Set(keys.split(/\s+/))
  for (const key of Object.keys(value))
    if (!allowed.has(key)) throw new Error(`${what} has an unknown key ${key}`)
}

export function asObject(value: unknown, what: string): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`${what} is not an object`)
  return value as Json
}

export function asList(value: unknown, what: string): unknown[] {
  if (!Array.isArray(value)) throw new Error(`${what} is not an array`)
  return value
}

export function asText(value: unknown, what: string): string {
  if (typeof value !== 'string' || value === '')
    throw new Error(`${what} is not a text, or is empty`)
  return value
}

export function asOneOf(value: unknown, allowed: readonly unknown[], what: string): string {
  if (!allowed.includes(value))
    throw new Error(`${what} is ${String(value)}, not one of ${allowed.join(', ')}`)
  return String(value)
}
