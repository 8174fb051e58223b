import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { createsTransfer, readsTransfer } from '../../../test/support/transfers.ts'

describe('simulation.verify-profile', () => {
  const service = testService()

  it('200 without a body verifies every profile of the user and releases the transfers that waited for it', async () => {
    const ann = await service.createUser({ verified: false })
    const { id } = await createsTransfer(ann)
    const reply = await ann.call('POST /v1/simulation/verify-profile')
    expect([reply.status, reply.text]).toEqual([200, ''])
    expect((await readsTransfer(ann, id)).hasActiveIssues).toBe(false)
    await ann.call('POST /v1/simulation/verify-profile')
    const { rows } = await service.db.pool.query(
      `select subject, payload->>'current_state' as state from events
        where name = 'profiles#verification-state-change' order by profile_id`,
    )
    expect(rows).toEqual(
      [ann.personal, ann.business].map((profile) => ({
        subject: `profile:${profile}`,
        state: 'verified',
      })),
    )
  })
})
