// Refusals as a client without an open connection sees them.

import { withClient } from './http-client.ts'
import type { Job } from './jobs.ts'
import { quoteRequest } from './lifecycle.ts'
import { countedLatency } from './lifecycles.ts'
import { openLoop } from './pace.ts'

/** Few compared with the load, and enough for percentiles. */
const CONNECTIONS_PER_SECOND = 100

/**
 * Requests quotes, each on a new connection. Returns the latency of those refused with 503, from opening the connection to
 * the reply. Run it in a process without load: a busy process reads replies late.
 */
export async function measureRefusals({
  port,
  sender,
  seconds,
}: Job & { kind: 'new-connections' }) {
  const { path, body } = quoteRequest(sender)
  const refusedMs: number[] = []
  await openLoop({ perSecond: CONNECTIONS_PER_SECOND, seconds }, async () => {
    const started = performance.now()
    await withClient(port, 1, async (http) => {
      const { status } = await http.request('POST', path, sender.token, body)
      if (status === 503) refusedMs.push(performance.now() - started)
    })
  })
  return countedLatency(refusedMs)
}
