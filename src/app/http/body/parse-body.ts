// Parses request bodies (D4): JSON in any of its content types and, where an endpoint declares them, forms, files and
// encrypted JSON. Text that the database cannot store is refused here, for all endpoints.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '../../../kernel/endpoint.ts'
import { type ErrorKind, refuse } from '../../../kernel/refusal.ts'
import { isEncrypted, type OpenBody } from '../../../security/index.ts'
import { checkText, checkUtf8 } from './body-text.ts'
import { readMultipart, readUrlEncoded } from './form.ts'
import type { BodyReader } from './read-body.ts'

const NO_BYTES = Buffer.alloc(0)
/** Levels of nesting (gap 6). */
const DEPTH_MAX = 32
// Validation reports every violation of every item, so long arrays are refused before validation. The number is a choice
// of this project.
const ITEMS_MAX = 1000

export const NotJson: ErrorKind = {
  code: 'request.body.malformed',
  status: 400,
  message: 'The request body is not valid JSON. Send one JSON value.',
}
export const UnsupportedContentType: ErrorKind = {
  code: 'request.content-type.unsupported',
  status: 415,
  message: 'Send the body as application/json.',
}
export const TooDeep: ErrorKind = {
  code: 'request.body.too-deep',
  status: 400,
  message: `Send a body that is nested at most ${DEPTH_MAX} levels deep.`,
}

export const TooManyItems: ErrorKind = {
  code: 'request.body.too-many-items',
  status: 400,
  message: `Send at most ${ITEMS_MAX} items in an array.`,
}

// Enough for 1,000 items of ten fields each, with times of day in their texts.
const COLONS_MAX = 20_000

export const TooManyFields: ErrorKind = {
  code: 'request.body.too-many-fields',
  status: 400,
  message: `Send a body of at most ${COLONS_MAX} fields; colons in texts count as fields.`,
}

const CONTENT_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;.*)?$/
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json(?:\s*;.*)?$/i
const FORM_TYPE = /^application\/x-www-form-urlencoded(?:\s*;.*)?$/i
const MULTIPART_TYPE = /^multipart\/form-data\s*;/i

/** The content types of bodies that an operation reads. */
export function bodyTypesOf(
  endpoint: Pick<Endpoint, 'route' | 'form' | 'encrypted' | 'files'> | undefined,
): readonly string[] {
  if (endpoint?.files) return ['multipart/form-data']
  return [
    ...(endpoint?.form ? ['application/x-www-form-urlencoded', 'multipart/form-data'] : []),
    'application/json',
    ...(endpoint?.encrypted ? ['application/jose+json'] : []),
    ...(endpoint?.route.startsWith('PATCH ') ? ['application/merge-patch+json'] : []),
  ]
}

export function parseBodies(server: FastifyInstance, openBody: OpenBody, reader: BodyReader): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', (request, payload, done) => {
    const contentType = request.headers['content-type'] ?? ''
    if (request.endpoint?.files && MULTIPART_TYPE.test(contentType)) {
      const upload = reader.readUpload(request, payload, request.endpoint.files)
      const parsed = upload.then(({ fields, files }) => {
        request.files = files
        return clean(fields)
      })
      parsed.then((body) => done(null, body), done)
      return
    }
    reader.readBytes(request, payload, (error, bytes = NO_BYTES) => {
      if (error !== null) return done(error)
      const text = bytes.toString('utf8')
      const parsed = parseAsynchronously(request, text, openBody)
      if (parsed !== undefined) {
        parsed.then((body) => done(null, body), done)
        return
      }
      try {
        done(null, parseSynchronously(request, bytes, text))
      } catch (refusal) {
        done(refusal as Error)
      }
    })
  })
}

/**
 * Fastify refuses a malformed content type by itself. With a well-formed type the request reaches `parseSynchronously`,
 * which ignores the type of an empty body.
 */
export function replaceBadType({ headers }: FastifyRequest): void {
  const type = headers['content-type']
  if (type !== undefined && !CONTENT_TYPE.test(type)) headers['content-type'] = 'text/unreadable'
}

