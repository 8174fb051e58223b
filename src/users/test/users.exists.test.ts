import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { outcome } from '../../../test/support/transfers.ts'
import { signUp } from './token-requests.ts'

describe('users.exists', () => {
  const service = testService()

  it.each(['users', 'user'])(
    '200 returns whether a user has the e-mail address, ignoring case, at /v1/%s/exists',
    async (segment) => {
      const client = await service.createClient()
      const email = await signUp(client)
      for (const [address, exists] of [
        [email, true],
        [email.toUpperCase(), true],
        [`not-${email}`, false],
      ] as const) {
        const route = `POST /v1/${segment}/exists`
        const { status, body } = await client.call(route, { body: { email: address } })
        expect([address, status, body]).toEqual([address, 200, { exists }])
      }
    },
  )

  it('400 NotNull without an e-mail address', async () => {
    const reply = await (await service.createClient()).call('POST /v1/users/exists', { body: {} })
    expect(outcome(reply)).toBe('400 NotNull')
  })

  it('401 unauthorized for a user token', async () => {
    const ann = await service.createUser()
    const reply = await ann.call('POST /v1/users/exists', { body: { email: 'a@example.com' } })
    expect(outcome(reply)).toBe('401 unauthorized')
  })
})
