// Admission control: refuses a request immediately when more requests are in progress than can be answered in time
// (D120, decision 11). Otherwise requests would queue in this process until every client has given up. The limit follows from the
// recent rate of replies.

import type { Endpoint } from '../../../kernel/endpoint.ts'
import { type ErrorKind, Refusal } from '../../../kernel/refusal.ts'

export const Overloaded: ErrorKind = {
  code: 'service.overloaded',
  status: 503,
  message:
    'The service has more work than it can finish in time, and changed nothing. Send the request again after the number of seconds in the header Retry-After.',
}

export type Admission = {
  /** Throws when the request has to be refused. The request is not counted before `begin`. */
  check(endpoint: Pick<Endpoint, 'shed'>): void
  begin(): void
  end(): void
}

/** Admits every request. For tests, which may start any number of concurrent requests. */
export const unlimited: Admission = {
  check: () => undefined,
  begin: () => undefined,
  end: () => undefined,
}

type Options = {
  /** The time in which the requests in progress should be answered, at the measured rate. */
  readonly targetMs: number
  readonly limitMin: number
  readonly limitMax: number
  /** The rate that is assumed before the first measurement. */
  readonly initialPerSecond: number
  nowMs(): number
}

const WINDOW_MS = 100
/** With fewer requests in progress, the rate measures how many arrive and not how many can be answered. */
const BUSY_MIN = 32
/** The weight of a window's rate in the estimate, which then follows a change within about a second. */
const WEIGHT = 0.25
/** Requests that begin something new are refused first, so that clients can finish what they have begun. */
const SHARE_OF_NEW_WORK = 0.5

const defaults: Options = {
  targetMs: 200,
  // More than a batch of writes (`WRITES_MAX` in batch-writes.ts), so that PostgreSQL always has work. New quotes get half of this number
  // (`SHARE_OF_NEW_WORK`): after a pause, a client may send 128 of them together, however slow the machine is.
  limitMin: 256,
  limitMax: 1024,
  initialPerSecond: 2000,
  nowMs: () => performance.now(),
}

export function admission(options: Partial<Options> = {}): Admission {
  const { targetMs, limitMin, limitMax, initialPerSecond, nowMs } = {
    ...defaults,
    ...options,
  }
  let inProgress = 0
  let answeredPerSecond = initialPerSecond
  let window = { sinceMs: nowMs(), inProgress: 0, answered: 0 }

  const measure = () => {
    const endMs = nowMs()
    const elapsedMs = endMs - window.sinceMs
    if (elapsedMs < WINDOW_MS) return
    const measured = (window.answered * 1000) / elapsedMs
    const isBusy = Math.min(window.inProgress, inProgress) >= BUSY_MIN
    // While few requests arrive, a low rate is no evidence of a slow service, but a high rate is evidence of a fast one.
    if (isBusy) answeredPerSecond += (measured - answeredPerSecond) * WEIGHT
    else answeredPerSecond = Math.max(answeredPerSecond, measured)
    window = { sinceMs: endMs, inProgress, answered: 0 }
  }
  const currentLimit = () =>
    Math.min(limitMax, Math.max(limitMin, (answeredPerSecond * targetMs) / 1000))
  return {
    check({ shed }) {
      measure()
      const share = shed === 'first' ? SHARE_OF_NEW_WORK : 1
      if (inProgress >= currentLimit() * share) throw refusal
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

/** All refusals are one object, because under overload capturing a stack is a large part of the cost of a refusal. */
const refusal = new Refusal([{ kind: Overloaded }], { headers: { 'retry-after': '1' } })
