// The refusal of work that was not begun, or that PostgreSQL has rolled back: the service is too busy, another request
// holds a lock or the idempotency key for too long, or each attempt has met a conflict or a server that accepts no writes.

import { type ErrorKind, Refusal } from './refusal.ts'

export const TryLater: ErrorKind = {
  code: 'try.again.later',
  status: 503,
  message:
    'The service is too busy for this request, or another request holds the same rows. Nothing was changed. Repeat the request after the number of seconds in the header Retry-After.',
}

/** The header Retry-After, in seconds; a choice of this project. */
const RETRY_AFTER = '1'

export function refuseTryLater(cause: unknown): never {
  throw tryLater(cause)
}

export function tryLater(cause: unknown): Refusal {
  const refusal = new Refusal([{ kind: TryLater }], { headers: { 'retry-after': RETRY_AFTER } })
  refusal.cause = cause
  return refusal
}

export function isTryLater(error: unknown): boolean {
  return error instanceof Refusal && error.faults.some(({ kind }) => kind === TryLater)
}
