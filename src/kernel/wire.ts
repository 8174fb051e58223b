// The schemas that all modules use for requests and replies, and functions that check and convert texts, instants and days of
// requests and replies. Requests are accepted in three tolerant ways (D4): numeric text for an id or an amount, `null` for an
// absent field, and undeclared fields.

import Type, { type Static, type TSchema } from 'typebox'
import { ID_MAX, type Id, idDescription, kindProperty } from './ids.ts'

/** In characters. More than a code has, so that the operation refuses a wrong currency with its own error, not the schema. */
const CURRENCY_LENGTH_MAX = 12

/** A request body or an object inside it. Undeclared fields are dropped before the handler gets it. */
export function input<P extends Record<string, TSchema>>(properties: P, options: object = {}) {
  return Type.Object(properties, { ...options, additionalProperties: false })
}

/** An id in a request: a JSON integer or its text. The handler gets a number. */
export function idIn<K extends string>(
  resource: K,
  description = idDescription(resource),
  options: object = {},
) {
  return Type.Unsafe<Id<K>>({
    type: ['integer', 'string'],
    wireId: true,
    maximum: ID_MAX,
    description,
    examples: [1],
    ...kindProperty(resource),
    ...options,
  })
}

/** An id or a UUID in a request: a number, numeric text or a UUID. */
export function idOrUuidIn<K extends string>(resource: K, description: string) {
  return Type.Unsafe<Id<K> | string>({
    type: ['integer', 'string'],
    wireIdOrUuid: true,
    maximum: ID_MAX,
    description: `${description}. The number or the UUID of a ${resource}.`,
  })
}

/**
 * An amount in a request: a JSON number or its text. The handler gets decimal text and never a double, so that an
 * amount with too many digits is refused instead of rounded.
 */
export function amountIn(description: string, options: object = {}) {
  return Type.Unsafe<string>({
    type: ['number', 'string'],
    wireAmount: true,
    description,
    examples: [100.5],
    ...options,
  })
}

/** An amount in a reply, in major units: a JSON number, exact to the currency's decimals. */
export function amountOut(description: string) {
  return Type.Number({ description, examples: [100.5] })
}

/** An amount with its currency, in a reply. */
export const MoneyOut = Type.Object(
  {
    value: amountOut('Amount in major units, exact to the decimals of the currency'),
    currency: currencyCode(),
  },
  { title: 'Amount' },
)

/** `MoneyOut` with a description of its use in this field. */
export function amountField(description: string) {
  return described(MoneyOut, description)
}

export function text(description: string, example: string) {
  return Type.String({ description, examples: [example] })
}

export function nullableText(description: string, example: string) {
  return nullable(text(description, example))
}

/** A text that a request may leave out. */
export function optionalText(description: string, example: string) {
  return Type.Optional(text(description, example))
}

/**
 * Text in a request that must appear in no error, log or reply, such as the number of a document. Errors about a field
 * that is `writeOnly` leave its value out.
 */
export function secretText(description: string, options: object = {}) {
  return Type.String({ writeOnly: true, description, ...options })
}

/** A UUID. A request may have it in upper or lower case, and the handler gets it in lower case. */
export function uuid(description: string) {
  return Type.String({
    format: 'uuid',
    wireUuid: true,
    description,
    examples: ['3cf3dd96-903e-473a-9bb4-a5cf93450793'],
  })
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** Whether the text is a UUID of any version, in upper or lower case. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}

/** RFC 3339 with nanoseconds and an offset has 35 characters. */
const INSTANT_LENGTH_MAX = 40

/** An instant or a day in a request, which the use case reads with `readInstant` or `readInstantOrDay`. */
export function instantIn(description: string, example = '2026-11-20T10:00:00Z') {
  return Type.String({ maxLength: INSTANT_LENGTH_MAX, description, examples: [example] })
}

/** RFC 3339, UTC, with Z (D9). */
export function instantOut(description: string) {
  return Type.String({ format: 'date-time', description, examples: ['2026-11-20T10:00:00Z'] })
}

export function currencyCode(description = 'ISO 4217 code', options: object = {}) {
  return Type.String({
    description,
    minLength: 1,
    maxLength: CURRENCY_LENGTH_MAX,
    examples: ['GBP'],
    ...options,
  })
}

/** A schema with a description of its use in this field. */
export function described<S extends TSchema>(schema: S, description: string) {
  return Type.Unsafe<Static<S>>({ ...schema, description })
}

/** A value that may also be null. In a reply its field is always present. */
export function nullable<S extends TSchema>(schema: S) {
  const { type, enum: values } = schema as { type?: string | string[]; enum?: unknown[] }
  if (type === undefined || type === 'object' || type === 'array') {
    const { description } = schema as { description?: string }
    return Type.Unsafe<Static<S> | null>({
      anyOf: [schema, { type: 'null' }],
      ...(description !== undefined && { description }),
    })
  }
  return Type.Unsafe<Static<S> | null>({
    ...schema,
    type: [type, 'null'].flat(),
    ...(values && { enum: [...values, null] }),
  })
}

export function oneOf<const V extends readonly string[]>(values: V, description?: string) {
  return Type.Unsafe<V[number]>({
    type: 'string',
    enum: [...values],
    ...(description && { description }),
  })
}

/** Text for one line of a mail or of a bank's file: without control characters and unpaired surrogates. */
export function isPlainText(text: string): boolean {
  return !/\p{Cc}/u.test(text) && text.isWellFormed()
}

/** PostgreSQL has no year 0. */
const YEAR_MIN = 1
/** RFC 3339 writes years with four digits. The limit is 9998, so that a time up to a year later has four digits too. */
const YEAR_MAX = 9998

/**
 * Parses an instant, to the microsecond that the database stores. Undefined for other texts, and for years outside of
 * YEAR_MIN to YEAR_MAX.
 */
export function readInstant(text: string): Temporal.Instant | undefined {
  try {
    const instant = Temporal.Instant.from(text).round({
      smallestUnit: 'microsecond',
      roundingMode: 'floor',
    })
    const { year } = instant.toZonedDateTimeISO('UTC')
    return year >= YEAR_MIN && year <= YEAR_MAX ? instant : undefined
  } catch {
    return undefined
  }
}

/** Reads an instant like `readInstant`; a date alone means its first instant in UTC. */
export function readInstantOrDay(text: string): Temporal.Instant | undefined {
  return readInstant(isDay(text) ? `${text}T00:00:00Z` : text)
}

/** Whether the text has the form YYYY-MM-DD. The calendar may not have this day: `readDay` checks that. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text)
}

/** Parses a day of the calendar, written YYYY-MM-DD. Undefined for other texts. */
export function readDay(text: string): Temporal.PlainDate | undefined {
  if (!isDay(text)) return undefined
  try {
    return Temporal.PlainDate.from(text)
  } catch {
    return undefined
  }
}

/** The day of an instant in UTC, in which the service counts days (D9). */
export function dayOf(instant: Temporal.Instant): Temporal.PlainDate {
  return instant.toZonedDateTimeISO('UTC').toPlainDate()
}

/** RFC 3339 to the second, the usual form of instants in replies. */
export function toSecond(instant: Temporal.Instant): string {
  return instant.toString({ smallestUnit: 'second' })
}

export function toMillisecond(instant: Temporal.Instant): string {
  return instant.toString({ smallestUnit: 'millisecond' })
}

export function toMicrosecond(instant: Temporal.Instant): string {
  return instant.toString({ smallestUnit: 'microsecond' })
}
