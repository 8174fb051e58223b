// Reads streams of the feed over sockets, as a program does.

import { afterEach } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import type { TestService } from '../../../test/support/service.ts'
import { portOf } from '../../app/test/sockets.ts'
import type { FeedEntry } from '../index.ts'

export type TestStream = {
  readonly status: number
  readonly headers: Headers
  /** The text that was received, with heartbeats and incomplete messages. */
  text(): string
  /** The entries that were received, oldest first. */
  entries(): FeedEntry[]
  /** The last id that was received, with or without an entry. */
  lastId(): string
  /** Returns the first entry that meets the condition, received already or within `WAIT_MS_MAX`, or throws. */
  next(condition: (entry: FeedEntry) => boolean): Promise<FeedEntry>
  /** Resolves when the connection has ended for any reason. */
  readonly ended: Promise<void>
  close(): Promise<void>
}

const WAIT_MS_MAX = 5000
const streams = new Set<TestStream>()

/** Closes the streams of each test after it. Call this function at the top of a test file. */
export function closeStreamsAfterEach(): void {
  afterEach(async () => {
    for (const stream of streams) await stream.close()
    streams.clear()
  })
}

export function urlOf(service: TestService): string {
  return `http://127.0.0.1:${portOf(service)}`
}

type RequestHeaders = Readonly<Record<string, string>>

export async function openStream(
  url: string,
  token: string,
  headers: RequestHeaders = {},
  query = '',
): Promise<TestStream> {
  const controller = new AbortController()
  const reply = await fetch(`${url}/v1/sandbox/feed${query}`, {
    headers: { accept: 'text/event-stream', authorization: `Bearer ${token}`, ...headers },
    signal: controller.signal,
  })
  let received = ''
  let wake: () => void = () => undefined
  const ended = readAll(reply, (text) => {
    received += text
    wake()
  })
  const entries = () => entriesIn(received)
  const stream: TestStream = {
    status: reply.status,
    headers: reply.headers,
    text: () => received,
    entries,
    lastId: () => [...received.matchAll(/^id: (.*)$/gm)].at(-1)?.[1] ?? '',
    async next(condition) {
      const until = performance.now() + WAIT_MS_MAX
      while (true) {
        const found = entries().find(condition)
        if (found !== undefined) return found
        const leftMs = until - performance.now()
        if (leftMs <= 0) throw new Error(`no such entry within ${WAIT_MS_MAX} ms in:\n${received}`)
        await new Promise<void>((resolve) => {
          wake = resolve
          setTimeout(resolve, leftMs)
        })
      }
    },
    ended,
    close: async () => {
      controller.abort()
      await ended
    },
  }
  streams.add(stream)
  while (reply.ok && received === '') await new Promise((resolve) => setTimeout(resolve, 5))
  return stream
}

async function readAll(reply: Response, onText: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder()
  try {
    for await (const chunk of reply.body ?? []) onText(decoder.decode(chunk, { stream: true }))
  } catch {
    // The connection was closed.
  }
}

/** Complete messages only; comments and messages without data are left out. */
function entriesIn(text: string): FeedEntry[] {
  return text
    .slice(0, text.lastIndexOf('\n\n') + 1)
    .split('\n\n')
    .flatMap((message) => /^data: (.*)$/m.exec(message)?.[1] ?? [])
    .map((data) => JSON.parse(data))
}

export const openStreamFor = (service: TestService, { token }: Person, headers?: RequestHeaders) =>
  openStream(urlOf(service), token, headers)

type Connection = Pick<TestService['db']['pool'], 'query'>

/** Inserts `count` events of a profile, named `test#1`, `test#2` and so on by default, in the transaction of the connection. */
export async function insertEvents(
  on: Connection,
  profileId: number,
  count: number,
  { first = 1, name = 'test' } = {},
): Promise<void> {
  await on.query(
    `insert into events (profile_id, name, subject, number, payload, occurred_at, dispatched_at)
     select $1, $2 || '#' || n, 'test:' || n, 1, '{}', now(), now() from generate_series($3::int, $4::int) n`,
    [profileId, name, first, first + count - 1],
  )
}

/** The numbers in the names of the entries that `insertEvents` made. */
export function numbersOf(entries: readonly FeedEntry[]): number[] {
  return entries.flatMap((entry) => {
    if (entry.kind !== 'event') return []
    const [, number] = entry.name.split('#')
    return /^\d+$/.test(number ?? '') ? [Number(number)] : []
  })
}
