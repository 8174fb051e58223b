// Collects the requests that a running service has answered, and writes them in batches. A reply never waits for the
// database: the queue is bounded. Requests that do not fit, and requests of a failed write, are dropped and counted.

import type { Database } from '../kernel/database/db.ts'
import {
  type AnsweredRequest,
  type BatchColumns,
  insertBatch,
  isLogged,
  type LogRow,
  logRows,
  newBatch,
} from '../requests/index.ts'

/** The most requests, and the most bytes, that wait to be written, for example while the database is unreachable. */
export const QUEUED_MAX = 10_000
export const QUEUED_BYTES_MAX = 32 * 1024 * 1024
/** The most requests whose rows are made together, at the end of a turn of the event loop or before. */
const ANSWERED_MAX = 100
/** A batch with this many requests is full. To compress and write it blocks the event loop for about a millisecond. */
const BATCH_MAX = 500
/** A batch with this many bytes is full, too, because its memory is kept for the next batch. */
const BATCH_BYTES_MAX = 4 * 1024 * 1024
/** The wait before a write. People who watch the log see a request after this time and the time of the write. */
const FLUSH_MS = 200
/** The wait after a failed write, so that an unreachable database does not get a connection attempt each `FLUSH_MS`. */
const AFTER_FAILURE_MS = 1000
/** At the end of the process, requests that are not written within this time are dropped. */
const STOP_MS = 3000

export type RequestLog = {
  /** Never throws and never waits. The row is made at the end of the turn of the event loop, or after `ANSWERED_MAX` requests. */
  add(request: AnsweredRequest): void
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

export function createRequestLog({ db, keepsBodies, onDropped, onError }: Options): RequestLog {
  const rowOf = logRows({ keepsBodies })
  const queue = boundedQueue({ onDropped, onError })
  const answered: AnsweredRequest[] = []
  let turnEnd: NodeJS.Immediate | undefined
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined
  let isStopped = false

  /** Returns whether the batch was written. */
  const write = async (batch: BatchColumns): Promise<boolean> => {
    try {
      await insertBatch(db, batch)
      return true
    } catch (error) {
      onDropped(batch.userIds.length)
      onError(error)
      return false
    }
  }
  /** Writes the closed batches. After a failure the next batch waits, and a stopped log ends the loop. */
  const writeAll = async (): Promise<void> => {
    for (let batch = queue.take(); batch !== undefined; batch = queue.take()) {
      if (await write(batch)) continue
      if (!isStopped) await pause(AFTER_FAILURE_MS)
      if (isStopped) return
    }
  }
  // Requests that arrive during a write wait for the next timer, unless they fill a batch: a request costs more in a small batch.
  const writeQueued = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    queue.closeBatch()
    writing = writeAll().finally(() => {
      writing = undefined
      schedule()
    })
    return writing
  }
  /** Makes the rows of the answered requests together, which takes less time for each of them. */
  const addAnswered = () => {
    clearImmediate(turnEnd)
    turnEnd = undefined
    for (const request of answered.splice(0)) addRow(request)
    schedule()
  }
  const addRow = (request: AnsweredRequest) => {
    try {
      if (queue.isFull()) onDropped(1)
      else queue.add(rowOf(request))
    } catch (error) {
      onDropped(1)
      onError(error)
    }
  }
  const schedule = () => {
    if (writing === undefined && !isStopped && queue.length > 0)
      timer ??= setTimeout(writeQueued, FLUSH_MS).unref()
  }
  const flush = async (): Promise<void> => {
    addAnswered()
    await writing
    await writeQueued()
  }
  return {
    add(request) {
      if (isStopped || !isLogged(request.endpoint)) return
      answered.push(request)
      turnEnd ??= setImmediate(addAnswered)
      if (answered.length === ANSWERED_MAX) addAnswered()
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

/** The requests that wait to be written: closed batches, and the batch to which requests are added. */
function boundedQueue({ onDropped, onError }: Pick<Options, 'onDropped' | 'onError'>) {
  const open = newBatch()
  let closed: BatchColumns[] = []
  const closeBatch = () => {
    if (open.size === 0) return
    try {
      closed.push(open.columns())
    } catch (error) {
      onDropped(open.size)
      onError(error)
    }
    open.clear()
  }
  const lengthOf = () => closed.reduce((sum, { userIds }) => sum + userIds.length, open.size)
  return {
    get length() {
      return lengthOf()
    },
    isFull() {
      const bytes = closed.reduce((sum, batch) => sum + bytesOf(batch), open.bytes)
      return lengthOf() >= QUEUED_MAX || bytes > QUEUED_BYTES_MAX
    },
    add(row: LogRow) {
      const { size } = open
      try {
        open.add(row)
      } catch (error) {
        open.clear()
        onDropped(size)
        throw error
      }
      if (open.size >= BATCH_MAX || open.bytes >= BATCH_BYTES_MAX) closeBatch()
    },
    closeBatch,
    take: () => closed.shift(),
    clear() {
      open.clear()
      closed = []
    },
  }
}

function bytesOf({ summaryLines, detailLines, words }: BatchColumns): number {
  return summaryLines.length + detailLines.length + words.length
}

const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms).unref()
  })
