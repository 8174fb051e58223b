// A refused request changes nothing, except for what `reserve` of its endpoint has counted, and for declared side effects
// of the refusal, such as counting a failed factor attempt or issuing a one-time token. The request runner commits a side
// effect in a separate transaction, after it has rolled back the transaction of the request.

import type { Tx } from './database/db.ts'
import { Refusal } from './refusal.ts'
import type { Report } from './security-event.ts'

export type RefusalSideEffect<F> = {
  readonly name: string
  readonly because: string
  /** The only tables that `write` may change. */
  readonly tables: readonly string[]
  /** May return another refusal to send instead, such as a lock-out after the last attempt. */
  readonly write: (tx: Tx, facts: F, report: Report) => Promise<Refusal | undefined>
}

export function refusalSideEffect<F>(declared: RefusalSideEffect<F>): RefusalSideEffect<F> {
  return declared
}

/** Refuses with a side effect. Everything else that the request has done is rolled back. */
export function refuseWith<F>(refusal: Refusal, { write }: RefusalSideEffect<F>, facts: F): never {
  throw new Refusal(refusal.faults, {
    headers: refusal.headers,
    sideEffect: (tx, report) => write(tx, facts, report),
    ...(refusal.securityEvent && { securityEvent: refusal.securityEvent }),
  })
}
