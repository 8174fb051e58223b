// Measures batch groups: transfers per second in groups of a hundred, and the time to pay a group of a thousand,
// compared with a hundred single payments.

import { randomUUID } from 'node:crypto'
import { type Latency, latencyOf } from '../figures.ts'
import { type HttpClient, requestBody } from './http-client.ts'
import { quoteRequest, type Sender } from './lifecycle.ts'

export const GROUP_SIZE = 100
export const LARGE_GROUP_SIZE = 1000
export const SINGLE_PAYMENTS = 100
/** Requests at a time while the large group is filled. The filling is not measured. */
const FILLING_REQUESTS = 16

type Call = (method: string, path: string, body?: object) => Promise<string>

function caller(http: HttpClient, { token }: Sender): Call {
  return (method, path, body) => requestBody(http, method, path, token, body)
}

/** The id in the JSON of a reply, found without parsing it. */
const idIn = (text: string) => /"id":"?([^",]+)/.exec(text)?.[1] ?? ''

/** Creates a quote. Returns the body of a transfer with that quote. */
async function transferBody(call: Call, sender: Sender): Promise<object> {
  const { path, body } = quoteRequest(sender)
  const quoteUuid = idIn(await call('POST', path, body))
  return { targetAccount: sender.recipientId, quoteUuid, customerTransactionId: randomUUID() }
}

/** Creates and completes a group, with `concurrent` requests at a time. Returns its id. */
async function fillGroup(
  call: Call,
  sender: Sender,
  size: number,
  concurrent = 1,
): Promise<string> {
  const path = `/v3/profiles/${sender.profileId}/batch-groups`
  const id = idIn(await call('POST', path, { sourceCurrency: 'GBP', name: randomUUID() }))
  let left = size
  const client = async () => {
    while (left-- > 0)
      await call('POST', `${path}/${id}/transfers`, await transferBody(call, sender))
  }
  await Promise.all(Array.from({ length: concurrent }, client))
  const version = Number(/"version":(-?\d+)/.exec(await call('GET', `${path}/${id}`))?.[1])
  await call('PATCH', `${path}/${id}`, { status: 'COMPLETED', version })
  return id
}

function payGroup(call: Call, { profileId }: Sender, id: string): Promise<string> {
  const path = `/v3/profiles/${profileId}/batch-payments/${id}/payments`
  return call('POST', path, { type: 'BALANCE' })
}

/** The transfers that groups paid per second, and the latency of the payments of groups. */
export type GroupLoad = { readonly paidPerSecond: number; readonly funding: Latency }

/** Quotes, fills, completes and pays `inFlight` groups concurrently, in a closed loop of `seconds`. */
export async function payGroups(
  http: HttpClient,
  senders: readonly Sender[],
  inFlight: number,
  seconds: number,
): Promise<GroupLoad> {
  const fundingMs: number[] = []
  let begun = 0
  const startedAt = performance.now()
  const client = async () => {
    while (performance.now() - startedAt < seconds * 1000) {
      const sender = senders[begun++ % senders.length] as Sender
      const call = caller(http, sender)
      const id = await fillGroup(call, sender, GROUP_SIZE)
      const sentAt = performance.now()
      await payGroup(call, sender, id)
      fundingMs.push(performance.now() - sentAt)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, client))
  const elapsedSeconds = (performance.now() - startedAt) / 1000
  return {
    paidPerSecond: (fundingMs.length * GROUP_SIZE) / elapsedSeconds,
    funding: latencyOf(fundingMs),
  }
}

/** The time to pay the large group, and the time of `SINGLE_PAYMENTS` payments one after another. */
export type LargeGroup = { readonly groupMs: number; readonly singlesMs: number }

/** Times a group of a thousand, and a hundred single payments one after another, of a sender without other load. */
export async function payLargeGroup(http: HttpClient, sender: Sender): Promise<LargeGroup> {
  const call = caller(http, sender)
  const { profileId } = sender
  const id = await fillGroup(call, sender, LARGE_GROUP_SIZE, FILLING_REQUESTS)
  const singles: string[] = []
  for (let n = 0; n < SINGLE_PAYMENTS; n++)
    singles.push(idIn(await call('POST', '/v1/transfers', await transferBody(call, sender))))
  const singlesStartedAt = performance.now()
  for (const single of singles)
    await call('POST', `/v3/profiles/${profileId}/transfers/${single}/payments`, {
      type: 'BALANCE',
    })
  const groupStartedAt = performance.now()
  await payGroup(call, sender, id)
  return {
    groupMs: performance.now() - groupStartedAt,
    singlesMs: groupStartedAt - singlesStartedAt,
  }
}
