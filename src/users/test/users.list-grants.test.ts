import { describe, expect, it } from 'vitest'
import { house } from '../../../test/support/service.ts'
import { ask, CODE, grants, signUp } from './asking.ts'

describe('D119: users.list-grants', () => {
  const h = house()

  it('200 with the live grants of the user, and nobody else’s', async () => {
    const [ann, bob] = [await h.user(), await h.user()]
    const [one, two, revoked] = [await h.client(), await h.client(), await h.client()]
    for (const client of [one, two, revoked]) await grants(h, client, ann)
    await grants(h, two, bob)
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
    const [client, other] = [await h.client(), await h.client()]
    const fields = { email: await signUp(client), registration_code: CODE }
    const { body } = await ask(h, client, { grant_type: 'registration_code', ...fields })
    const token = body.access_token
    const { body: user } = await h.call('GET /v1/me', { token })
    await grants(h, other, { userId: user.id })
    const listed = await h.call('GET /v1/user/grants', { token })
    expect(listed.body).toMatchObject([{ clientKey: client.clientKey }])
  })
})