/** Parses encrypted bodies and multipart forms; returns undefined for all other bodies. */
function parseAsynchronously(
  request: FastifyRequest,
  text: string,
  openBody: OpenBody,
): Promise<unknown> | undefined {
  if (hasEncryptedBody(request, text)) return parseEncryptedBody(request, text, openBody)
  const { headers, endpoint } = request
  const contentType = headers['content-type'] ?? ''
  if (text === '' || !endpoint?.form || !MULTIPART_TYPE.test(contentType)) return undefined
  return readMultipart(contentType, text).then((form) => clean(form))
}

const JOSE_TYPE = /^application\/jose(?:\+json)?(?:\s*;.*)?$/i

function hasEncryptedBody({ headers, endpoint }: FastifyRequest, text: string): boolean {
  const isAccepted = endpoint?.encrypted === true
  return isAccepted && JOSE_TYPE.test(headers['content-type'] ?? '') && isEncrypted(text)
}

async function parseEncryptedBody(
  request: FastifyRequest,
  jwe: string,
  openBody: OpenBody,
): Promise<unknown> {
  const { text, encryptReply } = await openBody(jwe)
  if (JOSE_TYPE.test(request.headers.accept ?? '')) request.encryptReply = encryptReply
  return clean(parseJson(text))
}

/** `text` is the text of `bytes`. */
function parseSynchronously(request: FastifyRequest, bytes: Buffer, text: string): unknown {
  if (text === '') return undefined
  const contentType = request.headers['content-type'] ?? ''
  const canBeJson = request.endpoint?.files === undefined
  if (canBeJson && JSON_TYPE.test(contentType)) {
    checkUtf8(bytes)
    return clean(parseJson(text))
  }
  if (FORM_TYPE.test(contentType) && request.endpoint?.form) return clean(readUrlEncoded(text))
  return refuse(UnsupportedContentType, {
    message: `Send the body as ${bodyTypesOf(request.endpoint).join(' or ')}.`,
    arguments: [contentType],
  })
}

// A number with more digits than a double keeps becomes its text, so that an amount with too many digits is refused
// instead of rounded.
const LONG_NUMBER = /[\d.]{16}/
const DIGITS_KEPT = 15

type Source = { source?: string }

function parseJson(text: string): unknown {
  if (hasTooManyFields(text)) refuse(TooManyFields)
  try {
    if (!LONG_NUMBER.test(text)) return JSON.parse(text)
    return JSON.parse(text, (_key, value: unknown, context?: Source) =>
      typeof value === 'number' && isLong(context?.source ?? '') ? context?.source : value,
    )
  } catch {
    return refuse(NotJson)
  }
}

/** Checked before parsing, because parsing takes hundreds of milliseconds for 100,000 fields of different names (D116). */
function hasTooManyFields(text: string): boolean {
  if (text.length <= COLONS_MAX) return false
  let at = -1
  for (let colons = 0; colons <= COLONS_MAX; colons++) {
    at = text.indexOf(':', at + 1)
    if (at < 0) return false
  }
  return true
}

// Only an integer in plain digits is exact: 0.99999999999999999 also becomes a safe integer, by rounding.
function isLong(source: string): boolean {
  const isExact = /^-?\d+$/.test(source) && Number.isSafeInteger(Number(source))
  return source.replace(/\D/g, '').replace(/^0+/, '').length > DIGITS_KEPT && !isExact
}

/**
 * Drops `null` fields, which mean the same as absent ones, and `__proto__`, which would replace the prototype of the object.
 * Refuses text that PostgreSQL cannot store.
 */
function clean(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') checkText(value)
  if (value === null || typeof value !== 'object') return value
  if (depth === DEPTH_MAX) refuse(TooDeep)
  if (Array.isArray(value)) {
    if (value.length > ITEMS_MAX) refuse(TooManyItems, { arguments: [value.length] })
    return value.map((item) => clean(item, depth + 1))
  }
  const cleaned: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(value)) {
    if (field === null || name === '__proto__') continue
    checkText(name)
    cleaned[name] = clean(field, depth + 1)
  }
  return cleaned
}
