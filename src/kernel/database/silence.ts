// Closes connections on which the server no longer answers (D125). A host that has crashed or is unreachable does not
// close its connections, so a statement would wait for its answer for ever. A periodic check of all connections
// compares how many bytes each socket has received, so that no statement needs a timer.
//
// Silence is measured in checks, not by the clock: a suspended process receives nothing and runs no checks, so a
// connection is not closed for the time of the suspension.

import { ConnectionFailure } from './errors.ts'

export type WatchedConnection = {
  bytesReceived(): number
  /** Whether the server owes an answer. */
  isAwaited(): boolean
  /** Closes the connection. Its open statements fail with `error`. */
  close(error: Error): void
}

/** How many statements were sent on a pipelined connection, and how many of them were answered. */
type Progress = { readonly sent: number; readonly answered: number }

export type SilenceWatch = {
  /** Watches `client` until the function that it returns is called. */
  watch(client: object, connection: WatchedConnection): () => void
  /** Also closes the connection when a statement stays unanswered for `statementMs`, although others are answered. */
  watchProgress(client: object, progress: Progress): void
  /** Replaces `silenceMs` on this connection by `ms`. */
  allowSilence(client: object, ms: number): void
  /** Checks all connections. The caller runs it at the interval that `watchSilence` was created with. */
  check(): void
}

/** A silent connection is closed up to this long after its limit. A choice of this project: a small part of `silenceMs`. */
export const CHECK_INTERVAL_MS = 500
const SILENCE_MESSAGE = 'The database server does not answer.'
const OVERDUE_MESSAGE = 'The database server answers, but did not answer a statement in time.'

type Limits = {
  readonly silenceMs: number
  readonly statementMs: number
  readonly checkIntervalMs: number
}

type Entry = {
  readonly connection: WatchedConnection
  unansweredChecksMax: number
  bytes: number
  /** Consecutive checks, up to the last one, without a received byte. */
  checksWithoutBytes: number
  /** Consecutive checks, up to the last one, without a received byte while an answer was awaited. */
  unansweredChecks: number
  progress: Progress | undefined
  /** How many statements had been sent at each of the last checks, the oldest first. */
  sentAtChecks: number[]
}

export function watchSilence({ silenceMs, statementMs, checkIntervalMs }: Limits): SilenceWatch {
  const entries = new Map<object, Entry>()
  // One check more, because the statement may have been sent just before the first check that counts.
  const checksIn = (ms: number) => Math.ceil(ms / checkIntervalMs) + 1
  const statementChecks = checksIn(statementMs)
  const close = (client: object, { connection }: Entry, why: string) => {
    entries.delete(client)
    connection.close(new ConnectionFailure(why))
  }
  const closeSilent = (client: object, entry: Entry) => {
    close(client, entry, SILENCE_MESSAGE)
    // Idle connections that have received nothing for as long probably lead to the same host, and each would make
    // another request wait. Closing a connection that works costs only a reconnect.
    for (const [other, idle] of [...entries])
      if (!idle.connection.isAwaited() && idle.checksWithoutBytes >= entry.unansweredChecks)
        close(other, idle, SILENCE_MESSAGE)
  }
  return {
    watch: (client, connection) => {
      entries.set(client, {
        connection,
        unansweredChecksMax: checksIn(silenceMs),
        bytes: connection.bytesReceived(),
        checksWithoutBytes: 0,
        unansweredChecks: 0,
        progress: undefined,
        sentAtChecks: [],
      })
      return () => entries.delete(client)
    },
    watchProgress: (client, progress) => {
      const entry = entries.get(client)
      if (entry !== undefined) entry.progress = progress
    },
    allowSilence: (client, ms) => {
      const entry = entries.get(client)
      if (entry !== undefined) entry.unansweredChecksMax = checksIn(ms)
    },
    check: () => {
      for (const [client, entry] of [...entries]) {
        if (!entries.has(client)) continue
        countCheck(entry, statementChecks)
        if (entry.unansweredChecks >= entry.unansweredChecksMax) closeSilent(client, entry)
        else if (isOverdue(entry, statementChecks)) close(client, entry, OVERDUE_MESSAGE)
      }
    },
  }
}

/** Updates the counts of consecutive checks, and keeps how many statements had been sent at the last `checksMax` + 1 checks. */
function countCheck(entry: Entry, checksMax: number): void {
  const { connection, progress, sentAtChecks } = entry
  const bytes = connection.bytesReceived()
  const hasNoNewBytes = bytes === entry.bytes
  entry.bytes = bytes
  entry.checksWithoutBytes = hasNoNewBytes ? entry.checksWithoutBytes + 1 : 0
  entry.unansweredChecks = hasNoNewBytes && connection.isAwaited() ? entry.unansweredChecks + 1 : 0
  if (progress === undefined) return
  sentAtChecks.push(progress.sent)
  if (sentAtChecks.length > checksMax + 1) sentAtChecks.shift()
}

/** Whether a statement that had been sent `checksMax` checks ago is not answered yet. */
function isOverdue({ progress, sentAtChecks }: Entry, checksMax: number): boolean {
  const [sentFirst] = sentAtChecks
  if (progress === undefined || sentFirst === undefined) return false
  return sentAtChecks.length > checksMax && progress.answered < sentFirst
}
