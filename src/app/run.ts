// One request against one endpoint value: whose it is, whether it was seen before, and in what kind
// of transaction its use case runs.

import type { FastifyRequest } from 'fastify'
import type { Caller } from '../kernel/caller.ts'
import { TryLater, type Tx } from '../kernel/db.ts'
import type { Context, Endpoint } from '../kernel/endpoint.ts'
import {
  type Key,
  KeyReused,
  once,
  type Reply,
  repeated,
  requestHash,
} from '../kernel/idempotency.ts'
import { type ErrorKind, Refusal, refuse } from '../kernel/refusal.ts'
import { askAgain, forgetUser, owns } from './authenticate.ts'
import type { House } from './serve.ts'

export const NotFound: ErrorKind = {
  code: 'not.found',
  status: 404,
  message: 'There is no such thing here.',
}
export const KeyMissing: ErrorKind = {
  code: 'idempotency.key.missing',
  status: 400,
  message: 'Send the header X-idempotence-uuid with a UUID of your own, and reuse it on retries.',
  path: 'X-idempotence-uuid',
}
export const KeyMalformed: ErrorKind = {
  code: 'idempotency.key.malformed',
  status: 400,
  message: 'The header X-idempotence-uuid must be a UUID.',
  path: 'X-idempotence-uuid',
}

/** Refusals that any endpoint may give; all others must be in its own list. */
export const commonErrors: readonly ErrorKind[] = [
  NotFound,
  KeyReused,
  KeyMissing,
  KeyMalformed,
  TryLater,
]

type Handle = (db: unknown, input: unknown) => Promise<unknown>
type Result = { readonly body: unknown } | { readonly replayed: Reply }

export async function run(
  house: House,
  endpoint: Endpoint,
  request: FastifyRequest,
  context: Omit<Context, 'requestHash'>,
  serialize: (body: unknown) => string,
): Promise<Result> {
  await checkOwnership(house, endpoint, request)
  try {
    const result = await attempt(house, endpoint, request, context, serialize)
    const { caller } = request
    if (endpoint.changesCaller && caller.kind === 'user')
      forgetUser(house.authentication, caller.userId)
    return result
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 404) throw error
    const again = await askAgain(house.authentication, request)
    if (again === undefined) throw error
    request.caller = again
    return attempt(house, endpoint, request, context, serialize)
  }
}

async function attempt(
  house: House,
  endpoint: Endpoint,
  request: FastifyRequest,
  context: Omit<Context, 'requestHash'>,
  serialize: (body: unknown) => string,
): Promise<Result> {
  const input = {
    params: request.params,
    query: request.query,
    body: request.body,
    caller: request.caller,
    requestHash: () => requestHash(pathOf(request), request.body),
    ...context,
  }
  try {
    if (endpoint.effect === 'reads')
      return { body: await (endpoint.handle as Handle)(house.db.reader, input) }
    const key = keyOf(endpoint, request, input)
    const before = key && endpoint.before && (await repeated(house.db.reader, key, context.now))
    if (before) return { replayed: before }
    const found = await endpoint.before?.(house.db.reader, input as never, house.outside)
    const handle = (tx: Tx) => (endpoint.handle as Handle)(tx, { ...input, found })
    if (key === undefined)
      return {
        body: await (endpoint.effect === 'statement' ? house.db.once : house.db.transact)(handle),
      }
    let first: Result | undefined
    const reply = await house.db.transact((tx) => {
      first = undefined
      return once(tx, key, context.now, async () => {
        const body = await handle(tx)
        first = { body }
        return { status: endpoint.status ?? 200, body: textOf(endpoint, body, serialize) }
      })
    })
    return first ?? { replayed: reply }
  } catch (error) {
    throw declared(endpoint, error)
  }
}

function textOf(endpoint: Endpoint, body: unknown, serialize: (body: unknown) => string): string {
  if (endpoint.status === 204) return ''
  return endpoint.replies ? String(body) : serialize(body)
}

/** A refusal that the endpoint does not list is a bug of ours, and is answered like one. */
function declared(endpoint: Endpoint, error: unknown): unknown {
  if (!(error instanceof Refusal)) return error
  const undeclared = error.faults.find(
    ({ kind }) => !endpoint.errors.includes(kind) && !commonErrors.includes(kind),
  )
  if (undeclared === undefined) return error
  const { code } = undeclared.kind
  return new Error(`${endpoint.id} refused with undeclared ${code}`, { cause: error })
}

async function checkOwnership(
  house: House,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<void> {
  const { owns: name } = endpoint.access
  if (name === undefined) return
  const id = (request.params as Record<string, string | number>)[name]
  if (id === undefined) throw new Error(`${endpoint.id} owns ${name}, which is not in its path`)
  const caller = await owns(house.authentication, request, name, id)
  if (caller === undefined) refuse(NotFound, { path: name, arguments: [id] })
  request.caller = caller
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

function keyOf(
  endpoint: Endpoint,
  request: FastifyRequest,
  { requestHash }: { requestHash(): string },
): Key | undefined {
  const key = request.headers['x-idempotence-uuid']
  if (key === undefined || key === '') {
    if (endpoint.idempotencyKey === 'required') refuse(KeyMissing)
    return undefined
  }
  if (request.method !== 'POST') return undefined
  // Keys belong to somebody (D7). What nobody in particular asks for, such as a token, is not kept:
  // a stranger could repeat the request, and the stored reply would hold a secret in the clear.
  if (request.caller.kind === 'none') return undefined
  if (typeof key !== 'string' || !UUID.test(key)) refuse(KeyMalformed, { arguments: [String(key)] })
  const scope = scopeOf(request.caller, request)
  return { scope, operation: endpoint.id, key: key.toLowerCase(), requestHash: requestHash() }
}

function scopeOf(caller: Caller, request: FastifyRequest): string {
  const { profileId } = request.params as { profileId?: number }
  if (caller.kind === 'client') return `application:${caller.applicationId}`
  if (profileId !== undefined) return `profile:${profileId}`
  if (caller.kind === 'user') return `user:${caller.userId}`
  throw new Error('an idempotency key without a caller')
}

function pathOf({ url }: FastifyRequest): string {
  const path = url.split('?', 1)[0] ?? url
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}
