// One transfer from quote to pay-out, as a client program would make it.

import { randomUUID } from 'node:crypto'
import type { Id } from '../../src/kernel/ids.ts'
import type { HttpClient, Reply } from './http-client.ts'

export type Sender = {
  readonly token: string
  readonly profileId: Id<'profile'>
  readonly recipientId: number
}

/** The requests of a lifecycle, in their order. */
export const operations = [
  'quote',
  'transfer',
  'fund',
  'processing',
  'funds_converted',
  'outgoing_payment_sent',
] as const
export type Operation = (typeof operations)[number]

export type Recorder = {
  /** Records the time of a request that succeeded, with its wait for a connection. */
  recordSuccess(operation: Operation, milliseconds: number): void
  recordFailure(operation: Operation, milliseconds: number, reply: Reply): void
  recordMove(transferId: number, state: string): void
}

export function quoteRequest({ profileId, recipientId }: Omit<Sender, 'token'>) {
  return {
    path: `/v3/profiles/${profileId}/quotes`,
    body: {
      sourceCurrency: 'GBP',
      targetCurrency: 'EUR',
      sourceAmount: 100,
      targetAccount: recipientId,
      preferredPayIn: 'BALANCE',
    },
  }
}

/** Returns whether the transfer reached `outgoing_payment_sent`. */
export async function runLifecycle(
  http: HttpClient,
  { token, profileId, recipientId }: Sender,
  recorder: Recorder,
): Promise<boolean> {
  const call = async (operation: Operation, method: string, path: string, body?: object) => {
    const started = performance.now()
    const reply = await http.request(method, path, token, body)
    const milliseconds = performance.now() - started
    if (reply.status < 200 || reply.status >= 300) {
      recorder.recordFailure(operation, milliseconds, reply)
      return undefined
    }
    recorder.recordSuccess(operation, milliseconds)
    return reply.body
  }
  const { path: quotes, body: quoteBody } = quoteRequest({ profileId, recipientId })
  const quote = await call('quote', 'POST', quotes, quoteBody)
  if (quote === undefined) return false
  const transfer = await call('transfer', 'POST', '/v1/transfers', {
    targetAccount: recipientId,
    quoteUuid: /"id":"([^"]+)"/.exec(quote)?.[1],
    customerTransactionId: randomUUID(),
    details: { reference: 'bench' },
  })
  if (transfer === undefined) return false
  const id = Number(/"id":(\d+)/.exec(transfer)?.[1])
  recorder.recordMove(id, 'incoming_payment_waiting')
  const path = `/v3/profiles/${profileId}/transfers/${id}/payments`
  if ((await call('fund', 'POST', path, { type: 'BALANCE' })) === undefined) return false
  recorder.recordMove(id, 'processing')
  for (const step of ['processing', 'funds_converted', 'outgoing_payment_sent'] as const) {
    const moved = await call(step, 'GET', `/v1/simulation/transfers/${id}/${step}`)
    if (moved === undefined) return false
    if (step !== 'processing') recorder.recordMove(id, step)
  }
  return true
}
