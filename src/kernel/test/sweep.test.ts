// What becomes of a row at which a sweep fails.

import { expect, it } from 'vitest'
import type { Database } from '../database/db.ts'
import { ConnectionFailure } from '../database/errors.ts'
import { runSweep, type SweepContext, sweep } from '../sweep.ts'
import { tryLater } from '../try-later.ts'

const failing = sweep({
  name: 'failing',
  summary: 'Fails.',
  table: 'transfers',
  key: { profileId: 'profile_id', id: 'id' },
  dueAt: 'advances_at',
  where: 'true',
  batchMax: 10,
  act: async () => undefined,
})

/** Runs the sweep on two rows, each of which fails by `error`. Answers what was called for. */
async function runs(error: Error) {
  const reported: unknown[] = []
  let transactions = 0
  const keys = [1, 2].map((profileId) => ({ profileId, id: 'x' }))
  const db = {
    reader: { rows: async () => keys },
    // The first transaction of a row acts on it; a second would record its failure.
    transact: async () => {
      transactions++
      throw error
    },
  } as unknown as Database
  const now = Temporal.Instant.from('2026-01-05T10:00:00Z')
  const run = runSweep(db, failing, now, {} as SweepContext, (failure) => reported.push(failure))
  const outcome = await run.catch((thrown: unknown) => thrown)
  return { outcome, reported, transactions }
}

it('D120: a row that met too busy a database is reported and stays due, and the others are acted on', async () => {
  const error = tryLater(new Error('locked'))
  expect(await runs(error)).toEqual({ outcome: 2, reported: [error, error], transactions: 2 })
})

it('D125: a lost connection ends the round, and no row is recorded as failed', async () => {
  const error = new ConnectionFailure('silent')
  expect(await runs(error)).toEqual({ outcome: error, reported: [], transactions: 1 })
})
