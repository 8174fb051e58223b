import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'

describe('profiles.list', () => {
  const service = testService()

  it('200 lists the profiles of the user and of no other user, in ascending order of id', async () => {
    const [ann, _other] = [await service.createUser(), await service.createUser()]
    const { status, body } = await ann.call('GET /v1/profiles')
    expect(status).toBe(200)
    expect(body.map(({ id, type }: { id: number; type: string }) => [id, type])).toEqual([
      [ann.personal, 'personal'],
      [ann.business, 'business'],
    ])
    expect(body[1]).toEqual((await ann.call(`GET /v1/profiles/${ann.business}`)).body)
  })

  it('200 without deactivated profiles', async () => {
    const ann = await service.createUser()
    await service.db.pool.query(`update profiles set state = 'DEACTIVATED' where id = $1`, [
      ann.business,
    ])
    const { status, body } = await ann.call('GET /v1/profiles')
    expect(status).toBe(200)
    expect(body).toMatchObject([{ id: ann.personal }])
  })
})
