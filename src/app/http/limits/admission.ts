// Admission control: a request is refused at once when the requests in progress are more than can be
// answered in time (design 10, D120). Without it they would queue in this process until every client has
// given up. How many can be answered in time follows from how many were answered lately.

import type { Endpoint } from '../../../kernel/endpoint.ts'
import { type ErrorKind, Refusal } from '../../../kernel/refusal.ts'

export const Overloaded: ErrorKind = {
  code: 'service.overloaded',
  status: 503,
  message:
    'The service has more work than it can finish in time, and changed nothing. Send the request again after the seconds in Retry-After.',
}

export type Admission = {
  /** Throws when the request has to be refused. It is not counted before `begin`. */
  check(endpoint: Pick<Endpoint, 'shed'>): void
  begin(): void
  end(): void
}

/** Everything is admitted: for tests, which start as many requests at once as they like. */
export const unlimited: Admission = {
  check: () => undefined,
  begin: () => undefined,
  end: () => undefined,
}

type Options = {
  /** How long the admitted requests may take together, at the rate at which they are answered. */
  readonly targetMs: number
  readonly inProgressLeast: number
  readonly inProgressMost: number
  /** Before anything was measured. */
  readonly perSecondAtFirst: number
  nowMs(): number
}

const WINDOW_MS = 100
/** With fewer requests in progress the rate says how many came, not how many can be answered. */
const BUSY_LEAST = 32
/** How much of a window's rate goes into the estimate: it follows a change within about a second. */
const WEIGHT = 0.25
/** What begins something new is refused first, so that what has begun can be finished. */
const SHARE_OF_NEW_WORK = 0.5

const defaults: Options = {
  targetMs: 200,
  // More than a batch of writes holds (64): PostgreSQL must not run dry. Half of it, 128 quotes, is what
  // one client may well send at once after a pause, however slow the machine is.
  inProgressLeast: 256,
  inProgressMost: 1024,
  perSecondAtFirst: 2000,
  nowMs: () => performance.now(),
}

export function admission(options: Partial<Options> = {}): Admission {
  const { targetMs, inProgressLeast, inProgressMost, perSecondAtFirst, nowMs } = {
    ...defaults,
    ...options,
  }
  let inProgress = 0
  let perSecond = perSecondAtFirst
  let window = { since: nowMs(), inProgress: 0, answered: 0 }

  const measure = () => {
    const now = nowMs()
    const elapsedMs = now - window.since
    if (elapsedMs < WINDOW_MS) return
    const measured = (window.answered * 1000) / elapsedMs
    const isBusy = Math.min(window.inProgress, inProgress) >= BUSY_LEAST
    if (isBusy) perSecond += (measured - perSecond) * WEIGHT
    else perSecond = Math.max(perSecond, measured)
    window = { since: now, inProgress, answered: 0 }
  }
  const limit = () =>
    Math.min(inProgressMost, Math.max(inProgressLeast, (perSecond * targetMs) / 1000))
  return {
    check({ shed }) {
      measure()
      const most = shed === 'first' ? limit() * SHARE_OF_NEW_WORK : limit()
      if (inProgress >= most) throw refusal
    },
    begin: () => {
      inProgress++
    },
    end: () => {
      inProgress--
      window.answered++
    },
  }
}

/** Made once: under overload, the stack of an error is a large part of what a refusal costs. */
const refusal = new Refusal([{ kind: Overloaded }], { headers: { 'retry-after': '1' } })
