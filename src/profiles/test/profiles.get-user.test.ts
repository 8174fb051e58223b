import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { faults, newcomer } from './newcomer.ts'

describe('profiles.get-user', () => {
  const service = testService()

  it('200 shows oneself', async () => {
    const ann = await service.createUser()
    const { status, body } = await ann.call(`GET /v1/users/${ann.userId}`)
    expect([status, body]).toEqual([200, (await ann.call('GET /v1/me')).body])
  })

  it('200 shows an application those whom it signed up and those who let it in', async () => {
    const client = await service.createClient()
    const [signedUp, letIn] = [await newcomer(service, client), await newcomer(service)]
    await service.db.pool.query(
      'insert into grants (application_id, user_id, created_at) values ($1, $2, now())',
      [client.applicationId, letIn.userId],
    )
    for (const { userId, email } of [signedUp, letIn])
      expect((await client.call(`GET /v1/users/${userId}`)).body).toMatchObject({ email })
  })

  it('404 not.found for a stranger, and once the grant is revoked', async () => {
    const [client, ann, bob] = [
      await service.createClient(),
      await newcomer(service),
      await newcomer(service),
    ]
    await service.db.pool.query(
      `insert into grants (application_id, user_id, created_at, revoked_at)
       values ($1, $2, now(), now())`,
      [client.applicationId, bob.userId],
    )
    for (const { call } of [client, ann])
      expect(faults(await call(`GET /v1/users/${bob.userId}`))).toEqual([404, 'not.found userId'])
  })
})
