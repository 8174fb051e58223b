// What every use case gets of the request beside its parameters, query, body and caller. Time, randomness and
// settings come from here, so that a use case reads none of them from the machine.

import type { Print } from './documents/document.ts'
import type { Id } from './ids.ts'
import type { Report } from './security-event.ts'
import type { Settings } from './settings.ts'

export type Context = {
  readonly now: Temporal.Instant
  /** The real time, which tokens and codes live by although the sandbox clock may be elsewhere (D10). */
  realNow(): Temporal.Instant
  /** Use cases get randomness, like time, from here: a test can then replace it. */
  readonly random: { uuid(): string; secret(): string }
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Scheme and authority the client used, for absolute links. */
  baseUrl(): string
  readonly mode: 'sandbox' | 'live'
  readonly settings: Settings
  /** SHA-256 of path and validated body: what an idempotency key in a body is held against (D7). */
  requestHash(): string
  /** Sets a reply header that the endpoint declares in `replyHeaders`, or `location`. */
  setHeader(name: string, value: string): void
  /** Reports to the security log what the request did, once that is committed. */
  readonly report: Report
  /** Tells the rate limits which application the request has authenticated (D117). */
  countFor(applicationId: Id<'application'>): void
  /** Makes a PDF document; refuses when too many are being made. */
  readonly print: Print
  /** Answers one of `otherReplies` instead of the declared status. */
  setStatus(status: number): void
}
