// Reads the idempotency key of a request from its header.

import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../kernel/caller.ts'
import { acceptsIdempotencyKey, type Endpoint } from '../../kernel/endpoint.ts'
import type { Key } from '../../kernel/idempotency.ts'
import { type ErrorKind, refuse } from '../../kernel/refusal.ts'
import { isUuid } from '../../kernel/wire.ts'

export const KeyMissing: ErrorKind = {
  code: 'idempotency.key.missing',
  status: 400,
  message:
    'Send a UUID that you generate in the header X-idempotence-uuid, and reuse it on retries.',
  path: 'X-idempotence-uuid',
}
export const KeyMalformed: ErrorKind = {
  code: 'idempotency.key.malformed',
  status: 400,
  message: 'Send a UUID in the header X-idempotence-uuid.',
  path: 'X-idempotence-uuid',
}

/** Undefined for a request without a key, and for an operation that uses none. */
export function keyOf(
  endpoint: Endpoint,
  request: FastifyRequest,
  { requestHash }: { requestHash(): string },
): Key | undefined {
  if (!acceptsIdempotencyKey(endpoint)) return undefined
  const key = request.headers['x-idempotence-uuid']
  if (key === undefined || key === '') {
    if (endpoint.idempotencyKey === 'required') refuse(KeyMissing)
    return undefined
  }
  if (typeof key !== 'string' || !isUuid(key)) refuse(KeyMalformed, { arguments: [String(key)] })
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
