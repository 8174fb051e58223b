// Retries and idempotency keys, against replies that a test writes.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { GodwitError } from '../src/errors.ts'
import {
  createGodwit,
  type Godwit,
  type GodwitOptions,
  OutcomeUnknown,
  TooManyRequests,
  Unreachable,
} from '../src/index.ts'
import { effectOf, pauseMs } from '../src/retries.ts'

type Attempt = {
  readonly headers: Headers
  readonly body: Record<string, unknown>
  readonly redirect: string | undefined
}

/** What `fetch` of Node.js throws when nothing listens at the port. */
const refused = () =>
  new TypeError('fetch failed', {
    cause: Object.assign(new Error('connect ECONNREFUSED'), {
      code: 'ECONNREFUSED',
      syscall: 'connect',
    }),
  })

/**
 * A client whose service replies in turn: a status with headers, `broken` for a connection that breaks, or `refused`
 * for one that is never made.
 */
function clientOf(
  replies: readonly (readonly [number, object?] | 'broken' | 'refused')[],
  options: GodwitOptions = {},
) {
  const attempts: Attempt[] = []
  const fetch: typeof globalThis.fetch = async (_url, init) => {
    const body = typeof init?.body === 'string' ? JSON.parse(init.body) : {}
    attempts.push({ headers: new Headers(init?.headers), body, redirect: init?.redirect })
    const reply = replies[attempts.length - 1] ?? [200]
    if (reply === 'broken') throw new TypeError('fetch failed')
    if (reply === 'refused') throw refused()
    const [status, headers = {}] = reply
    return Response.json(status < 400 ? { id: 7 } : { errors: [] }, {
      status,
      headers: { ...headers },
    })
  }
  return { godwit: createGodwit({ fetch, ...options }), attempts }
}

const order = { path: { profileId: 1 }, body: { currency: 'EUR' } }
const transfer = { body: { targetAccount: 1, quoteUuid: 'a1f4c2b0-7d3e-4b56-9c1a-2f0e8d7c6b5a' } }
const HEADER = 'x-idempotence-uuid'

const refusal = (status: number, headers: Record<string, string> = {}) =>
  new GodwitError(new Response(null, { status, headers }), [])

