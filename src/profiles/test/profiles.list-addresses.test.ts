import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { outcome } from '../../../test/support/transfers.ts'

describe('profiles.list-addresses', () => {
  const service = testService()
  const details = { country: 'GB', firstLine: '1 High Street', city: 'London' }

  it('200 lists the addresses of the profile in the query, or of the personal profile, in ascending order of id', async () => {
    const ann = await service.createUser({ verified: false })
    const created: number[] = []
    for (const profile of [ann.personal, ann.business, ann.personal])
      created.push((await ann.call('POST /v1/addresses', { body: { profile, details } })).body.id)
    const ids = async (query?: Record<string, string>) => {
      const { status, body } = await ann.call('GET /v1/addresses', { ...(query && { query }) })
      expect(status).toBe(200)
      return body.map(({ id }: { id: number }) => id)
    }
    expect(await ids()).toEqual([created[0], created[2]])
    expect(await ids({ profile: String(ann.business) })).toEqual([created[1]])
  })

  it('404 profile.not-found for another user’s profile', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const reply = await ann.call('GET /v1/addresses', { query: { profile: String(bob.personal) } })
    expect(outcome(reply)).toBe('404 profile.not-found')
  })
})
