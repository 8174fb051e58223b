// Clients that top up a balance of a running service while a test backs it up.

import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'

const CLIENTS = 8

type Person = { readonly token: string; readonly personal: number }

async function post(url: string, token: string, path: string, body: object): Promise<Response> {
  return fetch(url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-idempotence-uuid': randomUUID(),
    },
    body: JSON.stringify(body),
  })
}

/** Opens a balance of a person and returns its id. */
export async function openBalance(url: string, { token, personal }: Person): Promise<number> {
  const body = { currency: 'GBP', type: 'STANDARD' }
  const reply = await post(url, token, `/v4/profiles/${personal}/balances`, body)
  return ((await reply.json()) as { id: number }).id
}

/** Starts clients that top up a balance until the load is stopped. */
export function startLoad(url: string, token: string, profileId: number, balanceId: number) {
  const acknowledged = new Set<number>()
  let isStopping = false
  const running = Array.from({ length: CLIENTS }, async () => {
    while (!isStopping) {
      const body = { profileId, balanceId, currency: 'GBP', amount: 1 }
      const reply = await post(url, token, '/v1/simulation/balance/topup', body)
      expect(reply.status).toBe(200)
      acknowledged.add(((await reply.json()) as { transactionId: number }).transactionId)
    }
  })
  return {
    /** The ids of the acknowledged movements. */
    acknowledged,
    /** Waits until `count` top-ups were acknowledged. */
    reaches: async (count: number) => {
      while (acknowledged.size < count) await new Promise((resolve) => setTimeout(resolve, 5))
    },
    stop: async () => {
      isStopping = true
      await Promise.all(running)
    },
  }
}
