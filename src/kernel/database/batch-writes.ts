// Sends writes. Writes of several requests that consist of the same steps are sent as one batch, so that the cost
// of a statement and of a commit is paid once for all of them.
//
// Isolation between tenants. A batch mixes tenants, therefore: (1) its connections have a short lock timeout, and
// when the batch has to wait longer, or one of its writes fails, each of its writes is sent again unbatched; (2) a
// write that then fails keeps its tenant out of batches for `UNBATCHED_MS`; (3) a batch is sorted by tenant, and its
// statement changes existing rows in that order, because its plans find them by index (`PLANNER_SETTINGS`). So two
// batches lock the existing rows of different tenants in one order. Rows of one tenant, inserted rows and settled debts
// are outside that order: a deadlock there ends with the short lock timeout.

import { Refusal } from '../refusal.ts'
import { batcher } from './batch.ts'
import { type Compose, paramsOf, type WriteStatement } from './compose-write.ts'
import {
  changedNothing,
  databaseErrorOf,
  GUARD_FAILED,
  LOCK_NOT_AVAILABLE,
  RetryError,
} from './errors.ts'
import type { Pipeline } from './pipeline.ts'
import type { Queryable, Row } from './statement.ts'
import type { Failure, WriteStep } from './write-step.ts'

/** Sends the steps of one write; returns the rows of the first. */
export type SendWrite = (steps: readonly WriteStep[]) => Promise<Row[]>

/**
 * The most writes of one batch (decision 9). A larger batch would make each write wait longer, and more writes be sent again
 * when one fails.
 */
const WRITES_MAX = 64
/**
 * The second batch keeps PostgreSQL busy while the first waits for the disk (decision 9). With a third, batches would be
 * smaller.
 */
const BATCHES_MAX = 2
/**
 * How long the writes of a tenant are unbatched after a write of this tenant failed in a batch and again unbatched. So a
 * tenant whose writes all fail makes at most one batch a second go twice (decision 9).
 */
const UNBATCHED_MS = 1000
/** Limits the memory. At this number the list is emptied: all tenants are batched again, which only costs failed batches. */
const UNBATCHED_TENANTS_MAX = 10_000

/** Sends each write as one statement. */
export function unbatchedWrites(on: Queryable, compose: Compose): SendWrite {
  return async (steps) => {
    try {
      const [rows] = await send(on, compose(steps), [steps])
      return rows ?? []
    } catch (error) {
      throw failureOfWrite(error, steps)
    }
  }
}

type QueuedWrite = {
  readonly steps: readonly WriteStep[]
  readonly statement: WriteStatement
  resolve(rows: Row[]): void
  reject(error: unknown): void
}

/**
 * Batches of several writes, and the writes of a failed batch, are sent over `shortLockPipeline`. Three kinds of writes are
 * sent over `longLockPipeline`: a write that is alone in its batch, a write of a tenant that is kept out of batches, and a
 * write of a failed batch that has to wait longer for a lock.
 */
export function batchedWrites(
  shortLockPipeline: Pipeline,
  longLockPipeline: Queryable,
  compose: Compose,
): SendWrite {
  const unbatched = unbatchedTenants()
  const sendUnbatched = unbatchedWrites(longLockPipeline, compose)
  const sendWithinShortTimeout = unbatchedWrites(shortLockPipeline, compose)
  const sendAgain = async ({ steps, resolve, reject }: QueuedWrite) => {
    try {
      // Only a write that waits for a lock moves to the connections on which a write may wait for long.
      resolve(
        await sendWithinShortTimeout(steps).catch((error: unknown) => {
          if (databaseErrorOf(error).code !== LOCK_NOT_AVAILABLE) throw error
          return sendUnbatched(steps)
        }),
      )
    } catch (error) {
      unbatched.add(tenantOf(steps))
      reject(error)
    }
  }
  const sendBatch = async (unsorted: readonly QueuedWrite[], statement: WriteStatement) => {
    const requests = unsorted.toSorted((a, b) => tenantOf(a.steps) - tenantOf(b.steps))
    try {
      const writes = requests.map(({ steps }) => steps)
      const answers = await send(shortLockPipeline, statement, writes)
      requests.forEach(({ resolve }, n) => {
        resolve(answers[n] ?? [])
      })
    } catch (error) {
      if (changedNothing(error)) await Promise.all(requests.map(sendAgain))
      else for (const { reject } of requests) reject(error)
    }
  }
  const limits = { inputsMax: WRITES_MAX, inProgressMax: BATCHES_MAX }
  const enqueue = batcher<QueuedWrite>(shortLockPipeline, limits, async (requests) => {
    const [first, ...others] = requests
    if (first === undefined) return
    // A single write holds locks of one tenant only, so it may wait for the long lock timeout.
    if (others.length > 0) await sendBatch(requests, first.statement)
    else await sendUnbatched(first.steps).then(first.resolve, first.reject)
  })
  return (steps) =>
    unbatched.has(tenantOf(steps))
      ? sendUnbatched(steps)
      : new Promise((resolve, reject) => {
          const statement = compose(steps)
          enqueue(statement.name, { steps, statement, resolve, reject })
        })
}

/** Tenants whose writes failed less than `UNBATCHED_MS` ago. */
function unbatchedTenants() {
  const until = new Map<number, number>()
  return {
    has: (tenant: number) => (until.get(tenant) ?? 0) > performance.now(),
    add: (tenant: number) => {
      if (until.size >= UNBATCHED_TENANTS_MAX) until.clear()
      if (tenant !== 0) until.set(tenant, performance.now() + UNBATCHED_MS)
    },
  }
}

/** The profile whose rows are written; zero where no step has one. */
function tenantOf(steps: readonly WriteStep[]): number {
  return steps.find(({ tenant }) => tenant !== 0)?.tenant ?? 0
}

/** The rows for each write. */
async function send(
  on: Queryable,
  statement: WriteStatement,
  writes: readonly (readonly WriteStep[])[],
): Promise<Row[][]> {
  const answers: Row[][] = writes.map(() => [])
  // When the first step returns no rows, the left join of the guards adds a row without a request index.
  for (const { requestIndex, row } of await on.query(statement, paramsOf(writes)))
    if (requestIndex > 0) answers[requestIndex - 1]?.push(row)
  return answers
}

function failureOfWrite(error: unknown, steps: readonly WriteStep[]): unknown {
  for (const step of steps) {
    const failure = failureOfStep(error, step)
    if (failure === 'retry') return new RetryError(databaseErrorOf(error).message)
    if (failure !== undefined) return new Refusal([{ kind: failure }])
  }
  return error
}

function failureOfStep(error: unknown, step: WriteStep): Failure | undefined {
  const { code, message, constraint } = databaseErrorOf(error)
  const { name, constraints } = step.definition
  if (code === GUARD_FAILED) return name === message ? step.onGuardFailed : undefined
  const meaning = constraint === undefined ? undefined : constraints[constraint]
  return meaning === 'guard' ? step.onGuardFailed : meaning
}
