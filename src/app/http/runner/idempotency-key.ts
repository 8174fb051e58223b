// Reads the idempotency key of a request from its header.

import type { FastifyRequest } from 'fastify'
import type { Reader } from '../../../kernel/database/db.ts'
import type { Endpoint } from '../../../kernel/endpoint.ts'
import type { Key } from '../../../kernel/idempotency.ts'
import { type ErrorKind, refuse } from '../../../kernel/refusal.ts'
import { isUuid } from '../../../kernel/wire.ts'

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

/** Undefined for a request without a key. Refuses a malformed key, and a missing key where the endpoint requires one. */
export async function keyOf(
  db: Reader,
  endpoint: Endpoint,
  request: FastifyRequest,
  { requestHash }: { requestHash(): string },
): Promise<Key | undefined> {
  const key = request.headers['x-idempotence-uuid']
  if (key === undefined || key === '') {
    if (endpoint.idempotencyKey === 'required') refuse(KeyMissing)
    return undefined
  }
  if (typeof key !== 'string' || !isUuid(key)) refuse(KeyMalformed, { arguments: [String(key)] })
  const scope = await scopeOf(db, endpoint, request)
  return { scope, operation: endpoint.id, key: key.toLowerCase(), requestHash: requestHash() }
}

async function scopeOf(
  db: Reader,
  { keyProfile }: Endpoint,
  { caller, params }: FastifyRequest,
): Promise<string> {
  if (caller.kind === 'client') return `application:${caller.applicationId}`
  if (caller.kind !== 'user') throw new Error('an idempotency key without a caller')
  const profileIdInPath = (params as { profileId?: number }).profileId
  const profileId =
    profileIdInPath ?? (await keyProfile?.(db, { params: params as object, caller }))
  return profileId === undefined ? `user:${caller.userId}` : `profile:${profileId}`
}
