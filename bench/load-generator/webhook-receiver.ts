// Receives webhooks, and measures the time from the reply to a move until the webhook about it arrives.

import { createServer } from 'node:http'
import { latencyOf } from '../figures.ts'

export function webhookReceiver() {
  const movedAt = new Map<string, number>()
  /** Deliveries that arrived before the reply to the move that caused them. */
  const early = new Set<string>()
  const received = new Set<string>()
  const lagsMs: number[] = []
  let isReceiving = false
  const recordDelivery = (text: string) => {
    const id = /"id":(\d+)/.exec(text)?.[1]
    const state = /"current_state":"(\w+)"/.exec(text)?.[1]
    const key = `${id} ${state}`
    // A repeated delivery would count as an early one.
    if (received.has(key)) return
    received.add(key)
    const at = movedAt.get(key)
    // A delivery that arrives before the reply has a lag of zero.
    lagsMs.push(at === undefined ? 0 : performance.now() - at)
    if (at === undefined) early.add(key)
    movedAt.delete(key)
  }
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      response.end('{"status":"ok"}')
      recordDelivery(text)
    })
  })
  return {
    start(): Promise<{ port: number }> {
      isReceiving = true
      return new Promise((resolve) => {
        server.listen(0, '127.0.0.1', () =>
          resolve({ port: (server.address() as { port: number }).port }),
        )
      })
    },
    recordMove(transferId: number, state: string): void {
      if (!isReceiving) return
      const key = `${transferId} ${state}`
      // A move whose delivery was early must not be recorded, or the delivery would be reported as missing.
      if (!early.delete(key)) movedAt.set(key, performance.now())
    },
    lags: () => ({ received: lagsMs.length, missing: movedAt.size, ...latencyOf(lagsMs) }),
  }
}
