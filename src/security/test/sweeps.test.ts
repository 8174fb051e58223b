import { expect, it } from 'vitest'
import { house } from '../../../test/support/service.ts'
import { challenged, fundsSomething, setsPin } from './protected-requests.ts'

const h = house()

it('forget-tokens deletes one-time tokens a day after they expired', async () => {
  const ann = await h.user()
  await setsPin(ann)
  challenged(await fundsSomething(ann))
  const left = async () =>
    (await h.db.pool.query('select from one_time_tokens where user_id = $1', [ann.userId])).rowCount
  await h.advance({ hours: 24 })
  expect(await left()).toBe(1)
  // To the hour: issued at 10:00, expired at 10:10, deleted at 11:00 of the next day.
  await h.advance({ minutes: 59 })
  expect(await left()).toBe(1)
  await h.advance({ minutes: 1 })
  expect(await left()).toBe(0)
})
