// What is written by one statement. Requests that come at the same time and write the same kind of thing
// go to the database as one: what a statement and a commit cost is paid once for all of them. Each
// is answered as if it had come alone; where one of them is refused, all are sent again, each alone.

import { gatherer } from './gather.ts'
import { compose, keyOf, type Part } from './part.ts'
import type { Pipeline, Queryable } from './pipeline.ts'
import type { Row } from './prepared.ts'
import { Refusal } from './refusal.ts'

/** The write met another's write that it can see on a second look: the request is simply run again. */
export class RunAgain extends Error {}

/** Answers the rows of the first part. */
export type Writing = (parts: readonly Part[]) => Promise<Row[]>

/** The more, the longer each waits for the others, and the more is sent again if one is refused. */
const WRITES_MAX = 16
const GUARD_LOST = 'GW001'

export function writeAlone(on: Queryable): Writing {
  return async (parts) => {
    try {
      const [rows] = await send(on, [parts])
      return rows as Row[]
    } catch (error) {
      throw asRefusal(error, parts)
    }
  }
}

type Ask = {
  readonly parts: readonly Part[]
  resolve(rows: Row[]): void
  reject(error: unknown): void
}

export function gatheringWrites(on: Pipeline): Writing {
  const gather = gatherer<Ask>(on, WRITES_MAX, writeAll.bind(undefined, on))
  return (parts) =>
    new Promise((resolve, reject) => gather(keyOf(parts), { parts, resolve, reject }))
}

async function writeAll(on: Queryable, asked: readonly Ask[]): Promise<void> {
  // Whoever locks rows of several tenants does it in one order, or two could wait for each other.
  const asks = asked.toSorted((a, b) => tenantOf(a) - tenantOf(b))
  try {
    const answers = await send(
      on,
      asks.map(({ parts }) => parts),
    )
    for (const [n, { resolve }] of asks.entries()) resolve(answers[n] as Row[])
  } catch (error) {
    if (asks.length > 1 && changedNothing(error))
      await Promise.all(asks.map((each) => writeAll(on, [each])))
    else for (const { parts, reject } of asks) reject(asRefusal(error, parts))
  }
}

const tenantOf = ({ parts }: Ask) => parts[0]?.tenant ?? 0

/** The rows for each write. */
async function send(on: Queryable, writes: readonly (readonly Part[])[]): Promise<Row[][]> {
  const { statement, params } = compose(writes)
  const answers: Row[][] = writes.map(() => [])
  // Where a write has no rows to answer, the left join of the guards may leave one without a place.
  for (const { place, row } of await on.query(statement, params))
    answers[(place as number) - 1]?.push(row as Row)
  return answers
}

/** As PostgreSQL tells it. */
type Failure = {
  readonly severity?: string
  readonly code?: string
  readonly message: string
  readonly constraint?: string
}

/** The statement was refused; what became of it when its connection broke, nobody knows. */
function changedNothing(error: unknown): boolean {
  return (error as Failure).severity === 'ERROR'
}

function asRefusal(error: unknown, parts: readonly Part[]): unknown {
  const { code, message, constraint } = error as Failure
  for (const { from, lost, constraints } of parts) {
    const said =
      code === GUARD_LOST
        ? from.name === message && lost
        : constraint !== undefined && constraints?.[constraint]
    if (said === 'run again') return new RunAgain(message)
    if (said) return new Refusal([{ kind: said }])
  }
  return error
}
