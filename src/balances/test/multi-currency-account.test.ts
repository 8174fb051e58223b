// The multi-currency account and its recipient are created with the first balance of a profile (D49, D50).

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { raceResults } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import type { Id } from '../../kernel/ids.ts'
import { ensureStandardBalance, findAccount, findAccountById } from '../index.ts'
import { openBalance } from './fixtures.ts'

describe('the multi-currency account of a profile', () => {
  const service = testService()
  const accountOf = (ann: Person) => findAccount(service.db.reader, ann.personal)
  const recipientsOf = async ({ personal }: Person) =>
    (
      await service.db.pool.query(
        `select id::int, type, currency, account_holder_name as name, legal_type, active
           from recipients where profile_id = $1 order by id`,
        [personal],
      )
    ).rows

  it('D49: does not exist before the first balance', async () => {
    expect(await accountOf(await service.createUser())).toBeUndefined()
  })

  it('D49: is created with the first balance; its time of modification is the last opening or closing', async () => {
    const ann = await service.createUser()
    const first = await openBalance(ann, 'GBP')
    const created = await accountOf(ann)
    expect(created).toMatchObject({ profileId: ann.personal, recipientId: first.body.recipientId })
    expect(created?.modifiedAt.equals(created.createdAt)).toBe(true)
    await service.advance({ hours: 1 })
    const second = await openBalance(ann, 'EUR')
    expect(second.body.recipientId).toBe(first.body.recipientId)
    const later = await accountOf(ann)
    expect([later?.id, later?.createdAt.equals(created?.createdAt ?? '')]).toEqual([
      created?.id,
      true,
    ])
    expect(later?.modifiedAt.toString()).toBe(
      Temporal.Instant.from(second.body.creationTime).toString(),
    )
    await service.advance({ hours: 1 })
    await ann.call(`DELETE /v4/profiles/${ann.personal}/balances/${second.body.id}`)
    const last = await accountOf(ann)
    expect(String(last?.modifiedAt)).toBe(String(service.now()))
  })

  it('D49: a closing after an opening with a later time does not move the time of modification back', async () => {
    const ann = await service.createUser()
    const { body } = await openBalance(ann, 'GBP')
    // A request reads the clock before it waits for locks, so an earlier request may write after a later one.
    const openedAt = service.now().add({ hours: 1 }).toString()
    await service.db.pool.query(
      'update multi_currency_accounts set modified_at = $2 where profile_id = $1',
      [ann.personal, openedAt],
    )
    await ann.call(`DELETE /v4/profiles/${ann.personal}/balances/${body.id}`)
    const { rows } = await service.db.pool.query('select state from balances where id = $1', [
      body.id,
    ])
    expect([rows[0].state, String((await accountOf(ann))?.modifiedAt)]).toEqual([
      'CLOSED',
      openedAt,
    ])
  })

  it('D50: has one recipient of type balance, in the name of the profile and without a currency', async () => {
    const ann = await service.createUser()
    await openBalance(ann, 'GBP')
    await openBalance(ann, 'EUR')
    const { body } = await ann.call(`GET /v1/profiles/${ann.personal}`)
    const name = `${body.details.firstName} ${body.details.lastName}`
    expect(await recipientsOf(ann)).toEqual([
      {
        id: expect.any(Number),
        type: 'balance',
        currency: null,
        name,
        legal_type: 'PRIVATE',
        active: true,
      },
    ])
  })

  it('is created once when first balances are opened concurrently, by requests and by money that arrives', async () => {
    const ann = await service.createUser()
    const lock = { text: 'lock table recipients in share mode', values: [] }
    const currencies = await raceResults(service.db, lock, [
      () => openBalance(ann, 'GBP').then((reply) => reply.body.currency),
      () => openBalance(ann, 'EUR').then((reply) => reply.body.currency),
      () =>
        service.db
          .oneStatement((tx) => ensureStandardBalance(tx, ann.personal, 'SEK', service.now()))
          .then(({ currency }) => currency),
    ])
    expect(currencies).toEqual(['GBP', 'EUR', 'SEK'])
    const account = await accountOf(ann)
    expect((await recipientsOf(ann)).map(({ id }) => id)).toEqual([account?.recipientId])
    const { body } = await ann.call(`GET /v4/profiles/${ann.personal}/balances?types=STANDARD`)
    expect(body.map((balance: { recipientId: number }) => balance.recipientId)).toEqual(
      Array(3).fill(account?.recipientId),
    )
  })

  it('findAccountById does not find the account of another profile', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    await openBalance(ann, 'GBP')
    const id = (await accountOf(ann))?.id as Id<'multi-currency-account'>
    const findsAccount = (person: Person) =>
      findAccountById(service.db.reader, [person.personal], id)
    expect((await findsAccount(ann))?.id).toBe(id)
    expect(await findsAccount(bob)).toBeUndefined()
  })

  it('is created by the migration for profiles that had balances before', async () => {
    const ann = await service.createUser()
    const { body: open } = await openBalance(ann, 'GBP')
    const { body: closed } = await openBalance(ann, 'EUR')
    await service.advance({ hours: 1 })
    await ann.call(`DELETE /v4/profiles/${ann.personal}/balances/${closed.id}`)
    const before = await accountOf(ann)
    const [recipient] = await recipientsOf(ann)
    const migration = new URL(
      '../../../migrations/0018_multi_currency_accounts.sql',
      import.meta.url,
    )
    const inserts = readFileSync(migration, 'utf8').match(/^insert into[^;]*;/gm) ?? []
    expect(inserts).toHaveLength(2)
    await service.db.pool.query(
      `delete from multi_currency_accounts; delete from recipients where type = 'balance'; ${inserts.join('\n')}`,
    )
    const after = await accountOf(ann)
    const [created] = await recipientsOf(ann)
    expect(created).toEqual({ ...recipient, id: after?.recipientId })
    expect([after?.createdAt, after?.modifiedAt].map(String)).toEqual(
      [before?.createdAt, before?.modifiedAt].map(String),
    )
    expect(open.recipientId).not.toBe(after?.recipientId)
  })
})
