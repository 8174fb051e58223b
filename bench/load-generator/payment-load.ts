// Loads of payments from balances, without other load: fundings of transfers, and authorisations of card payments.

import { randomUUID } from 'node:crypto'
import { type Latency, latencyOf } from '../figures.ts'
import { type HttpClient, requestBody } from './http-client.ts'
import { quoteRequest, type Sender } from './lifecycle.ts'
import { closedLoop, openLoop } from './pace.ts'

/** The merchant category code of grocery stores (ISO 18245). */
const GROCERY_STORE = 5411

export type CardHolder = Sender & { readonly cardToken: string; readonly pan: string }

export type PaymentLoad = Latency & { readonly perSecond: number }

type Post = (sender: Sender, path: string, body: object) => Promise<string>

function poster(http: HttpClient): Post {
  return ({ token }, path, body) => requestBody(http, 'POST', path, token, body)
}

/** Funds `count` transfers. The transfers and their quotes are created before the measurement begins. */
export async function fundTransfers(
  http: HttpClient,
  senders: readonly Sender[],
  { inFlight, count }: { readonly inFlight: number; readonly count: number },
): Promise<PaymentLoad> {
  const post = poster(http)
  const unpaid: { readonly sender: Sender; readonly path: string }[] = []
  await closedLoop(inFlight, count, async (n) => {
    const sender = senders[n % senders.length] as Sender
    unpaid.push({ sender, path: await createTransfer(post, sender) })
  })
  return measure((timed) =>
    closedLoop(inFlight, count, async (n) => {
      const { sender, path } = unpaid[n] as (typeof unpaid)[number]
      await timed(() => post(sender, path, { type: 'BALANCE' }))
    }),
  )
}

/** Creates a transfer. Returns the path of its payments. */
async function createTransfer(post: Post, sender: Sender): Promise<string> {
  const { path, body } = quoteRequest(sender)
  const quote = await post(sender, path, body)
  const transfer = await post(sender, '/v1/transfers', {
    targetAccount: sender.recipientId,
    quoteUuid: /"id":"([^"]+)"/.exec(quote)?.[1],
    customerTransactionId: randomUUID(),
    details: { reference: 'bench' },
  })
  const id = /"id":(\d+)/.exec(transfer)?.[1]
  return `/v3/profiles/${sender.profileId}/transfers/${id}/payments`
}

/** Authorises `count` payments, `inFlight` at a time. */
export function authorisePayments(
  http: HttpClient,
  holders: readonly CardHolder[],
  { inFlight, count }: { readonly inFlight: number; readonly count: number },
): Promise<PaymentLoad> {
  const post = poster(http)
  return measure((timed) =>
    closedLoop(inFlight, count, (n) => timed(() => authorise(post, holders, n))),
  )
}

/** Authorises payments at a fixed rate. */
export function authoriseAtRate(
  http: HttpClient,
  holders: readonly CardHolder[],
  pace: { readonly perSecond: number; readonly seconds: number },
): Promise<PaymentLoad> {
  const post = poster(http)
  return measure(async (timed) => {
    await openLoop(pace, (n) => timed(() => authorise(post, holders, n)))
  })
}

/** Authorises payment `n` as a terminal in a shop does. A declined payment would cost less, so it is an error here. */
async function authorise(post: Post, holders: readonly CardHolder[], n: number): Promise<void> {
  const holder = holders[n % holders.length] as CardHolder
  const { profileId, cardToken, pan } = holder
  const path = `/v1/simulation/spend/profiles/${profileId}/cards/${cardToken}/transactions/authorisation`
  const reply = await post(holder, path, {
    pos: 'CHIP_AND_PIN',
    amount: { value: 1.25, currency: 'GBP' },
    acquirer: {
      name: 'Corner Shop',
      city: 'London',
      merchantCategoryCode: GROCERY_STORE,
      country: 'GB',
    },
    cardData: { pan, pin: '1234', cvv1: '123', icvv: '456', cvv2: '789' },
  })
  if (!reply.includes('"error":null')) throw new Error(`a card payment was declined: ${reply}`)
}

type TimeRequest = (request: () => Promise<unknown>) => Promise<void>

async function measure(work: (timed: TimeRequest) => Promise<void>): Promise<PaymentLoad> {
  const timesMs: number[] = []
  const startedAt = performance.now()
  await work(async (request) => {
    const sentAt = performance.now()
    await request()
    timesMs.push(performance.now() - sentAt)
  })
  const seconds = (performance.now() - startedAt) / 1000
  return { perSecond: timesMs.length / seconds, ...latencyOf(timesMs) }
}
