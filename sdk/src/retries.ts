// When a call is sent again, and how long the client waits before it sends the call.

import { causesOf, GodwitError } from './errors.ts'

const FIRST_PAUSE_MS = 200
/** A longer `Retry-After`, such as that of a locked factor, is left to the program. */
const PAUSE_MAX_MS = 30_000

/**
 * The effect of an attempt without a result. `nothing`: the service did not process the request, so every operation can
 * be sent again. `unknown`: the reply was lost. `refused`: the request and earlier attempts with the same key had no effect.
 * `failed`: any other reply. The call is not repeated, and the reply shows nothing about earlier attempts.
 */
export function effectOf(error: unknown): 'nothing' | 'unknown' | 'refused' | 'failed' {
  if (!(error instanceof GodwitError)) return wasNotSent(error) ? 'nothing' : 'unknown'
  const { status, headers } = error
  if (status === 429 || (status === 503 && headers.has('retry-after'))) return 'nothing'
  if ([502, 503, 504].includes(status)) return 'unknown'
  return status >= 400 && status < 500 && ![401, 408].includes(status) ? 'refused' : 'failed'
}

/** The errors of Node.js (system calls and codes), Bun (codes) and Deno (messages) when no connection was made. */
const NO_CONNECTION =
  /^(connect|getaddrinfo|ECONNREFUSED|ConnectionRefused|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|bad port)$|client error \(Connect\)/

/** Browsers do not report whether a connection was made, so no error of a browser proves that nothing was sent. */
function wasNotSent(error: unknown): boolean {
  return causesOf(error).some(({ syscall = '', code = '', message = '' }) =>
    [syscall, code, message].some((text) => NO_CONNECTION.test(text)),
  )
}

/**
 * Milliseconds to wait after attempt number `attempt`: a pause that doubles with each attempt, with a random part so that
 * clients do not return together, or longer if `Retry-After` demands it. `Retry-After` is a number of seconds, or a date
 * (RFC 9110 section 10.2.3), which proxies send. Undefined if the service demands more than `PAUSE_MAX_MS`.
 */
export function pauseMs(error: unknown, attempt: number): number | undefined {
  const text = error instanceof GodwitError ? error.headers.get('retry-after') : null
  const demandedMs = Number(text) * 1000 || Date.parse(text ?? '') - Date.now() || 0
  if (demandedMs > PAUSE_MAX_MS) return undefined
  const backoffMs = Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), PAUSE_MAX_MS)
  return Math.max(demandedMs, backoffMs * (0.5 + Math.random() / 2))
}

/** Resolves after `ms`, and rejects with the reason when `signal` aborts. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop)
  })
}
