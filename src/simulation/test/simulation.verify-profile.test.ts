import { describe, expect, it } from 'vitest'
import { reads, sends } from '../../../test/support/sending.ts'
import { house } from '../../../test/support/service.ts'

describe('simulation.verify-profile', () => {
  const h = house()

  it('200 without content verifies every profile once and releases what waited for it', async () => {
    const ann = await h.user({ verified: false })
    const { id } = await sends(ann)
    const reply = await ann.call('POST /v1/simulation/verify-profile')
    expect([reply.status, reply.text]).toEqual([200, ''])
    expect((await reads(ann, id)).hasActiveIssues).toBe(false)
    await ann.call('POST /v1/simulation/verify-profile')
    const { rows } = await h.db.pool.query(
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
