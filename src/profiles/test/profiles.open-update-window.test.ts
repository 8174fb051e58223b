import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { errorsOf } from './profile-fixtures.ts'

describe('profiles.open-update-window', () => {
  const service = testService()

  it('200 OPEN for an open and for a closed window', async () => {
    const ann = await service.createUser()
    const path = `/v1/profiles/${ann.business}/update-window`
    expect((await ann.call(`DELETE ${path}`)).body.updateWindow).toBe('CLOSED')
    for (const _ of ['closed', 'open already']) {
      const { status, body } = await ann.call(`POST ${path}`)
      expect([status, body]).toEqual([200, { profileId: ann.business, updateWindow: 'OPEN' }])
    }
  })

  it('404 not.found for another user’s profile', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const reply = await ann.call(`POST /v1/profiles/${bob.personal}/update-window`)
    expect(errorsOf(reply)).toEqual([404, 'not.found profileId'])
  })
})
