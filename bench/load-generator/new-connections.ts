// Refusals as a client without an open connection sees them.

import { withClient } from './http-client.ts'
import type { Job } from './jobs.ts'
import { quoteRequest } from './lifecycle.ts'
import { countedLatency } from './lifecycles.ts'

/** With TICK_MS, 100 new connections each second. */
const NEW_CONNECTIONS_PER_TICK = 4
const TICK_MS = 40

/**
 * Requests quotes on one new connection each, and returns the time from opening the connection to the reply of those
 * that are refused with 503. Run it in a process without load: a busy process reads replies late.
 */
export async function measureRefusals({
  port,
  sender,
  seconds,
}: Job & { kind: 'new-connections' }) {
  const { path, body } = quoteRequest(sender)
  const refused: number[] = []
  const requestOnce = async () => {
    const started = performance.now()
    await withClient(port, 1, async (http) => {
      const { status } = await http.request('POST', path, sender.token, body)
      if (status === 503) refused.push(performance.now() - started)
    })
  }
  const running: Promise<void>[] = []
  const until = performance.now() + seconds * 1000
  while (performance.now() < until) {
    for (let n = 0; n < NEW_CONNECTIONS_PER_TICK; n++) running.push(requestOnce())
    await new Promise((resolve) => setTimeout(resolve, TICK_MS))
  }
  await Promise.all(running)
  return countedLatency(refused)
}
