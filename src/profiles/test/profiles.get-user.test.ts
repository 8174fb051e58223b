import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { createUserWithoutProfile, errorsOf } from './profile-fixtures.ts'

describe('profiles.get-user', () => {
  const service = testService()

  it('200 returns the user of the token, as GET /v1/me does', async () => {
    const ann = await service.createUser()
    const { status, body } = await ann.call(`GET /v1/users/${ann.userId}`)
    expect([status, body]).toEqual([200, (await ann.call('GET /v1/me')).body])
  })

  it('200 for an application that signed the user up, and for one that the user granted access', async () => {
    const client = await service.createClient()
    const [signedUp, granted] = [
      await createUserWithoutProfile(service, client),
      await createUserWithoutProfile(service),
    ]
    await service.db.pool.query(
      'insert into grants (application_id, user_id, created_at) values ($1, $2, now())',
      [client.applicationId, granted.userId],
    )
    for (const { userId, email } of [signedUp, granted]) {
      const { status, body } = await client.call(`GET /v1/users/${userId}`)
      expect([status, body]).toEqual([200, expect.objectContaining({ id: userId, email })])
    }
  })

  it('404 not.found for another user, and for an application whose grant was revoked', async () => {
    const [client, ann, bob] = [
      await service.createClient(),
      await createUserWithoutProfile(service),
      await createUserWithoutProfile(service),
    ]
    await service.db.pool.query(
      `insert into grants (application_id, user_id, created_at, revoked_at)
       values ($1, $2, now(), now())`,
      [client.applicationId, bob.userId],
    )
    for (const { call } of [client, ann])
      expect(errorsOf(await call(`GET /v1/users/${bob.userId}`))).toEqual([404, 'not.found userId'])
  })
})
