// Validates requests by their schemas with Ajv. The keywords that kernel/wire.ts uses accept an id or an amount as a
// number or as numeric text, and the handler gets the value in one form.

import { Ajv, type ErrorObject, type SchemaValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifyInstance } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { DIGITS_MAX, decimalText, parseDecimal } from '../../kernel/decimal.ts'
import { parseId } from '../../kernel/ids.ts'
import { type ErrorKind, type Fault, Refusal } from '../../kernel/refusal.ts'
import { isUuid } from '../../kernel/wire.ts'

type HttpPart = 'body' | 'query' | 'params'

const ajv = createAjv()

function createAjv(): Ajv {
  const validator = new Ajv({
    coerceTypes: false,
    allErrors: true,
    removeAdditional: true,
    useDefaults: true,
    strict: false,
    verbose: true,
  })
  addFormats.default(validator)
  const addKeyword = (keyword: string, validate: SchemaValidateFunction) =>
    validator.addKeyword({ keyword, modifying: true, errors: false, validate })
  addKeyword('wireId', normaliseId)
  addKeyword('wireUuid', normaliseUuid)
  addKeyword('wireIdOrUuid', normaliseIdOrUuid)
  addKeyword('wireAmount', normaliseAmount)
  return validator
}

/** Makes Fastify validate requests by the schemas of their routes. */
export function validateBySchemas(server: FastifyInstance): void {
  server.setValidatorCompiler(({ schema, httpPart }) => {
    const isQuery = httpPart === 'querystring'
    const from = (isQuery ? 'query' : httpPart) as HttpPart
    // The validator is compiled with the first request, because the validators and serialisers of all operations
    // together take about 30 MB.
    let validate: Validate | undefined
    return (data) => {
      validate ??= compileValidator(from, schema as Shape)
      const refusal = validate(data)
      return refusal === undefined || { error: refusal }
    }
  })
}

type Shape = { readonly properties?: Readonly<Record<string, object>> }

/** Returns the refusal of the data; undefined for valid data, whose ids and amounts then have their canonical form. */
type Validate = (data: unknown) => Refusal | undefined

export function compileValidator(httpPart: HttpPart, schema: Shape): Validate {
  const validate = ajv.compile(schema)
  return (data) => {
    if (httpPart !== 'body') parseTexts(schema, data as Record<string, unknown>)
    return validate(data) ? undefined : refusalOf(validate.errors)
  }
}

const INTEGER = /^-?\d+$/

/**
 * Paths and queries contain only text. Where the schema has an integer or a boolean, the text is replaced by its value. A
 * text in another form stays a text, which the schema refuses: the coercion of Ajv would accept `0x10` and `1e1`.
 */
function parseTexts({ properties = {} }: Shape, data: Record<string, unknown>): void {
  for (const [name, schema] of Object.entries(properties)) {
    const text = data[name]
    if (typeof text === 'string') data[name] = parseText(text, schema) ?? text
  }
}

function parseText(
  text: string,
  { type }: { readonly type?: unknown },
): number | boolean | undefined {
  if (type === 'integer' && INTEGER.test(text) && Number.isSafeInteger(Number(text)))
    return Number(text)
  return type === 'boolean' && (text === 'true' || text === 'false') ? text === 'true' : undefined
}

/**
 * Returns a function that returns the valid body of a request that belongs to no declared endpoint, and refuses a body that
 * does not conform to the schema. An absent body counts as an empty object.
 */
export function bodyParser<S extends TSchema>(schema: S): (body: unknown) => Static<S> {
  let validate: Validate | undefined
  return (body) => {
    validate ??= compileValidator('body', schema)
    const input = body ?? {}
    const refusal = validate(input)
    if (refusal !== undefined) throw refusal
    return input as Static<S>
  }
}

type DataContext = {
  parentData: Record<string | number, unknown>
  parentDataProperty: string | number
}

// A value that is neither a number nor a text is refused by the keyword `type` of the same schema.
function normaliseId(_: unknown, data: unknown, __?: unknown, at?: unknown): boolean {
  if (typeof data !== 'number' && typeof data !== 'string') return true
  const id = parseId(String(data))
  if (id === undefined) return false
  replaceData(at as DataContext, id)
  return true
}

// Used with `format: uuid`, which accepts `urn:uuid:` and upper case. Both would be second spellings of the same UUID.
function normaliseUuid(_: unknown, data: unknown, __?: unknown, at?: unknown): boolean {
  if (typeof data !== 'string') return true
  if (/^urn:/i.test(data)) return false
  replaceData(at as DataContext, data.toLowerCase())
  return true
}

function normaliseIdOrUuid(
  schema: unknown,
  data: unknown,
  parent?: unknown,
  at?: unknown,
): boolean {
  const normalise = typeof data === 'string' && isUuid(data) ? normaliseUuid : normaliseId
  return normalise(schema, data, parent, at)
}

function normaliseAmount(_: unknown, data: unknown, __?: unknown, at?: unknown): boolean {
  if (typeof data !== 'number' && typeof data !== 'string') return true
  const parsed = parseDecimal(typeof data === 'number' ? plainDigits(data) : data.trim())
  if (parsed === undefined) return false
  replaceData(at as DataContext, decimalText(parsed))
  return true
}

function replaceData({ parentData, parentDataProperty }: DataContext, value: unknown): void {
  parentData[parentDataProperty] = value
}

const EXPONENTIAL = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/

