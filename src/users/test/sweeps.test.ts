import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { hashSecret } from '../index.ts'

describe('users.trim-tokens', () => {
  const service = testService()

  it('deletes only tokens and authorization codes that expired more than a day ago', async () => {
    const [client, ann] = [await service.createClient(), await service.createUser()]
    const insertsToken = (name: string, expiredFor: string | null) =>
      service.db.pool.query(
        `insert into tokens (kind, hash, user_id, application_id, created_at, expires_at)
         values ('access', $1, $2, $3, now(), now() - $4::interval)`,
        [hashSecret(name), ann.userId, client.applicationId, expiredFor],
      )
    const insertsCode = (name: string, expiredFor: string) =>
      service.db.pool.query(
        `insert into authorization_codes (hash, user_id, application_id, redirect_uri, expires_at)
         values ($1, $2, $3, 'x', now() - $4::interval)`,
        [hashSecret(name), ann.userId, client.applicationId, expiredFor],
      )
    for (const inserts of [insertsToken, insertsCode]) {
      await inserts('old', '25 hours')
      await inserts('recent', '23 hours')
    }
    await insertsToken('without-expiry', null)
    await service.settle()
    const left = async (table: string) =>
      (await service.db.pool.query(`select hash from ${table}`)).rows.map(({ hash }) => hash)
    const tokens = await left('tokens')
    expect(tokens).not.toContain(hashSecret('old'))
    expect(tokens).toEqual(
      expect.arrayContaining([hashSecret('recent'), hashSecret('without-expiry')]),
    )
    expect(await left('authorization_codes')).toEqual([hashSecret('recent')])
    expect((await ann.call('GET /v1/me')).status).toBe(200)
  })

  it('D117: deletes a refresh token 30 days after it was revoked', async () => {
    const { userId } = await service.createUser()
    const { applicationId } = await service.createClient()
    for (const days of [29, 31])
      await service.db.pool.query(
        `insert into tokens (kind, hash, user_id, application_id, created_at, expires_at, revoked_at)
         values ('refresh', $1, $2, $3, now(), now() + interval '20 years',
                 now() - make_interval(days => $4))`,
        [hashSecret(`revoked-${days}`), userId, applicationId, days],
      )
    await service.settle()
    const { rows } = await service.db.pool.query(
      'select hash from tokens where application_id = $1',
      [applicationId],
    )
    expect(rows.map(({ hash }) => hash)).toContain(hashSecret('revoked-29'))
    expect(rows.map(({ hash }) => hash)).not.toContain(hashSecret('revoked-31'))
  })
})
