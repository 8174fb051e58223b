// The context of a use case: its input besides parameters, query, body and caller. Use cases read time, randomness and
// settings from here and never from the machine, so tests can replace them.

import type { Print } from './documents/document.ts'
import type { Id } from './ids.ts'
import type { Report } from './security-event.ts'
import type { Settings } from './settings.ts'

export type Context = {
  readonly now: Temporal.Instant
  /** The real time, by which tokens and codes expire even when the sandbox clock was moved (D10). */
  realNow(): Temporal.Instant
  /** A random UUID, and a random secret of 256 bits in base64url. */
  readonly random: { uuid(): string; secret(): string }
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Scheme and authority of absolute links to this service. */
  baseUrl(): string
  readonly mode: 'sandbox' | 'live'
  readonly settings: Settings
  /**
   * SHA-256 of the path, the validated body and the files. A request that repeats an idempotency key must have the same
   * hash (D7).
   */
  requestHash(): string
  /** Sets a reply header that the endpoint declares in `replyHeaders`, or `location`. */
  setHeader(name: string, value: string): void
  /** Reports a security event of the request, which is logged after the transaction has committed (D121). */
  readonly report: Report
  /** Counts the request against the rate limit of an application whose secret the use case has checked (D117). */
  countFor(applicationId: Id<'application'>): void
  /** Makes a PDF document. Refuses when too many are in progress. */
  readonly print: Print
  /** Sets one of the statuses in `otherReplies` instead of the declared one. */
  setStatus(status: number): void
}
