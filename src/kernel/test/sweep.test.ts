// How a sweep treats due rows, and rows at which it fails.

import { expect, it } from 'vitest'
import type { Database } from '../database/db.ts'
import { ConnectionFailure } from '../database/errors.ts'
import { runSweep, type SweepContext, sweep } from '../sweep.ts'
import { tryLater } from '../try-later.ts'

const now = Temporal.Instant.from('2026-01-05T10:00:00Z')

const dueTransfers = {
  name: 'failing',
  summary: 'Fails.',
  table: 'transfers',
  key: { profileId: 'profile_id', id: 'id' },
  dueAt: 'advances_at',
  where: 'true',
  batchMax: 10,
}
const failingSweep = sweep({ ...dueTransfers, act: async () => true })

/** Runs the sweep on two rows, each of which fails with `error`. */
async function runFailingSweep(error: Error) {
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
  const onFailure = (failure: unknown) => reported.push(failure)
  const run = runSweep(db, failingSweep, { now, context: {} as SweepContext, onFailure })
  const outcome = await run.catch((thrown: unknown) => thrown)
  return { outcome, reported, transactions }
}

it('D120: a row with 503 try.again.later is reported and stays due, and the next row is acted on', async () => {
  const error = tryLater(new Error('locked'))
  expect(await runFailingSweep(error)).toEqual({
    outcome: 2,
    reported: [error, error],
    transactions: 2,
  })
})

it('D125: an unreachable database ends the run, and no row is recorded as failed', async () => {
  const error = new ConnectionFailure('silent')
  expect(await runFailingSweep(error)).toEqual({ outcome: error, reported: [], transactions: 1 })
})

it('a row at which the sweep fails is reported and recorded with the time of its retry, and the next row is acted on', async () => {
  const reported: unknown[] = []
  const written: unknown[][] = []
  const acted: number[] = []
  const tx = {
    rows: async (_statement: unknown, params: unknown[]) => void written.push(params),
  }
  const db = {
    reader: { rows: async () => [1, 2].map((profileId) => ({ profileId, id: 'x' })) },
    transact: async (work: (transaction: unknown) => Promise<unknown>) => work(tx),
  } as unknown as Database
  const bug = new Error('a bug')
  const declared = sweep({
    ...dueTransfers,
    act: async (_tx, { profileId }) => {
      acted.push(profileId)
      if (profileId === 1) throw bug
      return true
    },
  })
  const onFailure = (error: unknown) => reported.push(error)
  const count = await runSweep(db, declared, { now, context: {} as SweepContext, onFailure })
  expect([count, acted, reported]).toEqual([2, [1, 2], [bug]])
  const [failure, cleared] = written
  expect(failure?.slice(0, 3)).toEqual(['failing', 1, 'x'])
  expect(failure?.[3]).toContain('a bug')
  expect(failure?.[4]).toBe('2026-01-05T10:10:00Z')
  expect(cleared).toEqual(['failing', 2, 'x'])
})

it('in a sandbox a row on which the sweep has acted gets an entry in the live feed, and a row that is no longer due gets none', async () => {
  const written: unknown[][] = []
  const tx = {
    rows: async (_statement: unknown, params: unknown[]) => void written.push(params),
  }
  const db = {
    reader: { rows: async () => [1, 2].map((profileId) => ({ profileId, id: 'x' })) },
    transact: async (work: (each: unknown) => Promise<unknown>) => work(tx),
  } as unknown as Database
  const declared = sweep({ ...dueTransfers, act: async (_tx, { profileId }) => profileId === 1 })
  const context = { recordsFeed: true } as SweepContext
  const count = await runSweep(db, declared, { now, context, onFailure: () => undefined })
  expect(count).toBe(2)
  // Each of these rows clears its failure. Only the first row has a feed entry too, with its profile in an array.
  expect(written.map(([first]) => first)).toEqual(['failing', [1], 'failing'])
})

it('a sweep with `run` processes its batch itself and returns its count', async () => {
  const declared = sweep({ ...dueTransfers, run: async () => 7 })
  const run = { now, context: {} as SweepContext, onFailure: () => undefined }
  expect(await runSweep({} as Database, declared, run)).toBe(7)
})
