// Statements of many requests share a few connections, without waiting for each other's answers. The statements of
// one turn of the event loop leave in one system call for each connection (docs/decisions/0007-pipelined-connections.md).
// A statement that waits for a lock delays those behind it on its connection: therefore reads and writes have separate
// connections, lock waits have a limit, and a connection takes a limited number of statements.

import { refuseTryLater } from '../try-later.ts'
import { internalsOf, type NewClient } from './driver.ts'
import { endsConnection } from './errors.ts'
import { execute } from './execute.ts'
import type { SilenceWatch } from './silence.ts'
import type { Queryable } from './statement.ts'

export type Pipeline = Queryable & {
  /** Runs `work` at the end of this turn of the event loop, and sends its statements immediately. */
  atEndOfTurn(work: () => void): void
  close(): Promise<void>
}

type PipelineOptions = {
  readonly newClient: NewClient
  readonly config: object
  readonly connections: number
  /** The most statements of one connection that are sent and not answered yet. */
  readonly unansweredMax: number
  readonly silence: SilenceWatch
}

type Client = InstanceType<NewClient>

type Connection = {
  readonly client: Client
  /** Resolves when the client is connected; undefined from then on. */
  opening: Promise<unknown> | undefined
  sent: number
  answered: number
  isBroken: boolean
}

/** Connections are opened when first needed, and again after they broke. */
export function openPipeline(options: PipelineOptions): Pipeline {
  const { connections, unansweredMax } = options
  const open: (Connection | undefined)[] = Array.from({ length: connections })
  /** The connection with the fewest unanswered statements. Opens a missing or broken one instead of sharing a busy one. */
  const findLeastBusy = (): Connection => {
    let best: Connection | undefined
    for (let n = 0; n < connections; n++) {
      let connection = open[n]
      if (connection === undefined || connection.isBroken) {
        connection = openConnection(options)
        open[n] = connection
      }
      if (best === undefined || unansweredCount(connection) < unansweredCount(best))
        best = connection
      if (best.sent === best.answered) break
    }
    return best as Connection
  }
  return {
    async query(statement, values) {
      const connection = findLeastBusy()
      if (unansweredCount(connection) >= unansweredMax)
        refuseTryLater(new Error('too many statements wait for the database'))
      connection.sent++
      try {
        if (connection.opening !== undefined) await connection.opening
        holdBytes(connection.client)
        return await execute(connection.client, statement, values)
      } catch (error) {
        if (endsConnection(error)) retire(connection)
        throw error
      } finally {
        connection.answered++
      }
    },
    atEndOfTurn: (work) => {
      setImmediate(() => {
        work()
        for (const connection of open) if (connection !== undefined) sendBytes(connection.client)
      })
    },
    close: async () => {
      await Promise.all(open.map((connection) => connection?.client.end().catch(() => undefined)))
    },
  }
}

function unansweredCount({ sent, answered }: Connection): number {
  return sent - answered
}

/** No more statements are sent on the connection; those in progress are still answered. */
function retire(connection: Connection): void {
  if (connection.isBroken) return
  connection.isBroken = true
  connection.client.end().catch(() => undefined)
}

function openConnection({ newClient, config, silence }: PipelineOptions): Connection {
  const client = new newClient({ ...config, pipeline: true } as object)
  const opening = client.connect()
  const connection: Connection = { client, opening, sent: 0, answered: 0, isBroken: false }
  const markBroken = () => {
    connection.isBroken = true
  }
  client.on('error', markBroken)
  client.on('end', markBroken)
  opening.then(() => {
    connection.opening = undefined
    silence.watchProgress(client, connection)
  }, markBroken)
  return connection
}

/** Holds back the bytes of statements until the end of this turn of the event loop. */
function holdBytes(client: Client): void {
  const { stream } = internalsOf(client).connection
  if (stream.writableCorked > 0) return
  stream.cork()
  setImmediate(() => sendBytes(client))
}

function sendBytes(client: Client): void {
  const { stream } = internalsOf(client).connection
  if (stream.writableCorked > 0) stream.uncork()
}
