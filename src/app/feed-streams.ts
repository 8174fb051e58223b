// The open streams of the live feed. One loop reads the feed for all of them while any is open, so a hundred live streams
// cost about as much as one. A stream begins at its client's position, catches up page by page, and then is live: it gets
// each new entry from the loop. When a client has left more than `UNREAD_BYTES_MAX` unread, its next entry closes the
// connection. The client loses no entry, because it can connect again and continue from its last position.

import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type FeedEntry,
  findSnapshot,
  formatSnapshot,
  type Position,
  parsePosition,
  positionAt,
  readFeed,
  type Snapshot,
  STREAMS_MAX,
  STREAMS_PER_USER_MAX,
  StreamsFull,
  TooManyStreams,
} from '../feed/index.ts'
import type { Reader } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import type { LiveReply } from '../kernel/live-reply.ts'
import { type ErrorKind, Refusal } from '../kernel/refusal.ts'
import { type ErrorLog, errorFields } from './error-log.ts'

/** The pause between two rounds. An entry is sent by the first round that begins after its commit. */
const POLL_MS = 100
/** The pause after a failed round, so that an unreachable database does not get a query each `POLL_MS`. */
const AFTER_FAILURE_MS = 1000
/** Per stream (gap 943). Unread entries are kept in memory. */
const UNREAD_BYTES_MAX = 256 * 1024
/** Streams that read a page of older entries in one round. Further streams wait, so that requests get database connections. */
const CATCHING_UP_MAX = 16
/** How long clients wait before they connect again. */
const RETRY_MS = 1000
/** The header Retry-After of a refusal, in seconds. */
const RETRY_AFTER = '5'
/** When the service stops, a client that does not read its last bytes within this time loses them. */
const END_MS = 1000

/** The connection that a stream is sent on. */
type Connection = {
  /** Whether the token of the stream's request is still valid. */
  isAllowed(): Promise<boolean>
  /** Closes the connection immediately. */
  cut(): void
}

export type FeedStreams = {
  /** Returns the bytes of a stream. Refuses when the user, or the process, has too many streams, and after `close`. */
  open(reply: LiveReply, connection: Connection): Readable
  /** Ends all streams, so that their clients connect to another process. */
  close(): void
}

type Stream = {
  readonly userId: Id<'user'>
  readonly bytes: Readable
  readonly connection: Connection
  /** While the stream catches up: the position up to which it has the entries. Undefined when the stream is live. */
  catchingUpFrom: Position | undefined
  isEnded: boolean
}

export function feedStreams(db: Reader, log: ErrorLog, heartbeatMs: number): FeedStreams {
  const streams = new Set<Stream>()
  const feed: Feed = { db, streams, shown: undefined }
  let isRunning = false
  let isClosed = false

  const runWhileOpen = async (): Promise<void> => {
    isRunning = true
    let hasFailed = false
    while (streams.size > 0) {
      try {
        await runRound(feed)
        hasFailed = false
      } catch (error) {
        if (!hasFailed) log.error({ bug: errorFields(error) }, 'reading the live feed failed')
        hasFailed = true
      }
      await pause(hasFailed ? AFTER_FAILURE_MS : POLL_MS, undefined, { ref: false })
    }
    isRunning = false
    feed.shown = undefined
  }
  return {
    open({ userId, after }, connection) {
      const ofUser = [...streams].filter((other) => other.userId === userId)
      if (ofUser.length >= STREAMS_PER_USER_MAX) throw refusalOf(TooManyStreams)
      if (streams.size >= STREAMS_MAX || isClosed) throw refusalOf(StreamsFull)
      const bytes = new Readable({ read: () => undefined })
      const catchingUpFrom = parsePosition(after)
      const stream: Stream = { userId, connection, bytes, catchingUpFrom, isEnded: false }
      streams.add(stream)
      bytes.push(`retry: ${RETRY_MS}\nid: ${after}\n\n`)
      const timer = setInterval(() => void sendHeartbeat(feed, stream), heartbeatMs).unref()
      bytes.once('close', () => {
        stream.isEnded = true
        clearInterval(timer)
        streams.delete(stream)
      })
      if (!isRunning) void runWhileOpen()
      return bytes
    },
    close() {
      isClosed = true
      for (const stream of streams) {
        endStream(stream)
        setTimeout(stream.connection.cut, END_MS).unref()
      }
    },
  }
}

