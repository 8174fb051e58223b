// Retries and idempotency keys, against replies that a test writes.

import { describe, expect, it } from 'vitest'
import { OutcomeUnknown, TooManyRequests } from '../src/index.ts'
import { pauseMs } from '../src/retries.ts'
import { clientOf, KEY_HEADER, order, refusal, transfer } from './written-replies.ts'

describe('calls with an idempotency key', () => {
  it('send the same key in the header of every attempt', async () => {
    const { godwit, attempts } = clientOf(['broken', [503], [502], [200]])
    await godwit.accountDetails.createAccountDetailsOrder(order)
    const keys = attempts.map(({ headers }) => headers.get(KEY_HEADER))
    expect(keys).toHaveLength(4)
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('send the same key in the body of every attempt', async () => {
    const { godwit, attempts } = clientOf(['broken', 'broken'])
    await godwit.transfers.createTransfer(transfer)
    const keys = attempts.map(({ body }) => body['customerTransactionId'])
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
  })

  it('make another key for another call, because two equal calls are two payments', async () => {
    const { godwit, attempts } = clientOf([])
    await godwit.transfers.createTransfer(transfer)
    await godwit.transfers.createTransfer(transfer)
    expect(new Set(attempts.map(({ body }) => body['customerTransactionId'])).size).toBe(2)
  })

  it('keep the key of the caller', async () => {
    const { godwit, attempts } = clientOf([])
    const customerTransactionId = '3f9f1d8e-0d1b-4c7e-8f57-0a4c1b9f2e11'
    await godwit.transfers.createTransfer({ body: { ...transfer.body, customerTransactionId } })
    await godwit.accountDetails.createAccountDetailsOrder({
      ...order,
      headers: { 'X-idempotence-uuid': 'k' },
    })
    expect([
      attempts[0]?.body['customerTransactionId'],
      attempts[1]?.headers.get(KEY_HEADER),
    ]).toEqual([customerTransactionId, 'k'])
  })

  it('keep the key of the caller in any spelling of the header', async () => {
    const { godwit, attempts } = clientOf(['broken'])
    const headers = { 'x-IDEMPOTENCE-uuid': 'k' }
    await godwit.accountDetails.createAccountDetailsOrder({ ...order, headers })
    expect(attempts.map((attempt) => attempt.headers.get(KEY_HEADER))).toEqual(['k', 'k'])
  })

  it('send the key that the store has under the name `storeAs`, also after a restart', async () => {
    const stored = new Map<string, string>()
    const store = {
      keep: async (name: string, key: string) => {
        if (!stored.has(name)) stored.set(name, key)
        return stored.get(name) ?? key
      },
    }
    const before = clientOf(['broken'], { store, attemptsMax: 1 })
    const name = { storeAs: 'salary-2026-11-0042' }
    await expect(before.godwit.transfers.createTransfer(transfer, name)).rejects.toThrow(
      OutcomeUnknown,
    )
    const after = clientOf([], { store })
    await after.godwit.transfers.createTransfer(transfer, name)
    await after.godwit.transfers.createTransfer(transfer, { storeAs: 'salary-2026-11-0043' })
    const [first, second, third] = [...before.attempts, ...after.attempts].map(
      ({ body }) => body['customerTransactionId'],
    )
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  it('are rejected unsent when storeAs is set, but there is no store or the operation has no key', async () => {
    const { godwit, attempts } = clientOf([])
    const name = { storeAs: 'payment-1' }
    await expect(godwit.transfers.createTransfer(transfer, name)).rejects.toThrow(
      'storeAs needs a store',
    )
    const cancel = godwit.transfers.cancelTransfer({ path: { transferId: 1 } }, name)
    await expect(cancel).rejects.toThrow('cancelTransfer has no idempotency key')
    expect(attempts).toEqual([])
  })
})

describe('calls without a key', () => {
  it.each([['broken'], [[502]], [[503]], [[504]]] as const)(
    'D131: fail with OutcomeUnknown after %j when the operation must not be repeated',
    async (reply) => {
      const { godwit, attempts } = clientOf([reply])
      const cancel = godwit.transfers.cancelTransfer({ path: { transferId: 1 } })
      await expect(cancel).rejects.toBeInstanceOf(OutcomeUnknown)
      expect(attempts).toHaveLength(1)
    },
  )

  it.each([[429], [503]])(
    'are repeated when the service did nothing: %i with Retry-After',
    async (status) => {
      const { godwit, attempts } = clientOf([[status, { 'retry-after': '0' }]])
      await godwit.transfers.cancelTransfer({ path: { transferId: 1 } })
      expect(attempts).toHaveLength(2)
    },
  )

  it('are repeated when they only read', async () => {
    const { godwit, attempts } = clientOf(['broken', [504]])
    await godwit.transfers.getTransfer({ path: { transferId: 1 } })
    expect(attempts).toHaveLength(3)
  })
})

describe('redirects', () => {
  it.each([301, 302, 307, 308])('%i is an error: a POST must not become a GET', async (status) => {
    const { godwit, attempts } = clientOf([[status, { location: 'http://elsewhere.example' }]])
    const call = godwit.transfers.createTransfer(transfer)
    await expect(call).rejects.toMatchObject({ name: 'GodwitError', status })
    expect(attempts.map(({ redirect }) => redirect)).toEqual(['manual'])
  })
})

describe('retries end', () => {
  it('after attemptsMax attempts', async () => {
    const { godwit, attempts } = clientOf([[503], [503], [503]], { attemptsMax: 2 })
    await expect(godwit.transfers.getTransfer({ path: { transferId: 1 } })).rejects.toMatchObject({
      status: 503,
    })
    expect(attempts).toHaveLength(2)
  })

  it('at once when Retry-After is longer than 30 s, such as that of a locked factor', async () => {
    const { godwit, attempts } = clientOf([[429, { 'retry-after': '900' }]])
    const call = godwit.transfers.getTransfer({ path: { transferId: 1 } })
    await expect(call).rejects.toBeInstanceOf(TooManyRequests)
    expect(attempts).toHaveLength(1)
  })

  it('at once for the status 500, because a repetition would fail in the same way', async () => {
    const { godwit, attempts } = clientOf([[500]])
    await expect(godwit.transfers.getTransfer({ path: { transferId: 1 } })).rejects.toMatchObject({
      status: 500,
    })
    expect(attempts).toHaveLength(1)
  })

  it('when the caller aborts during a pause', async () => {
    const { godwit, attempts } = clientOf([[503, { 'retry-after': '20' }]])
    const controller = new AbortController()
    const call = godwit.transfers.getTransfer(
      { path: { transferId: 1 } },
      { signal: controller.signal },
    )
    setTimeout(() => controller.abort(new Error('stopped by the caller')), 20)
    await expect(call).rejects.toThrow('stopped by the caller')
    expect(attempts).toHaveLength(1)
  })
})

describe('pauses', () => {
  it.each([
    [1, 100, 200],
    [2, 200, 400],
    [4, 800, 1600],
    [20, 15_000, 30_000],
  ])('attempt %i waits %i to %i ms', (attempt, least, most) => {
    const ms = pauseMs(refusal(503), attempt)
    expect(ms).toBeGreaterThanOrEqual(least)
    expect(ms).toBeLessThanOrEqual(most)
  })

  it('last at least as long as the seconds in Retry-After', () => {
    expect(pauseMs(refusal(429, { 'retry-after': '7' }), 1)).toBe(7000)
  })

  it('last until the date in Retry-After, which a proxy may send', () => {
    const retryAfter = new Date(Date.now() + 9000).toUTCString()
    const ms = pauseMs(refusal(503, { 'retry-after': retryAfter }), 1)
    expect(ms).toBeGreaterThan(5000)
    expect(ms).toBeLessThanOrEqual(9000)
  })

  it.each(['Wed, 21 Oct 2015 07:28:00 GMT', 'soon', '-5', '0', ''])(
    'are not shortened by Retry-After: %j',
    (retryAfter) => {
      const ms = pauseMs(refusal(503, { 'retry-after': retryAfter }), 1)
      expect(ms).toBeGreaterThanOrEqual(100)
      expect(ms).toBeLessThanOrEqual(200)
    },
  )
})
