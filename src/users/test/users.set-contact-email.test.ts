import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { outcome } from '../../../test/support/transfers.ts'

describe('users.set-contact-email', () => {
  const service = testService()
  const route = (userId: number) => `PUT /v1/users/${userId}/contact-email`

  it('200 sets and replaces the contact e-mail, and leaves the e-mail of the user unchanged', async () => {
    const ann = await service.createUser()
    const { email: loginEmail } = (await ann.call('GET /v1/me')).body
    for (const email of ['ann@example.org', 'ann.sample@example.net']) {
      const reply = await ann.call(route(ann.userId), { body: { email } })
      expect([reply.status, reply.body]).toEqual([200, { email }])
      expect((await ann.call(`GET /v1/users/${ann.userId}/contact-email`)).body).toEqual({ email })
    }
    expect((await ann.call('GET /v1/me')).body.email).toBe(loginEmail)
  })

  it('422 ERROR for an invalid e-mail address, 400 NotNull without an e-mail address', async () => {
    const ann = await service.createUser()
    const errorFor = async (body: object) => {
      const reply = await ann.call(route(ann.userId), { body })
      return [reply.status, reply.body.errors[0].code, reply.body.errors[0].path]
    }
    expect(await errorFor({ email: 'not an address' })).toEqual([422, 'ERROR', 'email'])
    expect(await errorFor({})).toEqual([400, 'NotNull', 'email'])
  })

  it('404 not.found for another user', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const reply = await ann.call(route(bob.userId), { body: { email: 'ann@example.org' } })
    expect(outcome(reply)).toBe('404 not.found')
  })
})
