import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'

describe('profiles.list-flat', () => {
  const service = testService()

  it('200 lists the profiles of the user and of no other user, as GET by id returns them', async () => {
    const [ann, _other] = [await service.createUser(), await service.createUser()]
    const { status, body } = await ann.call('GET /v2/profiles')
    const byId = async (id: number) => (await ann.call(`GET /v2/profiles/${id}`)).body
    expect([status, body]).toEqual([200, [await byId(ann.personal), await byId(ann.business)]])
  })
})
