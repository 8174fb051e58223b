// D10: an advance of the sandbox clock stops at each due time, whatever the workers of other processes do meanwhile.

import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { createsTransfer, readsTransfer } from '../../../test/support/transfers.ts'
import { isAfter } from '../../kernel/instant.ts'
import { sweep } from '../../kernel/sweep.ts'
import { advanceClock } from '../worker/workers.ts'

/** Every user is always due, and no run finishes a user, as when another process has taken the rows. */
const unfinishedSweep = sweep({
  name: 'test.users',
  summary: 'Every user is due.',
  table: 'users',
  key: { profileId: 'id', id: 'id' },
  dueAt: 'created_at',
  where: 'true',
  batchMax: 1,
  run: async () => 0,
})

describe('D10: an advance of the clock', () => {
  const service = testService()

  it('cancels an unpaid transfer before the end of the advance, although another process does not finish rows that it has taken', async () => {
    const ann = await service.createUser()
    const { id } = await createsTransfer(ann)
    const { workerContext } = service
    const sweeps = [...workerContext.sweeps, unfinishedSweep]
    await advanceClock({ ...workerContext, sweeps }, (now) => now.add({ hours: 24 * 30 }))
    expect((await readsTransfer(ann, id)).status).toBe('cancelled')
    const { rows } = await service.db.pool.query(
      `select payload ->> 'occurred_at' as at from events
        where subject = $1 and payload ->> 'current_state' = 'cancelled'`,
      [`transfer:${id}`],
    )
    // The transfer is due before the end of the advance. An advance without stops would cancel the transfer at the end.
    expect(isAfter(service.now(), Temporal.Instant.from(rows[0].at))).toBe(true)
  })
})
