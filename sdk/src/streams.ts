// Streams: when a connection ends, for example because the service restarts, the client opens another and continues
// after the last entry.

import { GodwitError } from './errors.ts'
import type { ServerSentEvent, SseOptions } from './generated/client.ts'
import { pause, pauseMs } from './retries.ts'

type Open = (call: object, init: SseOptions) => AsyncIterable<ServerSentEvent<unknown>>

/**
 * The entries of a stream until the signal in `init` aborts. A reply with a status below 500, or with a `Retry-After` that
 * is too long for `pauseMs`, ends the stream with the error of the reply. After every other end the stream is opened again.
 */
export async function* follow(open: Open, call: { headers?: object } = {}, init: SseOptions = {}) {
  for (let failures = 0; !init.signal?.aborted; failures++) {
    let failure: unknown
    try {
      for await (const { data, id } of open(call, { ...init, reconnect: false })) {
        failures = 0
        if (id) call = { ...call, headers: { ...call.headers, 'Last-Event-ID': id } }
        if (data) yield data
      }
    } catch (error) {
      failure = error
    }
    const waitMs = pauseMs(failure, failures + 1)
    const isRefused = failure instanceof GodwitError && failure.status < 500
    if (isRefused || waitMs === undefined) throw failure
    await pause(waitMs, init.signal ?? undefined).catch(() => undefined)
  }
}
