// A refused request leaves nothing behind, except what the refusal itself is: that a factor was
// answered wrongly, that a one-time token was issued. What may stay is declared, as a value; the
// runner commits it in a transaction of its own, after that of the request was undone.

import type { Tx } from './database/db.ts'
import { Refusal } from './refusal.ts'
import type { Report } from './security-event.ts'

export type RefusalSideEffect<F> = {
  readonly name: string
  readonly because: string
  /** The tables it may change, and no others. */
  readonly tables: readonly string[]
  /** Answers another refusal where this one turns out not to be the whole truth. */
  readonly write: (tx: Tx, facts: F, report: Report) => Promise<Refusal | undefined>
}

export function refusalSideEffect<F>(declared: RefusalSideEffect<F>): RefusalSideEffect<F> {
  return declared
}

/** Says no, and keeps something of it. Nothing else of the request stays. */
export function refuseWith<F>(refusal: Refusal, { write }: RefusalSideEffect<F>, facts: F): never {
  throw new Refusal(refusal.faults, {
    extraFields: refusal.extraFields,
    headers: refusal.headers,
    sideEffect: (tx, report) => write(tx, facts, report),
    ...(refusal.securityEvent && { securityEvent: refusal.securityEvent }),
  })
}
