// `godwit listen` and `listen` of the SDK, with webhooks that a running sandbox sends.

import type { IncomingHttpHeaders } from 'node:http'
import { createGodwit, type Godwit } from '@godwit/sdk'
import { EVENTS, listen } from '@godwit/sdk/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catalogue } from '../../src/webhooks/index.ts'
import { closeServers, startServer } from '../../test/support/local-servers.ts'
import { SANDBOX_TOKEN } from '../src/service.ts'
import { runCommand } from './command.ts'
import { startProxy } from './proxy.ts'
import { sandbox } from './sandbox.ts'

/** A delivery is sent again, or waits for its receiver, in real time. */
const TIMEOUT_MS = 40_000

const service = sandbox()
let godwit: Godwit
let profileId: number
beforeAll(async () => {
  godwit = createGodwit({ baseUrl: service.url, token: SANDBOX_TOKEN })
  const [profile] = await godwit.profiles.listProfiles()
  profileId = Number(profile?.id)
})

const balanceOf = async (currency: string) => {
  const query = { types: 'STANDARD' }
  const balances = await godwit.balances.listBalances({ path: { profileId }, query })
  return Number(balances.find((balance) => balance.currency === currency)?.id)
}
const topUp = async (amount: number) =>
  godwit.simulation.simulateBalanceTopUp({
    body: {
      profileId,
      balanceId: await balanceOf('GBP'),
      currency: 'GBP',
      amount,
      channel: 'TRANSFER',
    },
  })
const listSubscriptions = () => godwit.webhooks.listSubscriptionsOfProfile({ path: { profileId } })

describe('the library function listen', () => {
  it('has every event of the catalogue in its newest version', () => {
    expect(Object.keys(EVENTS)).toEqual(Object.keys(catalogue))
    for (const [name, { version }] of Object.entries(EVENTS))
      expect(version).toBe(catalogue[name as keyof typeof catalogue].versions.at(-1))
  })

  it('next returns the oldest matching event that no earlier call has returned; disposing of the inbox removes the subscriptions', async () => {
    {
      await using inbox = await listen(godwit, { profileId, events: ['balances#credit'] })
      expect(await listSubscriptions()).toHaveLength(1)
      await topUp(11)
      await topUp(12)
      const where = ({ data }: { data: Readonly<Record<string, unknown>> }) => data['amount'] === 12
      expect((await inbox.next('balances#credit', { where })).data['amount']).toBe(12)
      expect((await inbox.next()).data['amount']).toBe(11)
      expect(inbox.events).toHaveLength(2)
    }
    expect(await listSubscriptions()).toEqual([])
  })

  it('next fails after its time limit, and its error names the events that have arrived', async () => {
    await using inbox = await listen(godwit, { profileId })
    await topUp(1)
    await inbox.next('balances#update')
    const failure = inbox.next('transfers#refund', { timeoutMs: 10 })
    await expect(failure).rejects.toThrow(
      'No transfers#refund within 10 ms. Received: balances#credit',
    )
  })

  it('replies 401 to a body without a valid signature, and 413 to a long one', async () => {
    await using inbox = await listen(godwit, { profileId, events: ['balances#credit'] })
    const post = async (body: string, headers = {}) =>
      (await fetch(inbox.url, { method: 'POST', body, headers })).status
    expect(await post('{"event_type":"balances#credit"}')).toBe(401)
    for (const signature of ['A', 'AAAA'])
      expect(await post('{}', { 'X-Signature-SHA256': signature })).toBe(401)
    expect(await post('x'.repeat(1_000_001))).toBe(413)
    expect(inbox.events).toEqual([])
  })

  it('removes the subscriptions that are already created when a later subscription is refused', async () => {
    const events = ['balances#credit', 'cards#card-status-change'] as const
    await expect(listen(godwit, { profileId, events })).rejects.toThrow(
      'Subscriptions of this scope cannot receive this event',
    )
    expect(await listSubscriptions()).toEqual([])
  })
})

