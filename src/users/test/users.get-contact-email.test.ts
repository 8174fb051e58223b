import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { outcome } from '../../../test/support/transfers.ts'

describe('users.get-contact-email', () => {
  const service = testService()

  it('200 returns the e-mail address of the user when no contact e-mail was set', async () => {
    const ann = await service.createUser()
    const { email } = (await ann.call('GET /v1/me')).body
    const reply = await ann.call(`GET /v1/users/${ann.userId}/contact-email`)
    expect([reply.status, reply.body]).toEqual([200, { email }])
  })

  it('404 not.found for another user', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const reply = await ann.call(`GET /v1/users/${bob.userId}/contact-email`)
    expect(outcome(reply)).toBe('404 not.found')
  })
})
