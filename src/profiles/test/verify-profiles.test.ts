import { describe, expect, it } from 'vitest'
import { race, rowLock } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { verifyProfiles } from '../index.ts'

describe('verifyProfiles', () => {
  const service = testService()
  const events = async (profileId: number) =>
    (
      await service.db.pool.query(
        'select name, subject, number, payload from events where profile_id = $1 order by id',
        [profileId],
      )
    ).rows

  it('verifies the unverified profiles of the user, and records one event for each', async () => {
    const [ann, bob] = [
      await service.createUser({ verified: false }),
      await service.createUser({ verified: false }),
    ]
    await service.db.pool.query('update profiles set verified = true where id = $1', [ann.business])
    const verify = () => service.db.transact((tx) => verifyProfiles(tx, ann.userId, service.now()))
    expect(await verify()).toEqual([ann.personal])
    const { rows } = await service.db.pool.query(
      `select id::int, verified, verified_by from profiles where user_id = any($1) order by id`,
      [[ann.userId, bob.userId]],
    )
    expect(rows).toEqual([
      { id: ann.personal, verified: true, verified_by: 'SERVICE' },
      { id: ann.business, verified: true, verified_by: 'SERVICE' },
      { id: bob.personal, verified: false, verified_by: 'SERVICE' },
      { id: bob.business, verified: false, verified_by: 'SERVICE' },
    ])
    expect(await verify()).toEqual([])
    expect(await events(ann.personal)).toEqual([
      {
        name: 'profiles#verification-state-change',
        subject: `profile:${ann.personal}`,
        number: 1,
        payload: {
          resource: { type: 'profile', id: ann.personal },
          current_state: 'verified',
          occurred_at: '2026-01-05T10:00:00Z',
        },
      },
    ])
    expect(await events(ann.business)).toEqual([])
    expect(await events(bob.personal)).toEqual([])
  })

  it('two concurrent calls record one event for each profile', async () => {
    const ann = await service.createUser({ verified: false })
    const verify = () => service.db.transact((tx) => verifyProfiles(tx, ann.userId, service.now()))
    const lock = rowLock('profiles', { user_id: ann.userId })
    const [first, second] = await race(service.db, lock, [verify, verify])
    expect(first).toMatchObject({ value: [ann.personal, ann.business] })
    expect(second).toMatchObject({ value: [] })
    expect(await events(ann.personal)).toHaveLength(1)
    expect(await events(ann.business)).toHaveLength(1)
  })
})