describe('calls with an idempotency key', () => {
  it('send the same key in the header of every attempt', async () => {
    const { godwit, attempts } = clientOf(['broken', [503], [502], [200]])
    await godwit.accountDetails.createAccountDetailsOrder(order)
    const keys = attempts.map(({ headers }) => headers.get(HEADER))
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

  it('make another key for another call, since two equal payments are two', async () => {
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
    expect([attempts[0]?.body['customerTransactionId'], attempts[1]?.headers.get(HEADER)]).toEqual([
      customerTransactionId,
      'k',
    ])
  })

  it('keep the key of the caller in any spelling of the header', async () => {
    const { godwit, attempts } = clientOf(['broken'])
    const headers = { 'x-IDEMPOTENCE-uuid': 'k' }
    await godwit.accountDetails.createAccountDetailsOrder({ ...order, headers })
    expect(attempts.map((each) => each.headers.get(HEADER))).toEqual(['k', 'k'])
  })

  it('have the key of the store under the name that the caller gives, also after a restart', async () => {
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

  it('are refused with storeAs when there is no store, or no key to keep', async () => {
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
    'D131: %j of an operation that must not be repeated is OutcomeUnknown',
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

describe('calls whose attempts are used up', () => {
  const failureOf = (call: Promise<unknown>) => call.catch((failure: unknown) => failure)
  const calls = {
    reads: (godwit: Godwit) => godwit.transfers.getTransfer({ path: { transferId: 1 } }),
    'has a key': (godwit: Godwit) => godwit.transfers.createTransfer(transfer),
    'has no second effect': (godwit: Godwit) =>
      godwit.cards.setCardStatus({
        path: { profileId: 1, cardToken: 'c' },
        body: { status: 'FROZEN' },
      } as never),
    'must not be repeated': (godwit: Godwit) =>
      godwit.transfers.cancelTransfer({ path: { transferId: 1 } }),
  }
  const kinds = Object.entries(calls)

  it.each(kinds)(
    'are Unreachable with the reason, and sent again, when no connection is made and the operation %s',
    async (_, call) => {
      const { godwit, attempts } = clientOf(Array(4).fill('refused'))
      const error = await failureOf(call(godwit))
      expect(error).toBeInstanceOf(Unreachable)
      expect(String(error)).toBe('Unreachable: http://127.0.0.1:8080 is not reached: ECONNREFUSED.')
      expect((error as Unreachable).cause).toBeInstanceOf(TypeError)
      expect(attempts).toHaveLength(4)
    },
  )

  it.each(kinds)('succeed after the service has started and the operation %s', async (_, call) => {
    const { godwit, attempts } = clientOf(['refused', 'refused'])
    expect(await call(godwit)).toMatchObject({ id: 7 })
    expect(attempts).toHaveLength(3)
  })

  it('are Unreachable when the reply to an operation that reads is lost', async () => {
    const { godwit } = clientOf(['broken'], { attemptsMax: 1 })
    expect(await failureOf(calls.reads(godwit))).toBeInstanceOf(Unreachable)
  })

  it.each([
    ['the connection is refused afterwards', ['broken', 'refused']],
    ['the service is overloaded afterwards', ['broken', [503, { 'retry-after': '0' }]]],
    ['a proxy has no service afterwards', ['broken', [502]]],
    ['the token has expired afterwards', ['broken', [401]]],
    ['the service has a fault afterwards', ['broken', [500]]],
    ['a proxy redirects afterwards', ['broken', [302, { location: 'http://x.example' }]]],
  ] as const)(
    'D131: are OutcomeUnknown with the key when a reply is lost and %s',
    async (_, replies) => {
      const { godwit, attempts } = clientOf(replies, { attemptsMax: 2 })
      const error = await failureOf(calls['has a key'](godwit))
      expect(error).toBeInstanceOf(OutcomeUnknown)
      const { key, cause, message } = error as OutcomeUnknown
      expect(key).toBe(attempts[0]?.body['customerTransactionId'])
      expect(message).toContain(`with the key ${key}`)
      expect(cause).toBeInstanceOf(Error)
    },
  )

  it('D131: the key of OutcomeUnknown repeats the call', async () => {
    const { godwit, attempts } = clientOf(['broken'], { attemptsMax: 1 })
    const { key } = (await failureOf(
      godwit.accountDetails.createAccountDetailsOrder(order),
    )) as OutcomeUnknown
    await godwit.accountDetails.createAccountDetailsOrder({
      ...order,
      headers: { [HEADER]: String(key) },
    })
    expect(attempts.map(({ headers }) => headers.get(HEADER))).toEqual([key, key])
  })

  it('are refused when the reply to a repetition shows that the first attempt had no effect', async () => {
    const { godwit } = clientOf(['broken', [422]], { attemptsMax: 2 })
    expect(await failureOf(calls['has a key'](godwit))).toMatchObject({ status: 422 })
  })

  it('D131: are OutcomeUnknown without a key when they must not be repeated', async () => {
    const { godwit, attempts } = clientOf(['refused', 'broken'])
    const error = await failureOf(calls['must not be repeated'](godwit))
    expect(error).toMatchObject({ name: 'OutcomeUnknown', key: undefined })
    expect(String(error)).toContain('Read the resource before you call it again.')
    expect(attempts).toHaveLength(2)
  })
})

describe('what a failed attempt did', () => {
  const errorWith = (properties: object, message = 'fetch failed') =>
    Object.assign(new Error(message), properties)

  /** As observed in Node.js 26, Bun 1.4 and Deno 2.9; ConnectionRefused is that of Bun before 1.4. */
  it.each([
    ['nothing', 'Node.js: a refused connection', { cause: errorWith({ code: 'ECONNREFUSED' }) }],
    ['nothing', 'Node.js: a name without an address', { cause: errorWith({ code: 'ENOTFOUND' }) }],
    [
      'nothing',
      'Node.js: no address of several',
      {
        cause: new AggregateError([errorWith({ code: 'ETIMEDOUT', syscall: 'connect' }), 1]),
      },
    ],
    [
      'nothing',
      'Node.js: a host without a route',
      { cause: errorWith({ code: 'EHOSTUNREACH', syscall: 'connect' }) },
    ],
    ['nothing', 'Bun: a refused connection', { code: 'ConnectionRefused' }],
    [
      'nothing',
      'Deno: a refused connection',
      { cause: errorWith({}, 'error sending request: client error (Connect): tcp connect error') },
    ],
    [
      'unknown',
      'Node.js: a route that is lost while the reply is awaited',
      { cause: errorWith({ code: 'EHOSTUNREACH', syscall: 'read' }) },
    ],
    ['unknown', 'Node.js: a reset', { cause: errorWith({ code: 'ECONNRESET', syscall: 'read' }) }],
    ['unknown', 'Bun: a closed connection', { code: 'ECONNRESET' }],
    [
      'unknown',
      'Deno: a closed connection',
      { cause: errorWith({}, 'client error (SendRequest): connection closed') },
    ],
    ['unknown', 'a browser: any failure', {}],
  ] as const)('is %s for %s', (effect, _, properties) => {
    expect(effectOf(errorWith(properties))).toBe(effect)
  })

  it.each([undefined, null, 'a text', 7])(
    'is unknown for %j, thrown by a fetch of the caller',
    (thrown) => {
      expect(effectOf(thrown)).toBe('unknown')
    },
  )

  it.each([
    [429, {}, 'nothing'],
    [503, { 'retry-after': '1' }, 'nothing'],
    [503, {}, 'unknown'],
    [502, { 'retry-after': '1' }, 'unknown'],
    [504, {}, 'unknown'],
    [422, {}, 'refused'],
    [401, {}, 'failed'],
    [500, {}, 'failed'],
    [302, {}, 'failed'],
  ])('is, for %i %j, %s', (status, headers, effect) => {
    expect(effectOf(refusal(status, headers as Record<string, string>))).toBe(effect)
  })
})

describe('connections of this machine', () => {
  it('Unreachable with the time limit for a service that does not reply to an operation that reads', async () => {
    const silent = createServer(() => undefined)
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const baseUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const godwit = createGodwit({ baseUrl, attemptsMax: 1, timeoutMs: 50 })
    const read = godwit.transfers.getTransfer({ path: { transferId: 1 } })
    await expect(read).rejects.toThrow(/is not reached: .*timed out.* 50/)
    await expect(read).rejects.toBeInstanceOf(Unreachable)
    const write = godwit.transfers.cancelTransfer({ path: { transferId: 1 } })
    await expect(write).rejects.toBeInstanceOf(OutcomeUnknown)
    silent.closeAllConnections()
    silent.close()
  })

  it.each([
    ['http://127.0.0.1:2', 'ECONNREFUSED'],
    ['http://127.0.0.1:1', 'bad port'],
    ['http://nowhere.invalid', 'E'],
  ])('Unreachable for %s', async (baseUrl, reason) => {
    const godwit = createGodwit({ baseUrl, attemptsMax: 1 })
    const call = godwit.transfers.cancelTransfer({ path: { transferId: 1 } })
    await expect(call).rejects.toBeInstanceOf(Unreachable)
    await expect(call).rejects.toThrow(`${baseUrl} is not reached: ${reason}`)
  })
})

describe('calls that cannot be sent', () => {
  const unsendable = [
    ['a path parameter is missing', 'transferId', {}, {}],
    [
      'no token can be had',
      'signed out',
      { transferId: 1 },
      { token: () => Promise.reject(new Error('signed out')) },
    ],
  ] as const

  it.each(unsendable)('fail at once with the reason when %s', async (_, reason, path, options) => {
    const { godwit, attempts } = clientOf([], options)
    const [read, write] = [godwit.transfers.getTransfer, godwit.transfers.cancelTransfer]
    for (const method of [read, write]) {
      const error = await method({ path: path as never }).catch((failure: unknown) => failure)
      expect(error).not.toBeInstanceOf(OutcomeUnknown)
      expect(String(error)).toContain(reason)
    }
    expect(attempts).toEqual([])
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
  it('after attemptsMax', async () => {
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

  it('for statuses that do not pass', async () => {
    const { godwit, attempts } = clientOf([[500]])
    await expect(godwit.transfers.getTransfer({ path: { transferId: 1 } })).rejects.toMatchObject({
      status: 500,
    })
    expect(attempts).toHaveLength(1)
  })

  it('when the caller aborts, also during a pause', async () => {
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

  it('last at least as long as Retry-After', () => {
    expect(pauseMs(refusal(429, { 'retry-after': '7' }), 1)).toBe(7000)
  })
})
