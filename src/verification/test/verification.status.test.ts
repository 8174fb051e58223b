import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import { simulateDecision, statusPath } from './verification-fixtures.ts'

describe('verification.status', () => {
  const service = testService()

  it('200 returns whether the profile is verified, which the additional verification does not change', async () => {
    const ann = await service.createUser({ verified: false })
    const route = `GET ${statusPath(ann.personal)}`
    await ok(simulateDecision(ann, { state: 'VERIFIED' }))
    const before = { profileId: ann.personal, currentStatus: 'not_verified' }
    expect(await ok(ann.call(route))).toEqual(before)
    await ok(ann.call('POST /v1/simulation/verify-profile'))
    await ok(simulateDecision(ann, { state: 'EVIDENCE_REQUIRED' }))
    expect(await ok(ann.call(route))).toEqual({ ...before, currentStatus: 'verified' })
  })

  it('404 not.found for another user’s profile', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    expect(outcome(await ann.call(`GET ${statusPath(bob.personal)}`))).toBe('404 not.found')
  })
})
