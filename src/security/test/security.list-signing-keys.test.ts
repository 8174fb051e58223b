import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { registersKey } from './protected-requests.ts'

describe('security.list-signing-keys', () => {
  const service = testService()

  it("200 lists the user's keys, and no key of another user", async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const id = await registersKey(ann)
    const { status, body } = await ann.call('GET /v1/user/signing-keys')
    expect([status, body.map((key: { id: number }) => key.id)]).toEqual([200, [id]])
    expect((await bob.call('GET /v1/user/signing-keys')).body).toEqual([])
  })
})
