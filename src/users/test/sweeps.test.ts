import { describe, expect, it } from 'vitest'
import { house } from '../../../test/support/house.ts'
import { hashSecret } from '../index.ts'

describe('users.forget-expired', () => {
  const h = house()

  it('deletes tokens and codes a day after they expired, and no others', async () => {
    const [client, ann] = [await h.client(), await h.user()]
    const add = (name: string, ended: string | null) => {
      const holder = [hashSecret(name), ann.userId, client.applicationId, ended]
      return Promise.all([
        h.db.pool.query(
          `insert into tokens (kind, hash, user_id, application_id, created_at, expires_at)
           values ('access', $1, $2, $3, now(), now() - $4::interval)`,
          holder,
        ),
        ended &&
          h.db.pool.query(
            `insert into authorization_codes (hash, user_id, application_id, redirect_uri, expires_at)
             values ($1, $2, $3, 'x', now() - $4::interval)`,
            holder,
          ),
      ])
    }
    await add('old', '25 hours')
    await add('recent', '23 hours')
    await add('endless', null)
    await h.settle()
    const left = async (table: string) =>
      (await h.db.pool.query(`select hash from ${table}`)).rows.map(({ hash }) => hash)
    const tokens = await left('tokens')
    expect(tokens).not.toContain(hashSecret('old'))
    expect(tokens).toEqual(expect.arrayContaining([hashSecret('recent'), hashSecret('endless')]))
    expect(await left('authorization_codes')).toEqual([hashSecret('recent')])
    expect((await ann.call('GET /v1/me')).status).toBe(200)
  })
})
