import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { ask, CODE, grants, signUp } from './asking.ts'

describe('D119: users.list-grants', () => {
  const service = testService()

  it('200 with the live grants of the user, and nobody else’s', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const [one, two, revoked] = [
      await service.createClient(),
      await service.createClient(),
      await service.createClient(),
    ]
    for (const client of [one, two, revoked]) await grants(service, client, ann)
    await grants(service, two, bob)
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

  it('200 shows an application’s token its own grant only, which sign-up made', async () => {
    const [client, other] = [await service.createClient(), await service.createClient()]
    const fields = { email: await signUp(client), registration_code: CODE }
    const { body } = await ask(service, client, { grant_type: 'registration_code', ...fields })
    const token = body.access_token
    const { body: user } = await service.call('GET /v1/me', { token })
    await grants(service, other, { userId: user.id })
    const listed = await service.call('GET /v1/user/grants', { token })
    expect(listed.body).toMatchObject([{ clientKey: client.clientKey }])
  })
})
