// A transaction on a connection of the pool. After an error that breaks the connection, the connection is closed
// instead of returned to the pool.

import { refuseTryLater } from '../try-later.ts'
import type { Pool, PoolClient } from './driver.ts'
import { endsConnection } from './errors.ts'
import { execute } from './execute.ts'
import type { Tx } from './reader.ts'
import type { Queryable } from './statement.ts'

/** Transactions and sessions that may wait for a connection, each for at most `CONNECT_MS_MAX` (gap 401). */
const WAITING_MAX = 1_000

/** A connection for one transaction or session; the caller releases it. */
export function takeClient(pool: Pool): Promise<PoolClient> {
  if (pool.waitingCount >= WAITING_MAX)
    refuseTryLater(new Error('too many transactions wait for a connection'))
  return pool.connect()
}

/** Runs `work` between begin and commit; rolls back when `work` fails. `asTx` makes the Tx of the connection. */
export async function inTransaction<T>(
  pool: Pool,
  asTx: (on: Queryable) => Tx,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const client = await takeClient(pool)
  const statements = serializeStatements(client)
  let isBroken = false
  try {
    await client.query('begin')
    const result = await work(asTx(statements))
    await statements.end()
    const { command } = await client.query('commit')
    // PostgreSQL answers ROLLBACK when a statement failed and the use case ignored its error.
    if (command !== 'COMMIT') throw new Error('a use case ignored the error of a failed statement')
    return result
  } catch (error) {
    await statements.end()
    isBroken = endsConnection(error)
    await client.query('rollback').catch(() => {
      isBroken = true
    })
    throw error
  } finally {
    client.release(isBroken)
  }
}

type StatementQueue = Queryable & { end(): Promise<unknown> }

/**
 * A connection runs one statement at a time: statements that a use case sends concurrently are queued. After
 * `end` no more are sent, because the connection may belong to another transaction by then.
 */
export function serializeStatements(client: PoolClient): StatementQueue {
  let last: Promise<unknown> = Promise.resolve()
  let isEnded = false
  return {
    query: (statement, params) => {
      const answer = last.then(() => {
        if (isEnded)
          throw new Error(
            'a statement was still queued, or was sent, after the end of its transaction: await it',
          )
        return execute(client, statement, params)
      })
      last = answer.catch(() => undefined)
      return answer
    },
    end: () => {
      isEnded = true
      return last
    },
  }
}
