// When a call is sent again, and how long it waits before.

import { GodwitError } from './errors.ts'

const FIRST_PAUSE_MS = 200
const PAUSE_MAX_MS = 30_000

/** The service, or something in front of it, may do better in a moment. */
const transient = new Set([429, 502, 503, 504])

/** The service replied that it did nothing, so that every operation can be sent again. */
export function wasNotProcessed(error: unknown): boolean {
  return (
    error instanceof GodwitError &&
    (error.status === 429 || (error.status === 503 && error.headers.has('retry-after')))
  )
}

/** Whether the same request may succeed soon: a broken connection, a timeout, or a status that passes. */
export function isTransient(error: unknown): boolean {
  return !(error instanceof GodwitError) || transient.has(error.status)
}

/**
 * Milliseconds to wait after attempt number `attempt`: what the service demands, or else doubled each time, with a
 * random part so that clients do not return together. Undefined if the service demands more than 30 s.
 */
export function pauseMs(error: unknown, attempt: number): number | undefined {
  const demanded =
    error instanceof GodwitError ? Number(error.headers.get('retry-after') ?? 0) * 1000 : 0
  if (demanded > PAUSE_MAX_MS) return undefined
  const backoff = Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), PAUSE_MAX_MS)
  return Math.max(demanded, backoff * (0.5 + Math.random() / 2))
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