describe('godwit listen', () => {
  let targetUrl: string
  let statuses: number[] = []
  const received: { url: string; body: string; headers: IncomingHttpHeaders }[] = []
  beforeAll(async () => {
    targetUrl = await startServer(async (request, reply) => {
      const chunks = await Array.fromAsync(request)
      received.push({
        url: request.url ?? '',
        body: Buffer.concat(chunks as Buffer[]).toString(),
        headers: request.headers,
      })
      reply.writeHead(statuses.shift() ?? 200).end()
    })
  })
  afterAll(closeServers)

  /** Runs `listen` until `work` has ended. */
  async function whileListening(args: string[], work: () => Promise<unknown>, url = service.url) {
    const stop = new AbortController()
    const ready = Promise.withResolvers<void>()
    const ended = runCommand(['listen', '--url', url, ...args], {
      signal: stop.signal,
      onPrint: (text) => text.includes('Receiving webhooks at') && ready.resolve(),
    })
    await Promise.race([ready.promise, ended])
    await work().finally(() => stop.abort())
    return ended
  }

  it('prints one event per line, and forwards its bytes and headers to the URL of its event', async () => {
    received.length = 0
    const args = [
      '--forward-to',
      `${targetUrl}/all`,
      '--map',
      `balances#update=${targetUrl}/updates`,
    ]
    const { code, out, err } = await whileListening(
      [
        '--profile',
        String(profileId),
        '--event',
        'balances#update',
        '--event',
        'balances#credit',
        ...args,
      ],
      async () => {
        await topUp(13)
        await expect.poll(() => received.length, { timeout: 10_000 }).toBe(2)
      },
    )
    expect([code, err]).toEqual([0, expect.stringContaining('The subscriptions are removed.')])
    expect(out).toMatch(/balances#credit {2}.*-> http:\S+\/all 200\n/)
    expect(out).toMatch(/balances#update {2}.*-> http:\S+\/updates 200\n/)
    expect(out.split('\n')).toHaveLength(3)
    for (const { url, body, headers } of received) {
      const { event_type } = await godwit.webhooks.verify(body, headers)
      expect(url).toBe(event_type === 'balances#update' ? '/updates' : '/all')
    }
    expect(await listSubscriptions()).toEqual([])
  })

  it(
    'passes on the status of a failed forward, so that the webhook is sent again',
    async () => {
      received.length = 0
      statuses = [503]
      const args = ['--json', '--profile', String(profileId), '--event', 'balances#credit']
      const { json } = await whileListening([...args, '--forward-to', targetUrl], async () => {
        await topUp(14)
        await expect.poll(() => received.length, { timeout: 10_000 }).toBe(1)
        await expect
          .poll(
            async () => {
              await godwit.simulation.advanceSandboxClock({ body: { seconds: 3600 } })
              return received.length
            },
            { timeout: 15_000 },
          )
          .toBe(2)
      })
      expect(json().map(({ status, isSignatureValid }) => [status, isSignatureValid])).toEqual([
        [503, true],
        [200, true],
      ])
      expect(new Set(received.map(({ body }) => body)).size).toBe(1)
    },
    TIMEOUT_MS,
  )

  it(
    'closes a forward that has no reply within 5 s, the time for which the service waits, and reports 502',
    async () => {
      const closed = Promise.withResolvers<void>()
      const slowUrl = await startServer((_, reply) => {
        reply.on('close', closed.resolve)
        setTimeout(() => reply.writeHead(200).end(), 7000)
      })
      const args = ['--json', '--profile', String(profileId), '--event', 'balances#credit']
      const { json } = await whileListening([...args, '--forward-to', slowUrl], async () => {
        await topUp(15)
        await closed.promise
      })
      expect(json().map(({ status }) => status)).toEqual([502])
    },
    TIMEOUT_MS,
  )

  it('exit code 3 and how to find the subscriptions when the service is overloaded at the end', async () => {
    const url = await startProxy(service.url, ({ method }) =>
      method === 'DELETE' ? 'overloaded' : undefined,
    )
    const args = ['--profile', String(profileId), '--event', 'balances#credit']
    const { code, err } = await whileListening(args, async () => undefined, url)
    const [left] = await listSubscriptions()
    const path = { profileId, subscriptionId: left?.id ?? '' }
    await godwit.webhooks.deleteSubscriptionOfProfile({ path })
    expect(code).toBe(3)
    expect(err).toContain(
      `Subscriptions to ${left?.delivery.url} may remain. List them, and delete each: godwit api listSubscriptionsOfProfile --set profileId=${profileId}`,
    )
    expect(err).not.toContain('Repeat the command later')
    expect(await listSubscriptions()).toEqual([])
  })

  it('without --application and --profile receives the events of the application of a seeded sandbox', async () => {
    received.length = 0
    const { code, out } = await whileListening(['--forward-to', targetUrl], async () => {
      const body = { currency: 'NOK', type: 'STANDARD' } as const
      const { id } = await godwit.balances.createBalance({ path: { profileId }, body })
      await godwit.balances.closeBalance({ path: { profileId, balanceId: Number(id) } })
      await expect.poll(() => received.length, { timeout: 10_000 }).toBeGreaterThan(0)
    })
    expect([code, out]).toEqual([0, expect.stringContaining('balances#account-state-change')])
  })

  it.each([
    [['--event', 'transfers#lost'], 'There is no event transfers#lost'],
    [['--map', 'transfers#refund'], 'needs a URL'],
    [['--map', 'x=http://a'], 'There is no event x'],
    [['--forward-to', 'file:///etc/passwd'], 'needs a URL'],
    [['--application', 'sandbox-app'], 'key:secret'],
    [['--application', 'a:b', '--profile', '1'], 'either --application or --profile'],
  ])('exits with 2 for %j and prints: %s', async (args, message) => {
    const { code, err } = await runCommand(['listen', '--url', service.url, ...args])
    expect([code, err]).toEqual([2, expect.stringContaining(message)])
  })

  it('exit code 1 for a wrong secret, and exit code 3 without a service', async () => {
    const args = ['listen', '--application', 'sandbox-app:wrong']
    expect((await runCommand([...args, '--url', service.url])).code).toBe(1)
    expect((await runCommand(['listen', '--url', 'http://127.0.0.1:2'])).code).toBe(3)
  })
})
