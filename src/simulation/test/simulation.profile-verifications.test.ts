import { describe, expect, it } from 'vitest'
import { reads, sends } from '../../../test/support/sending.ts'
import { house } from '../../../test/support/service.ts'

describe('simulation.profile-verifications', () => {
  const h = house()

  it('200 without content verifies every profile once and releases what waited for it', async () => {
    const ann = await h.user({ verified: false })
    const { id } = await sends(ann)
    const reply = await ann.call(`POST /v1/simulation/profiles/${ann.personal}/verifications`)
    expect([reply.status, reply.text]).toEqual([200, ''])
    expect((await reads(ann, id)).hasActiveIssues).toBe(false)
    await ann.call(`POST /v1/simulation/profiles/${ann.personal}/verifications`)
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

  it('200 for the application that signed the user up, 404 for another', async () => {
    const [client, other] = [await h.client(), await h.client()]
    const ann = await h.user({ verified: false, applicationId: client.applicationId })
    const route = `POST /v1/simulation/profiles/${ann.business}/verifications`
    const refused = await other.call(route)
    expect([refused.status, refused.body.errors[0].path]).toEqual([404, 'profileId'])
    const { id } = await sends(ann)
    const reply = await client.call(route)
    expect([reply.status, reply.text]).toEqual([200, ''])
    expect((await reads(ann, id)).hasActiveIssues).toBe(false)
  })
})
