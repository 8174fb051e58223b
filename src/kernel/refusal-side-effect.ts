// A refused request leaves nothing behind, except what the refusal itself is: that a factor was
// answered wrongly, that a one-time token was issued. What may stay is declared, as a value; the
// runner commits it in a transaction of its own, after that of the request was undone.

import type { Tx } from './database/db.ts'
import { Refusal } from './refusal.ts'
import type { Report } from './security-event.ts'

export type Kept<F> = {
  readonly name: string
  readonly because: string
  /** The tables it may change, and no others. */
  readonly tables: readonly string[]
  /** Answers another refusal where this one turns out not to be the whole truth. */
  readonly write: (tx: Tx, facts: F, report: Report) => Promise<Refusal | undefined>
}

export function kept<F>(declared: Kept<F>): Kept<F> {
  return declared
}

/** Says no, and keeps something of it. Nothing else of the request stays. */
export function refused<F>(refusal: Refusal, { write }: Kept<F>, facts: F): never {
  throw new Refusal(refusal.faults, {
    beside: refusal.beside,
    headers: refusal.headers,
    keep: (tx, report) => write(tx, facts, report),
    ...(refusal.securityEvent && { securityEvent: refusal.securityEvent }),
  })
}
