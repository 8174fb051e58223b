import { describe, expect, it } from 'vitest'
import { house } from '../../../test/support/house.ts'
import { reads, sends } from '../../../test/support/sending.ts'

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
    const [client, stranger] = [await h.client(), await h.client()]
    const { applicationId } = client
    const ann = await h.user({ verified: false, applicationId })
    const { id } = await sends(ann)
    const path = `POST /v1/simulation/profiles/${ann.business}/verifications`
    expect((await stranger.call(path)).status).toBe(404)
    expect((await reads(ann, id)).hasActiveIssues).toBe(true)
    expect((await client.call(path)).status).toBe(200)
    expect((await reads(ann, id)).hasActiveIssues).toBe(false)
  })
})
