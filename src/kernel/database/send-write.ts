// Sends what is written by one statement. Writes of several requests that consist of the same steps are sent
// as one batch, so that the cost of a statement and of a commit is paid once for all of them.
//
// Isolation between tenants. A batch mixes tenants, therefore: (1) its connections have a short lock timeout,
// and a write that has to wait longer is sent again unbatched; (2) a write that fails unbatched keeps its tenant
// out of batches for `UNBATCHED_MS`; (3) a batch is sorted by tenant, so existing rows are locked in one order.
// Rows that the batch inserts are outside that order: a deadlock there ends with the short lock timeout.

import { Refusal } from '../refusal.ts'
import { batcher } from './batch.ts'
import { changedNothing, failureOf, LOCK_NOT_AVAILABLE } from './errors.ts'
import type { Pipeline, Queryable } from './pipeline.ts'
import type { Row } from './prepared.ts'
import { compose, keyOf, type WriteStep } from './write-step.ts'

/** The write met another's write that it can see on a second look: the request is simply run again. */
export class RetryNeeded extends Error {}

/** Answers the rows of the first part. */
export type Writing = (steps: readonly WriteStep[]) => Promise<Row[]>

/** The more, the longer each waits for the others, and the more is sent again if one is refused. */
const WRITES_MAX = 64
/** Enough to keep PostgreSQL busy while one of them waits for its disk; more would gather less. */
const STATEMENTS_AT_ONCE = 2
const together = { most: WRITES_MAX, atOnce: STATEMENTS_AT_ONCE }
/** How long the writes of a tenant are sent unbatched after one was refused. */
const UNBATCHED_MS = 1000
const UNBATCHED_MAX = 10_000
const GUARD_FAILED = 'GW001'

export function unbatchedWrites(on: Queryable): Writing {
  return async (steps) => {
    try {
      const [rows] = await send(on, [steps])
      return rows as Row[]
    } catch (error) {
      throw asRefusal(error, steps)
    }
  }
}

type Ask = {
  readonly steps: readonly WriteStep[]
  resolve(rows: Row[]): void
  reject(error: unknown): void
}

/** Batches are sent over connections with a short lock timeout, what waits for a lock over those with a long one. */
export function batchedWrites(shortLockTimeout: Pipeline, longLockTimeout: Queryable): Writing {
  const unbatchedUntil = new Map<number, number>()
  const isUnbatched = (tenant: number) => (unbatchedUntil.get(tenant) ?? 0) > performance.now()
  const keepUnbatched = (tenant: number) => {
    if (unbatchedUntil.size >= UNBATCHED_MAX) unbatchedUntil.clear()
    if (tenant !== 0) unbatchedUntil.set(tenant, performance.now() + UNBATCHED_MS)
  }
  const [sendWithShortTimeout, sendWithLongTimeout] = [
    unbatchedWrites(shortLockTimeout),
    unbatchedWrites(longLockTimeout),
  ]
  const sendUnbatched: Writing = async (steps) => {
    try {
      return await sendWithShortTimeout(steps)
    } catch (error) {
      if (failureOf(error).code !== LOCK_NOT_AVAILABLE) throw error
      return sendWithLongTimeout(steps)
    }
  }
  const answerUnbatched = ({ steps, resolve, reject }: Ask) =>
    sendUnbatched(steps).then(resolve, (error: unknown) => {
      keepUnbatched(tenantOf(steps))
      reject(error)
    })
  const answerAll = async (asked: readonly Ask[]) => {
    const asks = asked.toSorted((a, b) => tenantOf(a.steps) - tenantOf(b.steps))
    const writes = asks.map(({ steps }) => steps)
    try {
      const answers = await send(shortLockTimeout, writes)
      for (const [n, { resolve }] of asks.entries()) resolve(answers[n] as Row[])
    } catch (error) {
      if (changedNothing(error)) await Promise.all(asks.map(answerUnbatched))
      else for (const { reject } of asks) reject(error)
    }
  }
  const enqueue = batcher<Ask>(shortLockTimeout, together, async (asked) => {
    const [only, ...others] = asked
    if (only === undefined) return
    if (others.length === 0) await sendWithLongTimeout(only.steps).then(only.resolve, only.reject)
    else await answerAll(asked)
  })
  return (steps) =>
    isUnbatched(tenantOf(steps))
      ? sendWithLongTimeout(steps)
      : new Promise((resolve, reject) => enqueue(keyOf(steps), { steps, resolve, reject }))
}

/** Whose rows are written; 0 where a step does not say. */
function tenantOf([first]: readonly WriteStep[]): number {
  return first?.tenant ?? 0
}

/** The rows for each write. */
async function send(on: Queryable, writes: readonly (readonly WriteStep[])[]): Promise<Row[][]> {
  const { statement, params } = compose(writes)
  const answers: Row[][] = writes.map(() => [])
  // Where a write has no rows to answer, the left join of the guards may leave one without a place.
  for (const { requestIndex, row } of await on.query(statement, params))
    answers[(requestIndex as number) - 1]?.push(row as Row)
  return answers
}

function asRefusal(error: unknown, steps: readonly WriteStep[]): unknown {
  const { code, message, constraint } = failureOf(error)
  for (const { declaration, onGuardFailed, constraints } of steps) {
    const said =
      code === GUARD_FAILED
        ? declaration.name === message && onGuardFailed
        : constraint !== undefined && constraints?.[constraint]
    if (said === 'retry') return new RetryNeeded(message)
    if (said) return new Refusal([{ kind: said }])
  }
  return error
}
