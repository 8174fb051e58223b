// A dialect at the edge of the service (D89): requests become neutral before they are checked, replies,
// refusals and webhook messages become the dialect's when they leave. Without one nothing of this is
// installed. The places are compiled once for each operation; one that has none is not looked at.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TObject, TSchema } from 'typebox'
import type { Endpoint } from '../../../kernel/endpoint.ts'
import type { EventKind } from '../../../kernel/events.ts'
import { REGISTER_COMMAND } from '../../../users/index.ts'
import type { Dialect } from './file.ts'
import {
  type Place,
  placeOf,
  schemaInDialect,
  TwoSpellings,
  toDialect,
  toNeutral,
  type Words,
} from './places.ts'

type Places = { readonly [_ in 'params' | 'query' | 'body' | 'reply']: Place | undefined } & {
  /** The words of values by the name of their field: a refusal may show the value that was sent. */
  readonly values: ReadonlyMap<string, Words>
}

export type Translation = {
  readonly dialect: Dialect
  readonly places: ReadonlyMap<string, Places>
  /** A webhook message, whose event says what is in it. */
  event(message: string): string
}

/** Throws ConfigError where a word is taken at the place where it would stand. */
export function translationOf(
  dialect: Dialect,
  endpoints: readonly Endpoint[],
  events: readonly EventKind[],
): Translation {
  const places = endpoints.map((endpoint): [string, Places] => {
    const { id, params, query, body, reply, replies } = endpoint
    const at = (schema: unknown) => placeOf(schema, dialect, id)
    const asked = { params: at(params), query: at(query), body: at(body) }
    const values = new Map(Object.values(asked).flatMap((place) => [...valueFields(place)]))
    return [id, { ...asked, reply: replies ? undefined : at(reply), values }]
  })
  const payloads = new Map(
    events.map(({ name, payload }) => [name as string, placeOf(payload, dialect, name)]),
  )
  return {
    dialect,
    places: new Map(places),
    event: (message) => eventInDialect(message, payloads),
  }
}

function* valueFields(place: Place | undefined, name?: string): Generator<[string, Words]> {
  if (place === undefined) return
  if (name !== undefined && place.values.size > 0) yield [name, place.values]
  yield* valueFields(place.items, name)
  for (const [field, { place: below }] of place.fields) yield* valueFields(below, field)
}

function eventInDialect(message: string, payloads: ReadonlyMap<string, Place | undefined>): string {
  const envelope = JSON.parse(message)
  const place = payloads.get(envelope.event_type)
  if (place === undefined) return message
  return JSON.stringify({ ...envelope, data: toDialect(envelope.data, place, String) })
}

/** Installs the two places where a dialect is translated: behind the body's parser, and before a reply. */
export function speakDialect(app: FastifyInstance, translation: Translation): void {
  app.addHook('preValidation', async (request) => {
    const places = translation.places.get(request.endpoint?.id ?? '')
    if (places) takeNeutral(request, places)
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const places = translation.places.get(request.endpoint?.id ?? '')
    const isJson = /^application\/json/.test(String(reply.getHeader('content-type')))
    if (!places || !isJson || typeof payload !== 'string') return payload
    if (reply.statusCode >= 400) return refusalInDialect(payload, places, translation)
    return places.reply ? replyInDialect(payload, places.reply, translation) : payload
  })
}

function takeNeutral(request: FastifyRequest, { params, query, body }: Places): void {
  if (params) request.params = toNeutral(request.params, params)
  if (query) request.query = toNeutral(request.query, query)
  if (body) request.body = toNeutral(request.body, body)
}

function replyInDialect(text: string, place: Place, { event }: Translation): string {
  return JSON.stringify(toDialect(JSON.parse(text), place, event))
}

type Fault = { arguments?: unknown[]; code: string; message: string; path?: string }

function refusalInDialect(text: string, places: Places, { dialect }: Translation): string {
  const body = JSON.parse(text)
  if (!Array.isArray(body.errors)) return text
  const errors = body.errors.map((fault: Fault) => faultInDialect(fault, places, dialect.words))
  return JSON.stringify({ ...body, errors })
}

function faultInDialect(fault: Fault, { values }: Places, words: Words): Fault {
  // Its message and arguments are about both spellings.
  if (fault.code === TwoSpellings.code) return fault
  const named = fault.path ?? ''
  const path = named.split('.').map((name) => words.get(name) ?? name)
  const shown = values.get(named.split('.').at(-1) ?? '')
  const argument = (value: unknown) => {
    if (value === named) return path.join('.')
    if (value === REGISTER_COMMAND) return withWords(REGISTER_COMMAND, words)
    return shown?.get(String(value)) ?? value
  }
  return {
    ...fault,
    ...(fault.arguments && { arguments: fault.arguments.map(argument) }),
    message: messageInDialect(fault.message, words),
    ...(fault.path !== undefined && { path: path.join('.') }),
  }
}

// What a client sent stands in quotes where a message repeats it; a word in small letters is English.
const QUOTED_OR_IDENTIFIER = /(?<!\w)'[^']*'|[A-Za-z_]+/g
const IS_IDENTIFIER = /_|[A-Z]/

function messageInDialect(message: string, words: Words): string {
  return message.replace(QUOTED_OR_IDENTIFIER, (text) =>
    IS_IDENTIFIER.test(text) ? (words.get(text) ?? text) : text,
  )
}

function withWords(text: string, words: Words): string {
  return text.replace(/[A-Za-z_]+/g, (word) => words.get(word) ?? word)
}

/** The endpoint as the published description is to show it. */
export function endpointInDialect(endpoint: Endpoint, dialect: Dialect): Endpoint {
  const spelt = (schema: unknown) => schemaInDialect(schema, dialect, endpoint.id)
  const { params, query, body, reply } = endpoint
  return {
    ...endpoint,
    ...(params && { params: spelt(params) as TObject }),
    ...(query && { query: spelt(query) as TObject }),
    ...(body && { body: spelt(body) as TSchema }),
    reply: spelt(reply) as TSchema,
  }
}

export function eventKindInDialect(event: EventKind, dialect: Dialect): EventKind {
  return { ...event, payload: schemaInDialect(event.payload, dialect, event.name) as TObject }
}
