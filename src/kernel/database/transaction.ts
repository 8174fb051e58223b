// A transaction on a connection of the pool, which is dropped where an error says that it is of no further use.

import { refuseTryLater } from '../try-later.ts'
import type { Tx } from './db.ts'
import type { Pool, PoolClient } from './driver.ts'
import { endsConnection } from './errors.ts'
import type { Queryable } from './pipeline.ts'
import { execute } from './prepared.ts'

/** Transactions that wait for a connection of the pool; each waits no longer than a connection may take to open. */
const WAITING_MAX = 1_000

/** A connection for one transaction or session; who takes it releases it. */
export function takeClient(pool: Pool): Promise<PoolClient> {
  if (pool.waitingCount >= WAITING_MAX)
    refuseTryLater(new Error('too many transactions wait for a connection'))
  return pool.connect()
}

export async function inTransaction<T>(
  pool: Pool,
  asTx: (on: Queryable) => Tx,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const client = await takeClient(pool)
  const turns = inTurn(client)
  let isBroken = false
  try {
    await client.query('begin')
    const result = await work(asTx(turns))
    await turns.end()
    const { command } = await client.query('commit')
    // A commit after a failed statement is answered with ROLLBACK: its error was swallowed on the way.
    if (command !== 'COMMIT') throw new Error('a failed statement was passed over in a transaction')
    return result
  } catch (error) {
    await turns.end()
    isBroken = endsConnection(error)
    await client.query('rollback').catch(() => {
      isBroken = true
    })
    throw error
  } finally {
    client.release(isBroken)
  }
}

type Turns = Queryable & { end(): Promise<unknown> }

// A connection does one thing at a time: statements that a use case asks for at once take turns.
// After `end` none is sent any more: the connection may belong to another transaction by then.
export function inTurn(client: PoolClient): Turns {
  let last: Promise<unknown> = Promise.resolve()
  let ended = false
  return {
    query: (statement, params) => {
      const mine = last.then(() => {
        if (ended) throw new Error('a statement came after the end of its transaction')
        return execute(client, statement, params)
      })
      last = mine.catch(() => undefined)
      return mine
    },
    end: () => {
      ended = true
      return last
    },
  }
}
