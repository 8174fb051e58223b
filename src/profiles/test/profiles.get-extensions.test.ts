import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { ok } from '../../../test/support/transfers.ts'

describe('profiles.get-extensions', () => {
  const service = testService()
  const path = (id: number) => `/v1/profiles/${id}/extensions`

  it('D43a: 200 with empty details before any were sent, then with the stored details of this profile', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    expect(await ok(ann.call(`GET ${path(ann.personal)}`))).toEqual({ details: {} })
    const details = { accountPurpose: 'CONTRIBUTING_TO_PERSONAL_SAVINGS' }
    await ok(ann.call(`POST ${path(ann.personal)}`, { body: { details } }))
    expect(await ok(ann.call(`GET ${path(ann.personal)}`))).toEqual({ details })
    expect(await ok(bob.call(`GET ${path(bob.personal)}`))).toEqual({ details: {} })
  })
})
