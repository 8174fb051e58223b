// How often one token may ask (D11). Each process counts for itself: the limit protects it.

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

/** Counts a request of `bearer`; throws TooManyRequests beyond `perSecond` in one second. */
export function rateLimit(
  perSecond: number,
  nowMs: () => number = () => performance.now(),
): (bearer: string) => void {
  let window = -1
  let counts = new Map<string, number>()
  return (bearer) => {
    const current = Math.floor(nowMs() / 1000 / rateWindow.seconds)
    if (current !== window) {
      window = current
      counts = new Map()
    }
    const count = (counts.get(bearer) ?? 0) + 1
    counts.set(bearer, count)
    if (count > perSecond)
      throw new Refusal([{ kind: TooManyRequests }], {
        headers: { 'retry-after': '1', 'x-rate-limited-by': 'token' },
      })
  }
}
