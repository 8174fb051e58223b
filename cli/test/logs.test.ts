// `godwit logs` on the log of a sandbox that is running.

import { createGodwit, type Godwit } from '@godwit/sdk'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { closeServers } from '../../test/support/local-servers.ts'
import { SANDBOX_TOKEN } from '../src/service.ts'
import { runCommand } from './command.ts'
import { startProxy } from './proxy.ts'
import { sandbox } from './sandbox.ts'

/** The command follows the log in real time, while many requests are sent. */
const TIMEOUT_MS = 40_000

const quote = (godwit: Godwit, sourceAmount: string) =>
  godwit.quotes
    .createQuote({
      path: { profileId: 1 },
      body: { sourceCurrency: 'GBP', targetCurrency: 'EUR', sourceAmount },
    })
    .catch((error: unknown) => error)

describe('godwit logs', () => {
  const service = sandbox()
  let godwit: Godwit
  beforeAll(async () => {
    godwit = createGodwit({ baseUrl: service.url, token: SANDBOX_TOKEN })
    await quote(godwit, '100')
    await quote(godwit, 'ten')
    await vi.waitUntil(async () => (await logs('status:400')).out.includes('createQuote'))
  })
  afterAll(closeServers)
  /** The number of logged requests that match, at most two pages. */
  const countLogged = async (query: string) => {
    const first = await godwit.requests.listRequests({ query: { query, size: 200 } })
    if (first.cursor === null) return first.requests.length
    const page = { query, size: 200, nextCursor: first.cursor }
    const second = await godwit.requests.listRequests({ query: page })
    return first.requests.length + second.requests.length
  }
  const logs = (...args: string[]) => runCommand(['logs', '--url', service.url, ...args])

  it('prints one request per line, oldest first, with its errors and their messages', async () => {
    const { code, out, err } = await logs('operation:createQuote')
    expect([code, err]).toEqual([0, ''])
    const [first = '', second = '', end] = out.split('\n')
    const line = (status: number) =>
      new RegExp(`^\\S+Z {2}${status} .* ms {2}POST {3}/v3/profiles/1/quotes {2}createQuote`)
    expect([first, second, end]).toEqual([
      expect.stringMatching(line(200)),
      expect.stringMatching(line(400)),
      '',
    ])
    expect(second).toContain('TypeMismatch (sourceAmount): has the wrong type')
  })

  it('--json prints the summaries of the log, and --limit prints only the newest requests', async () => {
    const { json } = await logs('operation:createQuote', '--json', '--limit', '1')
    expect(json()).toMatchObject([{ operation: 'createQuote', status: 400, method: 'POST' }])
    expect((await logs('operation:createQuote', '--limit', '0')).out).toBe('')
  })

  it('all words must match; without a match the command prints no request', async () => {
    const { code, out, err } = await logs('is:error', 'operation:getTransfer')
    expect([code, out, err]).toEqual([0, '', 'No request of the log matches.\n'])
    const errors = await logs('is:error', 'createQuote', '--json')
    expect(errors.json().map(({ status }) => status)).toEqual([400])
  })

  it(
    '--follow prints each later request one time, and ends with Ctrl-C',
    async () => {
      const stop = new AbortController()
      let printed = ''
      const args = [
        'logs',
        '--url',
        service.url,
        '--follow',
        '--json',
        '--limit',
        '0',
        'createQuote',
      ]
      const ended = runCommand(args, {
        signal: stop.signal,
        onPrint: (text) => {
          printed = text
        },
      })
      const lineCount = async () => printed.split('\n').filter(Boolean).length
      // The command begins to follow the log once the log has the request with which the command checks that the log is on.
      await expect
        .poll(
          async () => {
            await quote(godwit, '1')
            return lineCount()
          },
          { timeout: 10_000, interval: 300 },
        )
        .toBeGreaterThan(0)
      const before = await lineCount()
      const MANY = 450
      for (let n = 0; n < MANY; n += 50)
        await Promise.all(Array.from({ length: 50 }, () => quote(godwit, '1')))
      await expect.poll(lineCount, { timeout: 10_000 }).toBeGreaterThanOrEqual(before + MANY)
      const shown = await lineCount()
      await quote(godwit, '1')
      // The live feed reports this request: without the feed the command would read the log after up to 5 s.
      await expect.poll(lineCount, { timeout: 4_000 }).toBe(shown + 1)
      stop.abort()
      const { code, json } = await ended
      expect(code).toBe(0)
      const ids = json().map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
    },
    TIMEOUT_MS,
  )

  it(
    '--follow prints more than a page of requests when the first read found none',
    async () => {
      const ADDED = 250
      const stop = new AbortController()
      const query = 'operation:getSandboxClock'
      const addRequests = async () => {
        await Promise.all(Array.from({ length: ADDED }, () => godwit.simulation.getSandboxClock()))
        await vi.waitUntil(async () => (await countLogged(query)) === ADDED, { timeout: 10_000 })
      }
      let reads = 0
      const url = await startProxy(service.url, async ({ path }) => {
        // Without the live feed the log is read every 5 s.
        if (path.includes('/feed')) await new Promise(() => undefined)
        if (!path.includes('getSandboxClock')) return
        reads++
        if (reads === 2) await addRequests()
      })
      const { code, json } = await runCommand(['logs', '--url', url, '--follow', '--json', query], {
        signal: stop.signal,
        onPrint: (text) => text.split('\n').length > ADDED && stop.abort(),
      })
      expect([code, json().length]).toEqual([0, ADDED])
    },
    TIMEOUT_MS,
  )

  it('exit code 1 for a wrong token', async () => {
    const { code, out, err } = await logs('--token', 'nobody')
    expect([code, out, err]).toEqual([1, '', expect.stringContaining('status 401')])
  })

  it('exit code 1 for a word that the search does not have', async () => {
    const { code, err } = await logs('colour:red')
    expect([code, err]).toEqual([1, expect.stringContaining("no word 'colour:red'")])
  })

  it.each([['201'], ['-1'], ['1.5']])('exit code 2 for --limit %s', async (limit) => {
    const { code, err } = await logs(`--limit=${limit}`)
    expect([code, err]).toEqual([2, expect.stringContaining('from 0 to 200')])
  })

  it('exit code 3 without a service', async () => {
    expect((await runCommand(['logs', '--url', 'http://127.0.0.1:2'])).code).toBe(3)
  })
})

describe('godwit logs without a log', () => {
  const service = sandbox({ GODWIT_REQUEST_LOG: 'off' })

  it.each([[[]], [['--follow']], [['is:error']]])(
    'prints how to turn the log on and exits with 1 for %j',
    async (args) => {
      const { code, out, err } = await runCommand(['logs', '--url', service.url, ...args])
      expect([code, out, err]).toEqual([1, '', expect.stringContaining('GODWIT_REQUEST_LOG=off')])
    },
  )
})
