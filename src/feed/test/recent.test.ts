// The parameter `recent`: a client without a position begins with entries from before its first request.

import { beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import { startListening } from '../../app/test/sockets.ts'
import { RECENT_MAX } from '../model.ts'
import { deleteOldest } from '../store.ts'
import { closeStreamsAfterEach, insertEvents, numbersOf, openStream, urlOf } from './streams.ts'

const service = testService({ requestLog: 'on', audited: false })
beforeAll(() => startListening(service))
closeStreamsAfterEach()

const FEED = 'GET /v1/sandbox/feed'

async function numbersOfPage(person: Person, query: Record<string, string>): Promise<number[]> {
  const { status, body } = await person.call(FEED, { query })
  expect(status).toBe(200)
  return numbersOf(body.entries)
}

/** Inserts events with these numbers in their names, each in a transaction. */
async function insertEach(person: Person, numbers: readonly number[]): Promise<void> {
  for (const first of numbers) await insertEvents(service.db.pool, person.personal, 1, { first })
}

describe('recent', () => {
  it('recent=3 returns the 3 newest entries, and a stream continues with new entries', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    await insertEach(ann, [1, 2, 3, 4])
    await insertEach(bob, [5, 6])
    expect(await numbersOfPage(ann, { recent: '3' })).toEqual([2, 3, 4])
    const stream = await openStream(urlOf(service), ann.token, {}, '?recent=3')
    await insertEach(ann, [7])
    await stream.next((entry) => entry.kind === 'event' && entry.name === 'test#7')
    expect(numbersOf(stream.entries())).toEqual([2, 3, 4, 7])
  })

  it('counts requests of the log as well as events', async () => {
    const ann = await service.createUser()
    await insertEach(ann, [1])
    await ann.call('GET /v1/profiles')
    await service.flushRequests()
    const { body } = await ann.call(FEED, { query: { recent: '1' } })
    expect(body.entries).toMatchObject([{ kind: 'request', path: '/v1/profiles' }])
  })

  it('returns no entry to a user without entries, and all entries to a user with fewer entries than recent', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    await insertEach(ann, [1, 2])
    expect(await numbersOfPage(ann, { recent: String(RECENT_MAX) })).toEqual([1, 2])
    expect(await numbersOfPage(bob, { recent: String(RECENT_MAX) })).toEqual([])
  })

  it('does not lose a transaction that is in progress and began before the first entry', async () => {
    const ann = await service.createUser()
    const client = await service.db.pool.connect()
    const openDuringTransaction = async () => {
      await client.query('begin')
      await insertEvents(client, ann.personal, 1, { first: 1 })
      await insertEach(ann, [2, 3])
      return openStream(urlOf(service), ann.token, {}, '?recent=1')
    }
    const stream = await openDuringTransaction().finally(async () => {
      await client.query('commit')
      client.release()
    })
    await stream.next((entry) => entry.kind === 'event' && entry.name === 'test#1')
    expect(numbersOf(stream.entries()).toSorted()).toEqual([1, 3])
  })

  it('begins after entries that were deleted', async () => {
    const ann = await service.createUser()
    await insertEach(ann, [1])
    await service.db.pool.query(
      `insert into feed_entries (profile_id, kind, data, occurred_at)
       select 0, 'clock', '{}', now() from generate_series(1, 5)`,
    )
    await deleteOldest(service.db, 1)
    await insertEach(ann, [2])
    expect(await numbersOfPage(ann, { recent: '5' })).toEqual([2])
  })

  it('has no effect with a position', async () => {
    const ann = await service.createUser()
    await insertEach(ann, [1])
    const { position } = (await ann.call(FEED)).body
    await insertEach(ann, [2])
    expect(await numbersOfPage(ann, { after: position, recent: '50' })).toEqual([2])
  })

  it.each(['0', '-1', String(RECENT_MAX + 1), '1.5', 'ten', ''])(
    '400 at recent for recent=%j',
    async (recent) => {
      const ann = await service.createUser()
      const { status, body } = await ann.call(FEED, { query: { recent } })
      expect([status, body.errors[0].path]).toEqual([400, 'recent'])
    },
  )
})
