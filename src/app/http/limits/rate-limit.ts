// Limits requests per second (D11, D117): of a client address until the request is authenticated, of a user with all
// tokens of the user, and of an application with its tokens, sign-ups and token requests. Token requests of a public
// application count against the address, because the application cannot authenticate. Each process counts separately,
// because the limit protects the process.

import { type ErrorKind, Refusal } from '../../../kernel/refusal.ts'
import { securityEvent } from '../../../kernel/security-event.ts'
import { timer } from '../../../kernel/timer.ts'
import { rateLimitExceeded } from '../../security-events.ts'

export const TooManyRequests: ErrorKind = {
  code: 'rate.limit.exceeded',
  status: 429,
  message: 'Too many requests. Slow down, and try again after a second.',
}

export const rateWindow = timer({
  name: 'app.rate-window',
  seconds: 1,
  spec: 'D11',
  ends: 'The requests of an address, a user or an application are counted from zero.',
  realTime: true,
})

/** A limit against which a request counts, and the key of the address, user or application that has the limit. */
export type LimitOwner =
  | { readonly limit: 'address'; readonly key: string }
  | { readonly limit: 'user' | 'application'; readonly key: number }

type LimitName = LimitOwner['limit']

export type RateLimits = {
  /** Counts a request, and returns the window in which the request counts. Refuses with TooManyRequests beyond the limit. */
  count(owner: LimitOwner): number
  /**
   * Undoes a count in the window that `count` returned, for an address whose request is authenticated. Does nothing
   * after that window, because it would undo the count of another request.
   */
  undoCount(owner: LimitOwner, window: number): void
}

/** For operators that set no limit. */
export const noLimits: RateLimits = { count: () => 0, undoCount: () => undefined }

// An attacker can use many addresses: this maximum keeps the counters below 10 MB of memory. Further keys of a limit share
// one counter, so a flood of addresses affects only clients that come later in the same second.
const KEYS_MAX = 50_000
const SHARED_KEY = 'beyond KEYS_MAX'

type Options = {
  readonly perSecond: Readonly<Record<LimitName, number>>
  readonly keysMax?: number
  readonly nowMs?: () => number
}

export function rateLimits({
  perSecond,
  keysMax = KEYS_MAX,
  nowMs = () => performance.now(),
}: Options): RateLimits {
  let window = -1
  let counts = new Map<string, number>()
  /** Returns the key of the owner in `counts`, which it empties first when a new window has begun. */
  const keyOf = ({ limit, key }: LimitOwner): string => {
    const current = Math.floor(nowMs() / 1000 / rateWindow.seconds)
    if (current !== window) {
      window = current
      counts = new Map()
    }
    const ownKey = `${limit} ${key}`
    return counts.size < keysMax || counts.has(ownKey) ? ownKey : `${limit} ${SHARED_KEY}`
  }
  return {
    count(owner) {
      const key = keyOf(owner)
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      const limit = perSecond[owner.limit]
      if (count > limit) throw tooManyRequests(owner, count === limit + 1)
      return window
    },
    undoCount(owner, countedIn) {
      const key = keyOf(owner)
      const count = counts.get(key) ?? 0
      if (countedIn === window && count > 0) counts.set(key, count - 1)
    },
  }
}

/** Of each owner only the first refusal of a second is logged, so that a flood of requests does not become a flood of lines. */
function tooManyRequests({ limit, key }: LimitOwner, isFirst: boolean): Refusal {
  const values = {
    limit,
    ...(limit === 'user' && { userId: Number(key) }),
    ...(limit === 'application' && { applicationId: Number(key) }),
  }
  return new Refusal([{ kind: TooManyRequests }], {
    headers: { 'retry-after': String(rateWindow.seconds), 'x-rate-limited-by': limit },
    ...(isFirst && { securityEvent: securityEvent(rateLimitExceeded, values) }),
  })
}
