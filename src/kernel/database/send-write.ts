// What is written by one statement. Requests that come at the same time and write the same kind of thing
// go to the database as one: what a statement and a commit cost is paid once for all of them. Each
// is answered as if it had come alone; where one of them is refused, all are sent again, each alone.
//
// Nobody may pay for his neighbours. A gathered statement holds the rows of several tenants, so it
// waits for a lock but a moment; who is refused alone goes alone for a while; and between tenants all
// lock in one order, but for rows that are just being made. A circle of locks ends with the moment.

import { Refusal } from '../refusal.ts'
import { gatherer } from './batch.ts'
import { changedNothing, failureOf, LOCK_NOT_AVAILABLE } from './errors.ts'
import type { Pipeline, Queryable } from './pipeline.ts'
import type { Row } from './prepared.ts'
import { compose, keyOf, type Part } from './write-step.ts'

/** The write met another's write that it can see on a second look: the request is simply run again. */
export class RunAgain extends Error {}

/** Answers the rows of the first part. */
export type Writing = (parts: readonly Part[]) => Promise<Row[]>

/** The more, the longer each waits for the others, and the more is sent again if one is refused. */
const WRITES_MAX = 64
/** Enough to keep PostgreSQL busy while one of them waits for its disk; more would gather less. */
const STATEMENTS_AT_ONCE = 2
const together = { most: WRITES_MAX, atOnce: STATEMENTS_AT_ONCE }
/** How long the writes of a tenant go alone after one was refused. */
const APART_MS = 1000
const APART_MAX = 10_000
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

/** Gathered statements go over `quick`, whose lines hardly wait for locks; whoever is alone may wait. */
export function gatheringWrites(quick: Pipeline, patient: Queryable): Writing {
  const apart = new Map<number, number>()
  const isApart = (tenant: number) => (apart.get(tenant) ?? 0) > performance.now()
  const keepApart = (tenant: number) => {
    if (apart.size >= APART_MAX) apart.clear()
    if (tenant !== 0) apart.set(tenant, performance.now() + APART_MS)
  }
  const [atOnce, waiting] = [writeAlone(quick), writeAlone(patient)]
  const alone: Writing = async (parts) => {
    try {
      return await atOnce(parts)
    } catch (error) {
      if (failureOf(error).code !== LOCK_NOT_AVAILABLE) throw error
      return waiting(parts)
    }
  }
  const answerAlone = ({ parts, resolve, reject }: Ask) =>
    alone(parts).then(resolve, (error: unknown) => {
      keepApart(tenantOf(parts))
      reject(error)
    })
  const answerAll = async (asked: readonly Ask[]) => {
    const asks = asked.toSorted((a, b) => tenantOf(a.parts) - tenantOf(b.parts))
    const writes = asks.map(({ parts }) => parts)
    try {
      const answers = await send(quick, writes)
      for (const [n, { resolve }] of asks.entries()) resolve(answers[n] as Row[])
    } catch (error) {
      if (changedNothing(error)) await Promise.all(asks.map(answerAlone))
      else for (const { reject } of asks) reject(error)
    }
  }
  const gather = gatherer<Ask>(quick, together, async (asked) => {
    const [only, ...others] = asked
    if (only === undefined) return
    if (others.length === 0) await waiting(only.parts).then(only.resolve, only.reject)
    else await answerAll(asked)
  })
  return (parts) =>
    isApart(tenantOf(parts))
      ? waiting(parts)
      : new Promise((resolve, reject) => gather(keyOf(parts), { parts, resolve, reject }))
}

/** Whose rows are written; 0 where a part does not say. */
function tenantOf([first]: readonly Part[]): number {
  return first?.tenant ?? 0
}

/** The rows for each write. */
async function send(on: Queryable, writes: readonly (readonly Part[])[]): Promise<Row[][]> {
  const { statement, params } = compose(writes)
  const answers: Row[][] = writes.map(() => [])
  // Where a write has no rows to answer, the left join of the guards may leave one without a place.
  for (const { place, row } of await on.query(statement, params))
    answers[(place as number) - 1]?.push(row as Row)
  return answers
}

function asRefusal(error: unknown, parts: readonly Part[]): unknown {
  const { code, message, constraint } = failureOf(error)
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
