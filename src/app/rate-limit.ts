// How often one token, or one client with its secret, may ask (D11). Each process counts for itself: the limit protects it.

import { type ErrorKind, Refusal } from '../kernel/refusal.ts'
import { timer } from '../kernel/timer.ts'

export const TooManyRequests: ErrorKind = {
  code: 'rate.limit.exceeded',
  status: 429,
  message: 'Too many requests with this token. Slow down, and try again after a second.',
}

export const rateWindow = timer({
  name: 'app.rate-window',
  seconds: 1,
  spec: 'D11',
  ends: 'The requests of a token are counted from nought again.',
  realTime: true,
})

/** Counts a request of `asker`; throws TooManyRequests beyond `perSecond` in one second. */
export function rateLimit(
  perSecond: number,
  nowMs: () => number = () => performance.now(),
): (asker: string) => void {
  let window = -1
  let counts = new Map<string, number>()
  return (asker) => {
    const current = Math.floor(nowMs() / 1000 / rateWindow.seconds)
    if (current !== window) {
      window = current
      counts = new Map()
    }
    const count = (counts.get(asker) ?? 0) + 1
    counts.set(asker, count)
    if (count > perSecond)
      throw new Refusal([{ kind: TooManyRequests }], {
        headers: { 'retry-after': '1', 'x-rate-limited-by': 'token' },
      })
  }
}
