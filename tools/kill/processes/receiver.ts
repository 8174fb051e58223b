// Receives webhooks as a client's server would: checks the signature, records the order, and sometimes
// refuses a first attempt, so that the service has to retry.

import { verify } from 'node:crypto'
import { createServer } from 'node:http'
import type { Random } from '../random.ts'

/** The probability that the first attempt of a delivery is refused. */
const FIRST_REFUSAL_PROBABILITY = 0.02

export type Delivery = {
  /** The body of the first arrival. Repeated deliveries must have the same bytes. */
  readonly body: string
  /** The position among the first arrivals of all deliveries. */
  readonly arrival: number
  /** The number of arrivals. */
  times: number
}

export type Receiver = {
  readonly url: string
  /** The received messages by X-Delivery-Id, without test notifications. */
  readonly received: ReadonlyMap<string, Delivery>
  /** One message for each delivery with a wrong signature or changed bytes. */
  readonly findings: readonly string[]
  /** Sets the public key (PEM) that every later signature must match. */
  trust(publicKey: string): void
  stop(): Promise<void>
}

export async function openReceiver(random: Random): Promise<Receiver> {
  const received = new Map<string, Delivery>()
  const findings: string[] = []
  let publicKey: string | undefined
  const receive = (headers: Record<string, unknown>, body: string): number => {
    if (headers['x-test-notification'] === 'true') return 200
    const id = String(headers['x-delivery-id'])
    if (publicKey !== undefined && !isSigned(body, headers['x-signature-sha256'], publicKey))
      findings.push(`delivery ${id} is not signed by the key that the service publishes`)
    const before = received.get(id)
    if (before === undefined) {
      received.set(id, { body, arrival: received.size, times: 1 })
      return random.chance(FIRST_REFUSAL_PROBABILITY) ? 503 : 200
    }
    if (before.body !== body) findings.push(`delivery ${id} arrived again with other bytes`)
    before.times++
    return 200
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    // The sender was killed before the message was complete.
    request.on('error', () => undefined)
    request.on('end', () => {
      response.statusCode = receive(request.headers, Buffer.concat(chunks).toString())
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    findings,
    trust: (key) => {
      publicKey = key
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function isSigned(body: string, signature: unknown, publicKey: string): boolean {
  if (typeof signature !== 'string') return false
  return verify('sha256', Buffer.from(body), publicKey, Buffer.from(signature, 'base64'))
}