function refusalOf(kind: ErrorKind): Refusal {
  return new Refusal([{ kind }], { headers: { 'retry-after': RETRY_AFTER } })
}

type Feed = {
  readonly db: Reader
  readonly streams: ReadonlySet<Stream>
  /** The live streams have all entries up to this snapshot. */
  shown: Snapshot | undefined
}

/** Sends the entries that were committed since the last round. A stream that becomes live now has all entries up to `now` too. */
async function runRound(feed: Feed): Promise<void> {
  const now = await findSnapshot(feed.db)
  await showLive(feed, now)
  feed.shown = now
  const catchingUp = [...feed.streams].filter((stream) => !isLive(stream) && hasRoom(stream))
  const next = catchingUp.slice(0, CATCHING_UP_MAX)
  await Promise.all(next.map((stream) => catchUp(feed, stream, now)))
}

async function showLive(feed: Feed, now: Snapshot): Promise<void> {
  const live = [...feed.streams].filter(isLive)
  if (feed.shown === undefined || live.length === 0) return
  if (formatSnapshot(feed.shown) === formatSnapshot(now)) return
  const userIds = [...new Set(live.map(({ userId }) => userId))]
  let isComplete = false
  while (!isComplete) {
    const page = await readFeed(feed.db, userIds, feed.shown, now)
    for (const stream of live) send(stream, page.entriesOf(stream.userId))
    feed.shown = page.end
    isComplete = page.isComplete
  }
}

/** Sends a page of older entries. After the last page, which reaches `now`, the stream is live. */
async function catchUp({ db }: Feed, stream: Stream, now: Snapshot): Promise<void> {
  const { catchingUpFrom, userId } = stream
  if (catchingUpFrom === undefined) return
  const page = await readFeed(db, [userId], catchingUpFrom.seen, now)
  send(stream, page.entriesOf(userId, catchingUpFrom))
  stream.catchingUpFrom = page.isComplete ? undefined : positionAt(page.end)
}

function isLive({ catchingUpFrom }: Stream): boolean {
  return catchingUpFrom === undefined
}

/** Whether a stream that catches up may get another page. A stream with a slow client waits instead of being closed. */
function hasRoom({ bytes }: Stream): boolean {
  return bytes.readableLength < UNREAD_BYTES_MAX / 2
}

function send(stream: Stream, entries: readonly FeedEntry[]): void {
  if (entries.length === 0 || stream.isEnded) return
  if (stream.bytes.readableLength > UNREAD_BYTES_MAX) cutOff(stream)
  else stream.bytes.push(entries.map(messageOf).join(''))
}

const messageOf = (entry: FeedEntry) =>
  `event: ${entry.kind}\nid: ${entry.position}\ndata: ${JSON.stringify(entry)}\n\n`

function endStream(stream: Stream): void {
  if (!stream.isEnded) stream.bytes.push(null)
  stream.isEnded = true
}

function cutOff(stream: Stream): void {
  stream.isEnded = true
  stream.bytes.destroy()
  stream.connection.cut()
}

/**
 * Sends a heartbeat, and ends the stream when its token is no longer valid. The position in the heartbeat keeps a client
 * without entries from falling behind the oldest entry that is kept.
 */
async function sendHeartbeat({ shown }: Feed, stream: Stream): Promise<void> {
  if (stream.isEnded) return
  const position = isLive(stream) && shown ? `id: ${formatSnapshot(shown)}\n` : ''
  stream.bytes.push(`: heartbeat\n${position}\n`)
  if (!(await stream.connection.isAllowed())) endStream(stream)
}
