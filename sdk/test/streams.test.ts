// The live feed as an iterator: it continues after the last entry, and only a refusal or its signal ends it.

import { beforeAll, expect, it } from 'vitest'
import type { Person } from '../../test/support/people.ts'
import { testService } from '../../test/support/service.ts'
import { createsTransfer } from '../../test/support/transfers.ts'
import { GodwitError, NotAuthenticated } from '../src/index.ts'
import { clientFor } from './client.ts'

const service = testService()
let ann: Person
beforeAll(async () => {
  ann = await service.createUser()
})

type Options = Parameters<typeof clientFor>[2]
const godwitOf = (token: string, options?: Options) => clientFor(service, { token }, options)

/** A fetch that passes each reply to `change`, and counts the requests. */
function countingFetch(change: (reply: Response, count: number) => Response | Promise<Response>) {
  const sent: Headers[] = []
  const fetching: typeof fetch = async (input, init) => {
    sent.push(new Headers(init?.headers))
    return change(await fetch(input, init), sent.length)
  }
  return { sent, fetching }
}

/** The reply with one entry, after which the connection breaks or closes, as `end` states. */
function withOneEntry(reply: Response, end: 'break' | 'close'): Response {
  const text = (reply.body as ReadableStream<Uint8Array>).pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        const all = new TextDecoder().decode(chunk)
        const first = /^event: [\s\S]*?\n\n/m.exec(all)
        if (first === null) return controller.enqueue(chunk)
        controller.enqueue(new TextEncoder().encode(all.slice(0, first.index + first[0].length)))
        if (end === 'close') controller.terminate()
        else setTimeout(() => controller.error(new TypeError('terminated')), 10)
      },
    }),
  )
  return new Response(text, { status: reply.status, headers: reply.headers })
}

it.each(['break', 'close'] as const)(
  'no entry is lost or repeated when every connection ends after one entry (%s)',
  async (end) => {
    const { sent, fetching } = countingFetch((reply) => withOneEntry(reply, end))
    const position = (await ann.call('GET /v1/sandbox/feed')).body.position
    const ids = [await createsTransfer(ann), await createsTransfer(ann), await createsTransfer(ann)]
    const expected = ids.map(({ id }) => `transfer:${id}`)
    const godwit = await godwitOf(ann.token, { fetch: fetching })
    const found: string[] = []
    for await (const entry of godwit.feed.streamFeed({ query: { after: position } })) {
      if (entry.kind === 'transition') found.push(entry.resource)
      if (found.length === expected.length) break
    }
    expect(found).toEqual(expected)
    expect(sent.length).toBeGreaterThanOrEqual(3)
    expect(sent[0]?.get('last-event-id')).toBeNull()
    expect(sent[1]?.get('last-event-id')).toMatch(/^\d+:\d+:/)
  },
)

it('the feed continues after two replies of 503, such as while the service is replaced', async () => {
  const unavailableReply = () => new Response('', { status: 503 })
  const { sent, fetching } = countingFetch((reply, count) =>
    count <= 2 ? unavailableReply() : reply,
  )
  const godwit = await godwitOf(ann.token, { fetch: fetching })
  const position = (await ann.call('GET /v1/sandbox/feed')).body.position
  await createsTransfer(ann)
  for await (const entry of godwit.feed.streamFeed({ query: { after: position } })) {
    expect(entry.kind).toBe('transition')
    break
  }
  expect(sent).toHaveLength(3)
})

it('a refusal ends the feed with the error of the service', async () => {
  const godwit = await godwitOf('5a4d0b0c-0000-4000-8000-00000000dead')
  await expect(godwit.feed.streamFeed().next()).rejects.toThrow(NotAuthenticated)
  const authenticated = await godwitOf(ann.token)
  const refused = authenticated.feed.streamFeed({ query: { after: 'x' } }).next()
  await expect(refused).rejects.toMatchObject({ code: 'feed.position.invalid' })
  await expect(refused).rejects.toThrow(GodwitError)
})

it('an aborted signal ends the feed', async () => {
  const controller = new AbortController()
  const { sent, fetching } = countingFetch((reply) => {
    setImmediate(() => controller.abort())
    return reply
  })
  const godwit = await godwitOf(ann.token, { fetch: fetching })
  const next = godwit.feed.streamFeed({}, { signal: controller.signal }).next()
  expect(await next).toEqual({ done: true, value: undefined })
  expect(sent).toHaveLength(1)
})
