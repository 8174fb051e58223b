// D10: an advance of the sandbox clock stops at each due time, whatever the workers of other processes do meanwhile.

import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { createsTransfer, readsTransfer } from '../../../test/support/transfers.ts'
import { sweep } from '../../kernel/sweep.ts'
import { advanceClock } from '../worker/workers.ts'

const usersAreDue = {
  name: 'test.users',
  summary: 'Every user is due.',
  table: 'users',
  key: { profileId: 'id', id: 'id' },
  dueAt: 'created_at',
  where: 'true',
  batchMax: 1,
}

describe('D10: an advance of the clock', () => {
  const service = testService()

  async function advancesWith(run: () => Promise<number>) {
    const ann = await service.createUser()
    const { id } = await createsTransfer(ann)
    const { workerContext } = service
    const sweeps = [...workerContext.sweeps, sweep({ ...usersAreDue, run })]
    await advanceClock({ ...workerContext, sweeps }, (now) => now.add({ hours: 24 * 30 }))
    const { rows } = await service.db.pool.query(
      `select payload ->> 'occurred_at' as cancelled_at from events
        where subject = $1 and payload ->> 'current_state' = 'cancelled'`,
      [`transfer:${id}`],
    )
    return { status: (await readsTransfer(ann, id)).status, rows }
  }

  it('runs later work at its due time when another process does not finish the rows that it has taken', async () => {
    const started = service.now()
    const { status, rows } = await advancesWith(async () => 0)
    expect(status).toBe('cancelled')
    const cancelledAt = Temporal.Instant.from(rows[0].cancelled_at)
    expect(Temporal.Instant.compare(cancelledAt, started.add({ hours: 24 * 29 }))).toBe(-1)
  })
})
