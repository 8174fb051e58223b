import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { outcome } from '../../../test/support/transfers.ts'

describe('profiles.get-address', () => {
  const service = testService()
  const details = { country: 'GB', firstLine: '1 High Street', city: 'London' }

  it('200 returns an address of any profile of the user', async () => {
    const ann = await service.createUser()
    for (const profile of [ann.personal, ann.business]) {
      const { body: created } = await ann.call('POST /v1/addresses', { body: { profile, details } })
      const reply = await ann.call(`GET /v1/addresses/${created.id}`)
      expect([reply.status, reply.body]).toEqual([200, created])
    }
  })

  it('404 address.not-found for another user’s address', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const body = { profile: bob.personal, details }
    const { body: bobsAddress } = await bob.call('POST /v1/addresses', { body })
    const reply = await ann.call(`GET /v1/addresses/${bobsAddress.id}`)
    expect(outcome(reply)).toBe('404 address.not-found')
  })
})
