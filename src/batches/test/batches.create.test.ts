import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createsFilledGroup, createsGroup, endsGroup } from '../../../test/support/batch-groups.ts'
import type { Person } from '../../../test/support/people.ts'
import { raceResults } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { outcome } from '../../../test/support/transfers.ts'

describe('batches.create', () => {
  const service = testService()
  const create = (person: Person, body: object) =>
    person.call(`POST /v3/profiles/${person.personal}/batch-groups`, { body })

  it('201 creates an empty group at version 0', async () => {
    const ann = await service.createUser()
    const reply = await create(ann, { sourceCurrency: 'GBP', name: 'January' })
    expect(reply.status).toBe(201)
    expect(reply.body).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      version: 0,
      name: 'January',
      sourceCurrency: 'GBP',
      status: 'NEW',
      transferIds: [],
      payInDetails: [],
      alreadyPaid: false,
    })
  })

  it('201 with the name of an earlier group of the profile returns that group as it is now, 201 with the name of a group of another profile creates a group', async () => {
    const ann = await service.createUser()
    const name = randomUUID()
    const { id, transfers } = await createsFilledGroup(ann, { name })
    await endsGroup(ann, id, 'COMPLETED')
    const again = await create(ann, { sourceCurrency: 'GBP', name })
    expect([again.status, again.body.id, again.body.status]).toEqual([201, id, 'COMPLETED'])
    expect(again.body.transferIds).toEqual(transfers)
    const other = await ann.call(`POST /v3/profiles/${ann.business}/batch-groups`, {
      body: { sourceCurrency: 'GBP', name },
    })
    expect([other.status, other.body.status]).toEqual([201, 'NEW'])
    expect(other.body.id).not.toBe(id)
  })

  it('201 for two concurrent requests with one name, which create one group', async () => {
    const ann = await service.createUser()
    const name = randomUUID()
    const createNamed = () => create(ann, { sourceCurrency: 'GBP', name })
    const lock = { text: 'lock table batch_groups in share mode', values: [] }
    const both = await raceResults(service.db, lock, [createNamed, createNamed])
    expect(both.map(({ status }) => status)).toEqual([201, 201])
    const ids = both.map((reply) => reply.body.id)
    expect(ids[0]).toEqual(expect.any(String))
    expect(ids[1]).toBe(ids[0])
  })

  it('409 batch.group.name.taken when the group with this name has another currency', async () => {
    const ann = await service.createUser()
    const { name } = await createsGroup(ann)
    const reply = await create(ann, { sourceCurrency: 'EUR', name })
    expect(outcome(reply)).toBe('409 batch.group.name.taken')
  })

  it('422 batch.group.currency.not-supported for a currency without a pay-in option, an unknown code and a code in lower case', async () => {
    const ann = await service.createUser()
    for (const sourceCurrency of ['CNY', 'XXX', 'gbp']) {
      const reply = await create(ann, { sourceCurrency, name: randomUUID() })
      expect(outcome(reply)).toBe('422 batch.group.currency.not-supported')
    }
  })

  it.each([
    ['400', 'an empty name', ''],
    ['201', 'a name of 100 characters', 'x'.repeat(100)],
    ['400', 'a name of 101 characters', 'x'.repeat(101)],
    ['201', 'a name of 100 characters that have two bytes each', 'é'.repeat(100)],
  ])('%s for %s', async (status, _, name) => {
    const ann = await service.createUser()
    const reply = await create(ann, { sourceCurrency: 'GBP', name })
    expect(`${reply.status}`).toBe(status)
    expect(reply.body.errors?.[0].path).toBe(status === '400' ? 'name' : undefined)
  })
})
