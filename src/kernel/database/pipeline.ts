// Reads of many requests share a few connections, without waiting for each other's answers: what is
// asked in one turn of the event loop leaves in one write. Where system calls are dear this is worth
// more than any index (docs/benchmarks.md). A statement that waits for a lock delays those behind it on its
// connection: reads and writes have connections of their own, lock waits have an end, and a connection takes a
// limited number of statements.

import { refuseTryLater } from '../try-later.ts'
import { execute, insideOf, type NewClient } from './driver.ts'
import { endsConnection } from './errors.ts'
import type { Silence } from './silence.ts'
import type { Queryable } from './statement.ts'

export type Pipeline = Queryable & {
  /** At the end of this turn of the event loop, does `work` and sends what it asks. */
  atEndOfTurn(work: () => void): void
  close(): Promise<void>
}

export type PipelineOptions = {
  readonly newClient: NewClient
  readonly config: object
  readonly connections: number
  /** Statements that one connection has sent and that are not answered yet. */
  readonly unansweredMax: number
  readonly silence: Silence
}

type Client = InstanceType<NewClient>

type Connection = {
  readonly client: Client
  /** Until it is connected. */
  opening: Promise<unknown> | undefined
  sent: number
  answered: number
  broken: boolean
}

/** Its connections are opened when first needed, and opened anew after they broke. */
export function openPipeline(options: PipelineOptions): Pipeline {
  const { connections, unansweredMax } = options
  const open: (Connection | undefined)[] = Array.from({ length: connections })
  const least = (): Connection => {
    let best: Connection | undefined
    for (let n = 0; n < connections; n++) {
      let connection = open[n]
      if (connection === undefined || connection.broken) {
        connection = openConnection(options)
        open[n] = connection
      }
      if (best === undefined || unanswered(connection) < unanswered(best)) best = connection
      if (best.sent === best.answered) break
    }
    return best as Connection
  }
  return {
    async query(statement, values) {
      const connection = least()
      if (unanswered(connection) >= unansweredMax) refuseTryLater(new Error(FULL))
      connection.sent++
      try {
        if (connection.opening !== undefined) await connection.opening
        holdWrites(connection.client)
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
        for (const connection of open) if (connection !== undefined) release(connection.client)
      })
    },
    close: async () => {
      await Promise.all(open.map((connection) => connection?.client.end().catch(() => undefined)))
    },
  }
}

const FULL = 'too many statements wait for the database'

function unanswered({ sent, answered }: Connection): number {
  return sent - answered
}

/** No more statements are sent on it; those that were are still answered. */
function retire(connection: Connection): void {
  if (connection.broken) return
  connection.broken = true
  connection.client.end().catch(() => undefined)
}

function openConnection({ newClient, config, silence }: PipelineOptions): Connection {
  const client = new newClient({ ...config, pipeline: true } as object)
  const opening = client.connect()
  const connection: Connection = { client, opening, sent: 0, answered: 0, broken: false }
  const markBroken = () => {
    connection.broken = true
  }
  client.on('error', markBroken)
  client.on('end', markBroken)
  opening.then(() => {
    connection.opening = undefined
    silence.follow(client, connection)
  }, markBroken)
  return connection
}

/** Collects what is written until this turn of the event loop is over. */
function holdWrites(client: Client): void {
  const { stream } = insideOf(client).connection
  if (stream.writableCorked > 0) return
  stream.cork()
  setImmediate(() => release(client))
}

function release(client: Client): void {
  const { stream } = insideOf(client).connection
  if (stream.writableCorked > 0) stream.uncork()
}
