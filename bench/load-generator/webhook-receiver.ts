// A receiver of webhooks, and the time between the reply to a move and its delivery.

import { createServer } from 'node:http'
import { latencyOf } from '../figures.ts'

export function webhookReceiver() {
  const movedAt = new Map<string, number>()
  const lagsMs: number[] = []
  let isReceiving = false
  const noteDelivery = (text: string) => {
    const id = /"id":(\d+)/.exec(text)?.[1]
    const state = /"current_state":"(\w+)"/.exec(text)?.[1]
    const key = `${id} ${state}`
    const at = movedAt.get(key)
    // A delivery may arrive before the reply to the move that caused it.
    lagsMs.push(at === undefined ? 0 : performance.now() - at)
    movedAt.delete(key)
  }
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      response.end('{"status":"ok"}')
      noteDelivery(text)
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
    noteMove(transferId: number, state: string): void {
      if (isReceiving) movedAt.set(`${transferId} ${state}`, performance.now())
    },
    lags: () => ({ received: lagsMs.length, missing: movedAt.size, ...latencyOf(lagsMs) }),
  }
}
