import { expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { challengeToken, requestFunding, setsPin } from './protected-requests.ts'

const service = testService()

it('security.delete-expired-tokens deletes one-time tokens a day after they expired, at the end of the hour', async () => {
  const ann = await service.createUser()
  await setsPin(ann)
  challengeToken(await requestFunding(ann))
  const left = async () =>
    (await service.db.pool.query('select from one_time_tokens where user_id = $1', [ann.userId]))
      .rowCount
  await service.advance({ hours: 24 })
  expect(await left()).toBe(1)
  // The sweep rounds up to the hour: issued at 10:00, expired at 10:10, deleted at 11:00 of the next day.
  await service.advance({ minutes: 59 })
  expect(await left()).toBe(1)
  await service.advance({ minutes: 1 })
  expect(await left()).toBe(0)
})
