import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { createsTransfer, outcome, readsTransfer } from '../../../test/support/transfers.ts'
import { expectVerification } from './verified-profiles.ts'

describe('simulation.profile-verifications', () => {
  const service = testService()

  it('200 without a body verifies every profile of the user and releases the transfers that waited for the verification', () =>
    expectVerification(service, (ann) =>
      ann.call(`POST /v1/simulation/profiles/${ann.personal}/verifications`),
    ))

  it('200 for the application that signed the user up, 404 not.found for another application', async () => {
    const [client, other] = [await service.createClient(), await service.createClient()]
    const ann = await service.createUser({ verified: false, applicationId: client.applicationId })
    const route = `POST /v1/simulation/profiles/${ann.business}/verifications`
    const refused = await other.call(route)
    expect(outcome(refused)).toBe('404 not.found')
    expect(refused.body.errors[0].path).toBe('profileId')
    const { id } = await createsTransfer(ann)
    expect((await readsTransfer(ann, id)).hasActiveIssues).toBe(true)
    const reply = await client.call(route)
    expect([reply.status, reply.text]).toEqual([200, ''])
    expect((await readsTransfer(ann, id)).hasActiveIssues).toBe(false)
  })
})
