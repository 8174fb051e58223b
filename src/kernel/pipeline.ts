// Reads of many requests share a few connections, without waiting for each other's answers: what is
// asked in one turn of the event loop leaves in one write. Where system calls are dear this is worth
// more than any index (docs/benchmarks.md). A statement that waits for a lock
// holds up those behind it on its line: reads and writes have lines of their own, waits have an end.

import pg from 'pg'
import { endsConnection } from './failure.ts'
import { execute, type Prepared, type Row } from './prepared.ts'

export type Queryable = {
  query(statement: Prepared, values: readonly unknown[]): Promise<Row[]>
}
export type Pipeline = Queryable & {
  /** At the end of this turn of the event loop, does `work` and sends what it asks. */
  atEndOfTurn(work: () => void): void
  close(): Promise<void>
}

type Line = {
  readonly client: pg.Client
  /** Until it is connected. */
  opening: Promise<unknown> | undefined
  waiting: number
  broken: boolean
}

/** `lines` connections, opened when first needed and opened anew after they broke. */
export function openPipeline(config: pg.ClientConfig, lines: number): Pipeline {
  const open: (Line | undefined)[] = Array.from({ length: lines })
  const least = (): Line => {
    let best: Line | undefined
    for (let n = 0; n < lines; n++) {
      let line = open[n]
      if (line === undefined || line.broken) {
        line = openLine(config)
        open[n] = line
      }
      if (best === undefined || line.waiting < best.waiting) best = line
      if (best.waiting === 0) break
    }
    return best as Line
  }
  return {
    async query(statement, values) {
      const line = least()
      line.waiting++
      try {
        if (line.opening !== undefined) await line.opening
        holdWrites(line.client)
        return await execute(line.client, statement, values)
      } catch (error) {
        if (endsConnection(error)) line.broken = true
        throw error
      } finally {
        line.waiting--
      }
    },
    atEndOfTurn: (work) => {
      setImmediate(() => {
        work()
        for (const line of open) if (line !== undefined) release(line.client)
      })
    },
    close: async () => {
      await Promise.all(open.map((line) => line?.client.end().catch(() => undefined)))
    },
  }
}

function openLine(config: pg.ClientConfig): Line {
  const client = new pg.Client({ ...config, pipeline: true } as pg.ClientConfig)
  const opening = client.connect()
  const line: Line = { client, opening, waiting: 0, broken: false }
  const retire = () => {
    line.broken = true
  }
  client.on('error', retire)
  client.on('end', retire)
  opening.then(() => {
    line.opening = undefined
  }, retire)
  return line
}

type Corked = { cork(): void; uncork(): void; writableCorked: number }

function streamOf(client: pg.Client): Corked {
  return (client as unknown as { connection: { stream: Corked } }).connection.stream
}

/** Collects what is written until this turn of the event loop is over. */
function holdWrites(client: pg.Client): void {
  const stream = streamOf(client)
  if (stream.writableCorked > 0) return
  stream.cork()
  setImmediate(() => release(client))
}

function release(client: pg.Client): void {
  const stream = streamOf(client)
  if (stream.writableCorked > 0) stream.uncork()
}