/** The decimal digits of a number that JavaScript prints as `1e21` or `1e-7`. */
function plainDigits(value: number): string {
  const text = String(value)
  const match = EXPONENTIAL.exec(text)
  if (match === null) return text
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  const power = Number(exponent)
  const digits = whole + fraction
  if (power < 0) return `${sign}0.${'0'.repeat(-power - 1)}${digits}`
  return sign + digits.padEnd(power + 1, '0')
}

const malformedKind = (code: string, message: string): ErrorKind => ({ code, status: 400, message })

export const malformedKinds = {
  required: malformedKind('NotNull', 'is required'),
  size: malformedKind('Size', 'has the wrong length'),
  range: malformedKind('Range', 'is out of range'),
  format: malformedKind('Pattern', 'has the wrong form'),
  value: malformedKind('NotAllowed', 'is not one of the allowed values'),
  type: malformedKind('TypeMismatch', 'has the wrong type'),
}

const kindByKeyword: Readonly<Record<string, ErrorKind>> = {
  required: malformedKinds.required,
  minLength: malformedKinds.size,
  maxLength: malformedKinds.size,
  minItems: malformedKinds.size,
  maxItems: malformedKinds.size,
  wireUuid: malformedKinds.format,
  minimum: malformedKinds.range,
  maximum: malformedKinds.range,
  format: malformedKinds.format,
  pattern: malformedKinds.format,
  enum: malformedKinds.value,
  const: malformedKinds.value,
}

/** Bounds the size of a reply, which otherwise could be many times as large as its request. */
const FAULTS_MAX = 100
/** In characters. Shorter than the arguments of other refusals, because each of the `FAULTS_MAX` faults may have an argument. */
const ARGUMENT_LENGTH_MAX = 100

/** The refusal with the first `FAULTS_MAX` errors that Ajv has found. */
function refusalOf(errors: readonly ErrorObject[] | null | undefined): Refusal {
  const [first, ...rest] = faultsOf(errors ?? [])
  if (first === undefined) throw new Error('a schema rejected a request without an error')
  return new Refusal([first, ...rest])
}

/** One fault for each error, with the dotted path of its field. */
function faultsOf(errors: readonly ErrorObject[]): Fault[] {
  // Ajv reports a failed `if` in addition to the error of its `then` or `else`. Only the latter helps the client.
  const found = errors.filter(({ keyword }) => keyword !== 'if')
  return found.slice(0, FAULTS_MAX).map((error) => {
    const kind = kindByKeyword[error.keyword] ?? malformedKinds.type
    return { kind, path: pathOf(error), message: messageOf(error), arguments: argumentsOf(error) }
  })
}

function pathOf({ instancePath, keyword, params }: ErrorObject): string {
  const path = instancePath.split('/').slice(1)
  if (keyword === 'required') path.push(String(params['missingProperty']))
  return path.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~')).join('.') || 'body'
}

function messageOf(error: ErrorObject): string {
  const field = pathOf(error)
  const { keyword, parentSchema, params } = error
  if (keyword === 'required') return `${field} is required`
  if (keyword === 'minLength' || keyword === 'maxLength') {
    const { minLength, maxLength } = lengthsIn(parentSchema)
    return `size must be between ${minLength} and ${maxLength}`
  }
  if (keyword === 'pattern') return `${field} must have the form of: ${formInWords(parentSchema)}`
  if (keyword === 'enum') return `${field} must be one of: ${params['allowedValues'].join(', ')}`
  if (keyword === 'format') return `${field} must be a valid ${params['format']}`
  if (keyword === 'wireUuid') return `${field} must be a valid uuid`
  if (keyword === 'wireId') return `${field} must be an id: a whole number up to 2^53 - 1`
  if (keyword === 'wireIdOrUuid') return `${field} must be a whole number up to 2^53 - 1 or a uuid`
  if (keyword === 'wireAmount')
    return `${field} must be a number of at most ${DIGITS_MAX} digits, such as 12.34 or "12.34"`
  if (keyword === 'type')
    return `${field} must be ${String(params['type']).replaceAll(',', ' or ')}`
  return `${field} ${error.message ?? 'is not valid'}`
}

/** The maximum that the recorded messages state for a field without a maximum length (Facts 4.1). */
const UNLIMITED_LENGTH = 2_147_483_647

function lengthsIn(schema: unknown): { readonly minLength: number; readonly maxLength: number } {
  return { minLength: 0, maxLength: UNLIMITED_LENGTH, ...(schema as object) }
}

/** The form of a text in words: the description of its schema, or an example. Clients cannot read a pattern. */
function formInWords(schema: unknown): string {
  const { description, examples } = schema as { description?: string; examples?: unknown[] }
  return description ?? String(examples?.[0] ?? 'the API reference')
}

function argumentsOf({
  keyword,
  parentSchema,
  data,
  instancePath,
}: ErrorObject): (string | number)[] {
  // Secret fields are left out. So is a body that is not an object: it may be a secret that was sent without its field.
  if (instancePath === '' || (parentSchema as { writeOnly?: boolean } | undefined)?.writeOnly)
    return []
  if (keyword === 'minLength' || keyword === 'maxLength') {
    const { minLength, maxLength } = lengthsIn(parentSchema)
    return [String(maxLength), String(minLength)]
  }
  const isShown = typeof data === 'string' || typeof data === 'number'
  return isShown ? [String(data).slice(0, ARGUMENT_LENGTH_MAX)] : []
}
