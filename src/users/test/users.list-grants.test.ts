import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { grantAccess, REGISTRATION_CODE, requestToken, signUp } from './token-requests.ts'

describe('D119: users.list-grants', () => {
  const service = testService()

  it('200 lists the live grants of the user, and no grant of another user', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const [one, two, revoked] = [
      await service.createClient(),
      await service.createClient(),
      await service.createClient(),
    ]
    for (const client of [one, two, revoked]) await grantAccess(service, client, ann)
    await grantAccess(service, two, bob)
    await ann.call(`DELETE /v1/user/grants/${revoked.clientKey}`)
    const { status, body } = await ann.call('GET /v1/user/grants')
    expect(status).toBe(200)
    expect(body).toEqual(
      [one, two].map(({ clientKey }) => ({
        clientKey,
        name: clientKey,
        createdAt: '2026-01-05T10:00:00Z',
      })),
    )
  })

  it('200 lists only the application’s own grant for a token that an application obtained', async () => {
    const [client, other] = [await service.createClient(), await service.createClient()]
    const fields = { email: await signUp(client), registration_code: REGISTRATION_CODE }
    const { body } = await requestToken(service, client, {
      grant_type: 'registration_code',
      ...fields,
    })
    const token = body.access_token
    const { body: user } = await service.call('GET /v1/me', { token })
    await grantAccess(service, other, { userId: user.id })
    const listed = await service.call('GET /v1/user/grants', { token })
    expect(listed.status).toBe(200)
    expect(listed.body).toMatchObject([{ clientKey: client.clientKey }])
  })
})
