// Translates a dialect in the HTTP layer (D89). Requests are translated to neutral words before validation. Replies,
// refusals and webhook messages are translated to the dialect before they are sent. The translation of each operation
// is compiled once from its schemas. Without a dialect no hook is installed.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TObject, TSchema } from 'typebox'
import type { Endpoint } from '../../../kernel/endpoint.ts'
import type { EventKind } from '../../../kernel/events.ts'
import { REGISTER_COMMAND } from '../../../users/index.ts'
import type { Dialect } from './file.ts'
import {
  type Rules,
  rulesOf,
  schemaInDialect,
  TwoSpellings,
  toDialect,
  toNeutral,
  translateIdentifiers,
  type Words,
} from './rules.ts'

type OperationRules = {
  readonly [_ in 'params' | 'query' | 'body' | 'reply']: Rules | undefined
} & {
  /** The words for the values of each field, by its name: a refusal may contain a value of the request. */
  readonly values: ReadonlyMap<string, Words>
}

export type Translation = {
  readonly dialect: Dialect
  readonly rules: ReadonlyMap<string, OperationRules>
  /** Translates a webhook message. Its event type determines its schema. */
  event(message: string): string
}

/** Throws ConfigError when a word of the dialect is already the name of a sibling field or value. */
export function translationOf(
  dialect: Dialect,
  endpoints: readonly Endpoint[],
  events: readonly EventKind[],
): Translation {
  const operations = endpoints.map((endpoint): [string, OperationRules] => {
    const { id, params, query, body, reply, replies } = endpoint
    const rulesFor = (schema: unknown) => rulesOf(schema, dialect, id)
    const request = { params: rulesFor(params), query: rulesFor(query), body: rulesFor(body) }
    const values = new Map(Object.values(request).flatMap((rules) => [...fieldsWithWords(rules)]))
    return [id, { ...request, reply: replies ? undefined : rulesFor(reply), values }]
  })
  const payloads = new Map(
    events.map(({ name, payload }) => [name as string, rulesOf(payload, dialect, name)]),
  )
  return {
    dialect,
    rules: new Map(operations),
    event: (message) => eventInDialect(message, payloads),
  }
}

/**
 * Yields each declared field whose values have other words in the dialect, with these words. Fields of objects that may have
 * any field name are left out, because their names are not declared.
 */
function* fieldsWithWords(rules: Rules | undefined, name?: string): Generator<[string, Words]> {
  if (rules === undefined) return
  if (name !== undefined && rules.values.size > 0) yield [name, rules.values]
  yield* fieldsWithWords(rules.items, name)
  for (const [field, { rules: below }] of rules.fields) yield* fieldsWithWords(below, field)
}

function eventInDialect(message: string, payloads: ReadonlyMap<string, Rules | undefined>): string {
  const envelope = JSON.parse(message)
  const rules = payloads.get(envelope.event_type)
  if (rules === undefined) return message
  return JSON.stringify({ ...envelope, data: toDialect(envelope.data, rules, String) })
}

/** Installs the two hooks that translate: after parsing the body, and before sending the reply. */
export function installDialect(server: FastifyInstance, translation: Translation): void {
  server.addHook('preValidation', async (request) => {
    const rules = translation.rules.get(request.endpoint?.id ?? '')
    if (rules) translateRequest(request, rules)
  })
  server.addHook('onSend', async (request, reply, payload) => {
    const rules = translation.rules.get(request.endpoint?.id ?? '')
    const isJson = /^application\/json/.test(String(reply.getHeader('content-type')))
    if (!rules || !isJson || typeof payload !== 'string') return payload
    if (reply.statusCode >= 400) return refusalInDialect(payload, rules, translation)
    return rules.reply ? replyInDialect(payload, rules.reply, translation) : payload
  })
}

function translateRequest(request: FastifyRequest, { params, query, body }: OperationRules): void {
  if (params) request.params = toNeutral(request.params, params)
  if (query) request.query = toNeutral(request.query, query)
  if (body) request.body = toNeutral(request.body, body)
}

function replyInDialect(text: string, rules: Rules, { event }: Translation): string {
  return JSON.stringify(toDialect(JSON.parse(text), rules, event))
}

type Fault = { arguments?: unknown[]; code: string; message: string; path?: string }

function refusalInDialect(text: string, rules: OperationRules, { dialect }: Translation): string {
  const body = JSON.parse(text)
  if (!Array.isArray(body.errors)) return text
  const errors = body.errors.map((fault: Fault) => faultInDialect(fault, rules, dialect.words))
  return JSON.stringify({ ...body, errors })
}

function faultInDialect(fault: Fault, { values }: OperationRules, words: Words): Fault {
  // The message and arguments of this refusal contain both spellings.
  if (fault.code === TwoSpellings.code) return fault
  const neutralPath = fault.path ?? ''
  const fields = neutralPath.split('.')
  const path = fields.map((name) => words.get(name) ?? name).join('.')
  const wordsOfValue = values.get(fields.at(-1) ?? '')
  const argumentInDialect = (value: unknown) => {
    if (value === neutralPath) return path
    if (value === REGISTER_COMMAND) return translateIdentifiers(REGISTER_COMMAND, words)
    return wordsOfValue?.get(String(value)) ?? value
  }
  return {
    ...fault,
    ...(fault.arguments && { arguments: fault.arguments.map(argumentInDialect) }),
    message: messageInDialect(fault.message, words),
    ...(fault.path !== undefined && { path }),
  }
}

// Text in quotes is a value of the request. A word in lower case is English, not an identifier.
const QUOTED_OR_IDENTIFIER = /(?<!\w)'[^']*'|[A-Za-z_]+/g
const IS_IDENTIFIER = /_|[A-Z]/

function messageInDialect(message: string, words: Words): string {
  return message.replace(QUOTED_OR_IDENTIFIER, (text) =>
    IS_IDENTIFIER.test(text) ? (words.get(text) ?? text) : text,
  )
}

/** The endpoint as the published description shows it. */
export function endpointInDialect(endpoint: Endpoint, dialect: Dialect): Endpoint {
  const translate = (schema: unknown) => schemaInDialect(schema, dialect, endpoint.id)
  const { params, query, body, reply } = endpoint
  return {
    ...endpoint,
    ...(params && { params: translate(params) as TObject }),
    ...(query && { query: translate(query) as TObject }),
    ...(body && { body: translate(body) as TSchema }),
    reply: translate(reply) as TSchema,
  }
}

export function eventKindInDialect(event: EventKind, dialect: Dialect): EventKind {
  return { ...event, payload: schemaInDialect(event.payload, dialect, event.name) as TObject }
}
