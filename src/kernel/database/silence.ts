// Finds connections on which nothing arrives any more (D125). A host that is gone or frozen does not close its
// connections, so a statement would wait for its answer for ever. One look at all connections, a few
// times a second, costs a statement nothing: it compares how many bytes each socket has received.
//
// It counts looks instead of reading the clock: while this process itself is stopped, the server is not at fault.

import { ConnectionFailure } from './errors.ts'

/** A watched connection. */
export type Watched = {
  bytesReceived(): number
  /** Whether the server owes an answer. */
  isAwaited(): boolean
  /** Closes the connection; its statements fail by `error`. */
  cut(error: Error): void
}

/** How many statements were sent on a connection that takes many concurrently, and how many of them were answered. */
export type Progress = { readonly sent: number; readonly answered: number }

export type Silence = {
  /** Watches `client` until the function that it returns is called. */
  add(client: object, connection: Watched): () => void
  /** Cuts a connection also when one of its statements is not answered in time although others are. */
  follow(client: object, progress: Progress): void
  /** Lets the server say nothing for so long on this connection. */
  allow(client: object, ms: number): void
  /** Is called every `LOOK_EVERY_MS`. */
  look(): void
}

export const LOOK_EVERY_MS = 500
const SILENT = 'The database server does not answer.'
const OVERDUE = 'The database server answers, but did not answer a statement in time.'

type Limits = { readonly silenceMs: number; readonly statementMs: number }

type Entry = {
  readonly connection: Watched
  looksMax: number
  bytes: number
  /** Looks since the last byte, and those among them at which an answer was awaited. */
  quietLooks: number
  silentLooks: number
  progress: Progress | undefined
  /** How many statements had been sent at each of the last looks, the oldest first. */
  sentAtLooks: number[]
}

export function watchSilence({ silenceMs, statementMs }: Limits, everyMs = LOOK_EVERY_MS): Silence {
  const entries = new Map<object, Entry>()
  // One more, because an answer may be awaited since just before the first look that sees it.
  const looksOf = (ms: number) => Math.ceil(ms / everyMs) + 1
  const statementLooks = looksOf(statementMs)
  const cut = (client: object, { connection }: Entry, why: string) => {
    entries.delete(client)
    connection.cut(new ConnectionFailure(why))
  }
  const cutSilent = (client: object, entry: Entry) => {
    cut(client, entry, SILENT)
    // Unused connections to the same host would each let another request wait as long.
    for (const [other, idle] of [...entries])
      if (!idle.connection.isAwaited() && idle.quietLooks >= entry.silentLooks)
        cut(other, idle, SILENT)
  }
  const isOverdue = ({ progress, sentAtLooks }: Entry) => {
    if (progress === undefined) return false
    sentAtLooks.push(progress.sent)
    if (sentAtLooks.length <= statementLooks) return false
    return progress.answered < (sentAtLooks.shift() ?? 0)
  }
  return {
    add: (client, connection) => {
      entries.set(client, {
        connection,
        looksMax: looksOf(silenceMs),
        bytes: connection.bytesReceived(),
        quietLooks: 0,
        silentLooks: 0,
        progress: undefined,
        sentAtLooks: [],
      })
      return () => entries.delete(client)
    },
    follow: (client, progress) => {
      const entry = entries.get(client)
      if (entry !== undefined) entry.progress = progress
    },
    allow: (client, ms) => {
      const entry = entries.get(client)
      if (entry !== undefined) entry.looksMax = looksOf(ms)
    },
    look: () => {
      for (const [client, entry] of [...entries]) {
        if (!entries.has(client)) continue
        const { connection } = entry
        const bytes = connection.bytesReceived()
        const isQuiet = bytes === entry.bytes
        entry.bytes = bytes
        entry.quietLooks = isQuiet ? entry.quietLooks + 1 : 0
        entry.silentLooks = isQuiet && connection.isAwaited() ? entry.silentLooks + 1 : 0
        if (entry.silentLooks >= entry.looksMax) cutSilent(client, entry)
        else if (isOverdue(entry)) cut(client, entry, OVERDUE)
      }
    },
  }
}
