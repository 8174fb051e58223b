// Collects the requests that a running service has answered, and writes them in batches. A reply never waits for the log:
// the queue is bounded, and requests that do not fit are dropped and counted.

import type { Database } from '../kernel/database/db.ts'
import {
  type AnsweredRequest,
  BODY_KEPT_BYTES_MAX,
  insertRequests,
  isLogged,
  logRows,
} from '../requests/index.ts'

export const QUEUED_MAX = 10_000
export const QUEUED_BYTES_MAX = 32 * 1024 * 1024
/** Rows of one statement. Making and writing them blocks the event loop for a few milliseconds. */
const BATCH_MAX = 250
/** The wait before a write. People who watch the log see a request after this time and the time of the write. */
const FLUSH_MS = 100
/** The wait after a failed write, so that an unreachable database does not get a connection attempt each `FLUSH_MS`. */
const AFTER_FAILURE_MS = 1000
/** At the end of the process, requests that are not written within this time are dropped. */
const STOP_MS = 3000

export type RequestLog = {
  /** Costs a few microseconds; never throws and never waits. */
  add(answered: AnsweredRequest): void
  /** Writes the queued requests. Tests call it; the service writes them every `FLUSH_MS`. */
  flush(): Promise<void>
  /** Writes the queued requests, for at most `STOP_MS`. */
  stop(): Promise<void>
}

type Options = {
  readonly db: Database
  /** Whether queries, bodies and files are kept; always false in live mode. */
  readonly keepsBodies: boolean
  onDropped(requests: number): void
  onError(error: unknown): void
}

type QueuedRequest = { readonly request: AnsweredRequest; readonly bytes: number }

export function createRequestLog({ db, keepsBodies, onDropped, onError }: Options): RequestLog {
  const rowOf = logRows({ keepsBodies })
  const queue = boundedQueue()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined
  let isStopped = false

  /** Returns whether the batch is written. After a failure it waits, unless the log was stopped. */
  const writeBatch = async (): Promise<boolean> => {
    const batch = queue.take()
    try {
      await insertRequests(db, batch.map(rowOf))
      return true
    } catch (error) {
      onDropped(batch.length)
      onError(error)
      if (!isStopped) await pause(AFTER_FAILURE_MS)
      return false
    }
  }
  const writeDownTo = async (left: number): Promise<void> => {
    while (queue.length > left) if (!(await writeBatch()) && isStopped) return
  }
  const schedule = () => {
    if (writing === undefined && queue.length > 0) timer ??= setTimeout(write, FLUSH_MS).unref()
  }
  // Requests that arrive during the last batch wait for the next time: small batches cost more for each request.
  const write = () => {
    timer = undefined
    writing ??= writeDownTo(BATCH_MAX - 1)
      .then(() => (queue.length > 0 ? writeBatch().then(() => undefined) : undefined))
      .finally(() => {
        writing = undefined
        schedule()
      })
  }
  const flush = async (): Promise<void> => {
    await writing
    await writeDownTo(0)
  }
  return {
    add(answered) {
      if (isStopped || !isLogged(answered.endpoint)) return
      if (queue.add(withoutLargeBodies(answered))) schedule()
      else onDropped(1)
    },
    flush,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await Promise.race([flush(), pause(STOP_MS)])
      if (queue.length > 0) onDropped(queue.length)
      queue.clear()
    },
  }
}

/** The requests that wait to be written, at most QUEUED_MAX with at most QUEUED_BYTES_MAX. */
function boundedQueue() {
  let requests: QueuedRequest[] = []
  let bytesQueued = 0
  return {
    get length() {
      return requests.length
    },
    /** Returns whether the request fits. */
    add: (request: AnsweredRequest): boolean => {
      const bytes = bytesOf(request)
      if (requests.length >= QUEUED_MAX || bytesQueued + bytes > QUEUED_BYTES_MAX) return false
      requests.push({ request, bytes })
      bytesQueued += bytes
      return true
    },
    /** Removes the oldest requests, at most BATCH_MAX. */
    take: (): AnsweredRequest[] => {
      const batch = requests.splice(0, BATCH_MAX)
      for (const { bytes } of batch) bytesQueued -= bytes
      return batch.map(({ request }) => request)
    },
    clear: () => {
      requests = []
      bytesQueued = 0
    },
  }
}

const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms).unref()
  })

/** An estimate of the memory that a queued request occupies in addition to its bodies. */
const ENTRY_BYTES = 1024

function bytesOf({ body, requestBytes, reply }: AnsweredRequest): number {
  return ENTRY_BYTES + (body === undefined ? 0 : (requestBytes ?? 0)) + (reply?.length ?? 0)
}

/** A queued request must not keep a body in memory that its row would not contain. */
function withoutLargeBodies(answered: AnsweredRequest): AnsweredRequest {
  const { requestBytes, body, reply, replyBytes } = answered
  const isLargeBody = requestBytes === null || requestBytes > BODY_KEPT_BYTES_MAX
  const isLargeReply = (replyBytes ?? 0) > BODY_KEPT_BYTES_MAX
  if (!isLargeBody && !isLargeReply) return answered
  return {
    ...answered,
    body: isLargeBody ? undefined : body,
    reply: isLargeReply ? undefined : reply,
  }
}
