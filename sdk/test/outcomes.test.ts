// A failed call rejects with an error that shows whether the call was sent, and whether it may have had an effect.

import { afterAll, describe, expect, it } from 'vitest'
import { closeServers, startServer } from '../../test/support/local-servers.ts'
import { createGodwit, type Godwit, OutcomeUnknown, Unreachable } from '../src/index.ts'
import { effectOf } from '../src/retries.ts'
import { clientOf, KEY_HEADER, order, refusal, transfer } from './written-replies.ts'

describe('calls with failed attempts', () => {
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
    'are Unreachable with the reason after four attempts when no connection is made and the operation %s',
    async (_, call) => {
      const { godwit, attempts } = clientOf(Array(4).fill('refused'))
      const error = await failureOf(call(godwit))
      expect(error).toBeInstanceOf(Unreachable)
      expect(String(error)).toBe(
        'Unreachable: No reply from http://127.0.0.1:8080: ECONNREFUSED. Check the URL and the service.',
      )
      expect((error as Unreachable).cause).toBeInstanceOf(TypeError)
      expect(attempts).toHaveLength(4)
    },
  )

  it.each(kinds)('succeed once the service has started, when the operation %s', async (_, call) => {
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

  it('D131: have the sent key in OutcomeUnknown, so that the caller can repeat the call with this key', async () => {
    const { godwit, attempts } = clientOf(['broken'], { attemptsMax: 1 })
    const { key } = (await failureOf(
      godwit.accountDetails.createAccountDetailsOrder(order),
    )) as OutcomeUnknown
    await godwit.accountDetails.createAccountDetailsOrder({
      ...order,
      headers: { [KEY_HEADER]: String(key) },
    })
    expect(attempts.map(({ headers }) => headers.get(KEY_HEADER))).toEqual([key, key])
  })

  it('fail with the refusal of a repetition, which shows that the first attempt had no effect', async () => {
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

describe('the effect of a failed attempt', () => {
  const errorWith = (properties: object, message = 'fetch failed') =>
    Object.assign(new Error(message), properties)

  /** The errors that Node.js 26, Bun 1.4 and Deno 2.9 throw. Bun before 1.4 uses the code ConnectionRefused. */
  it.each([
    ['nothing', 'Node.js: a refused connection', { cause: errorWith({ code: 'ECONNREFUSED' }) }],
    ['nothing', 'Node.js: a name without an address', { cause: errorWith({ code: 'ENOTFOUND' }) }],
    [
      'nothing',
      'Node.js: every address of a host fails',
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
  ])('with the status %i and the headers %j is %s', (status, headers, effect) => {
    expect(effectOf(refusal(status, headers as Record<string, string>))).toBe(effect)
  })
})

describe('connections of this machine', () => {
  afterAll(closeServers)

  it('a call without a reply in time is Unreachable with the time limit when it reads, and OutcomeUnknown when it writes', async () => {
    const baseUrl = await startServer(() => undefined)
    const godwit = createGodwit({ baseUrl, attemptsMax: 1, timeoutMs: 50 })
    const read = godwit.transfers.getTransfer({ path: { transferId: 1 } })
    await expect(read).rejects.toThrow(/No reply from .*timed out.* 50/)
    await expect(read).rejects.toBeInstanceOf(Unreachable)
    const write = godwit.transfers.cancelTransfer({ path: { transferId: 1 } })
    await expect(write).rejects.toBeInstanceOf(OutcomeUnknown)
  })

  it.each([
    ['http://127.0.0.1:2', 'ECONNREFUSED'],
    ['http://127.0.0.1:1', 'bad port'],
    // Which of the two codes it is depends on the resolver of the machine.
    ['http://nowhere.invalid', 'ENOTFOUND|EAI_AGAIN'],
  ])('a call to %s fails with Unreachable and the reason', async (baseUrl, reason) => {
    const godwit = createGodwit({ baseUrl, attemptsMax: 1 })
    const call = godwit.transfers.cancelTransfer({ path: { transferId: 1 } })
    await expect(call).rejects.toBeInstanceOf(Unreachable)
    await expect(call).rejects.toThrow(new RegExp(`No reply from ${baseUrl}: (${reason})`))
  })
})

describe('calls that cannot be sent', () => {
  const unsendableCalls = [
    ['a path parameter is missing', 'transferId', {}, {}],
    [
      'the token function rejects',
      'signed out',
      { transferId: 1 },
      { token: () => Promise.reject(new Error('signed out')) },
    ],
  ] as const

  it.each(unsendableCalls)(
    'fail at once with the reason when %s',
    async (_, reason, path, options) => {
      const { godwit, attempts } = clientOf([], options)
      const [read, write] = [godwit.transfers.getTransfer, godwit.transfers.cancelTransfer]
      for (const method of [read, write]) {
        const error = await method({ path: path as never }).catch((failure: unknown) => failure)
        expect(error).not.toBeInstanceOf(OutcomeUnknown)
        expect(String(error)).toContain(reason)
      }
      expect(attempts).toEqual([])
    },
  )
})
