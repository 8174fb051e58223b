// Traces show which tables changed. The tests of access and of hostile requests compare them before and after a request.

import { expect, it } from 'vitest'
import { testService } from '../support/service.ts'
import { traces } from './traces.ts'

const service = testService()

it('one changed field of one row changes the fingerprint of its table, and no other fingerprint', async () => {
  const { userId } = await service.createUser()
  const before = await traces(service.db)
  expect(await traces(service.db)).toEqual(before)
  await service.db.pool.query('update users set email = $2 where id = $1', [userId, 'x@y.example'])
  const after = await traces(service.db)
  expect({ ...after, users: '' }).toEqual({ ...before, users: '' })
  expect(after['users']).not.toBe(before['users'])
})

it('a transaction that is rolled back changes no fingerprint', async () => {
  const { userId } = await service.createUser()
  const before = await traces(service.db)
  await service.db.pool.query(
    `do $$ begin update users set email = 'x' where id = ${userId}; raise exception 'x'; exception when others then null; end $$`,
  )
  expect(await traces(service.db)).toEqual(before)
})
