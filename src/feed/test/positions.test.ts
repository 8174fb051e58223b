// Positions: nothing is lost or repeated, in whatever order transactions commit, and wherever a client goes on.

import fc from 'fast-check'
import type { PoolClient } from 'pg'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import { startListening } from '../../app/test/sockets.ts'
import type { Reader } from '../../kernel/database/db.ts'
import { formatSnapshot } from '../model.ts'
import { readPosition, TRANSACTIONS_BEHIND_MAX } from '../read-position.ts'
import { deleteOldest, EXAMINED_ROWS_MAX } from '../store.ts'
import {
  closeStreamsAfterEach,
  insertEvents,
  numbersOf,
  openStreamFor,
  type TestStream,
} from './streams.ts'

const service = testService({ audited: false })
beforeAll(() => startListening(service))
closeStreamsAfterEach()

const FEED = 'GET /v1/sandbox/feed'

async function read(person: Person, after?: string) {
  const { status, body } = await person.call(FEED, after === undefined ? {} : { query: { after } })
  return { status, body, code: body.errors?.[0]?.code }
}

const receives = (stream: TestStream, numbers: readonly number[]) =>
  expect
    .poll(() => numbersOf(stream.entries()).toSorted((a, b) => a - b), { timeout: 10_000 })
    .toEqual(numbers)

const openTransactions = new Set<PoolClient>()
afterEach(async () => {
  for (const client of openTransactions) await end(client, 'rollback')
})

/** Begins a transaction for each number, and inserts the event of that number in it. */
async function beginEach(profileId: number, numbers: readonly number[]): Promise<PoolClient[]> {
  const clients: PoolClient[] = []
  for (const first of numbers) {
    const client = await service.db.pool.connect()
    clients.push(client)
    openTransactions.add(client)
    await client.query('begin')
    await insertEvents(client, profileId, 1, { first })
  }
  return clients
}

async function end(client: PoolClient, how: 'commit' | 'rollback' = 'commit'): Promise<void> {
  openTransactions.delete(client)
  await client.query(how)
  client.release()
}

describe('transactions that commit in a different order than they began', () => {
  it('two that commit in the opposite order of their ids are both on the stream, the later one without waiting for the earlier one', async () => {
    const ann = await service.createUser()
    const stream = await openStreamFor(service, ann)
    const [first, second] = await beginEach(ann.personal, [1, 2])
    const isOf = (n: number) => (entry: object) => 'name' in entry && entry.name === `test#${n}`
    await end(second!)
    const later = await stream.next(isOf(2))
    expect(numbersOf(stream.entries())).toEqual([2])
    const position = stream.lastId()
    expect(position).toBe(later.position)
    await end(first!)
    await stream.next(isOf(1))
    const resumed = await openStreamFor(service, ann, { 'last-event-id': position })
    await receives(resumed, [1])
  })

  it('a client that continues from any position of a stream gets each entry that it lacks exactly once', async () => {
    const ann = await service.createUser()
    const stream = await openStreamFor(service, ann)
    const start = stream.lastId()
    const clients = await beginEach(ann.personal, [1, 2, 3, 4, 5, 6])
    // The third transaction writes three entries. The fifth is rolled back, so its entry is never sent.
    await insertEvents(clients[2]!, ann.personal, 2, { first: 7 })
    for (const n of [3, 5, 1]) await end(clients[n]!)
    await receives(stream, [2, 4, 6])
    await end(clients[4]!, 'rollback')
    for (const n of [2, 0]) await end(clients[n]!)
    const all = [1, 2, 3, 4, 6, 7, 8]
    await receives(stream, all)
    const sent = stream.entries()
    for (const [n, { position }] of [{ position: start }, ...sent].entries()) {
      const lacking = all.filter((number) => !numbersOf(sent.slice(0, n)).includes(number))
      const page = await read(ann, position)
      expect([position, numbersOf(page.body.entries).toSorted((a, b) => a - b)]).toEqual([
        position,
        lacking,
      ])
      expect(page.body.isComplete).toBe(true)
      const after = await read(ann, page.body.position)
      expect(after.body.entries).toEqual([])
    }
  })

  it('a transaction in progress does not hold back later ones', async () => {
    const ann = await service.createUser()
    const stream = await openStreamFor(service, ann)
    const [slow] = await beginEach(ann.personal, [1])
    await insertEvents(service.db.pool, ann.personal, 1, { first: 2 })
    await stream.next((entry) => entry.kind === 'event' && entry.name === 'test#2')
    await end(slow!, 'rollback')
  })

  it('every entry arrives exactly once with commits in random order, disconnections and other tenants', async () => {
    const seed = Date.now() % 2 ** 31
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    let stream = await openStreamFor(service, ann)
    const seen: number[] = []
    const numbers = Array.from({ length: 60 }, (_, n) => n + 1)
    for (let n = 0; n < numbers.length; n += 6) {
      const begun = await beginEach(ann.personal, numbers.slice(n, n + 6))
      const clients = shuffle(begun, seed + n)
      await insertEvents(service.db.pool, bob.personal, 20)
      for (const client of clients.slice(0, 3)) await end(client)
      await receivesSome(stream)
      const position = stream.lastId()
      await stream.close()
      seen.push(...numbersOf(stream.entries()))
      stream = await openStreamFor(service, ann, { 'last-event-id': position })
      for (const client of clients.slice(3)) await end(client)
    }
    const received = () => [...seen, ...numbersOf(stream.entries())].toSorted((a, b) => a - b)
    await expect.poll(received, { timeout: 10_000, message: `seed ${seed}` }).toEqual(numbers)
  })
})

function shuffle<T>(items: readonly T[], seed: number): readonly T[] {
  const orders = fc.shuffledSubarray([...items], { minLength: items.length })
  return fc.sample(orders, { seed, numRuns: 1 })[0] ?? []
}

const receivesSome = (stream: TestStream) =>
  expect.poll(() => stream.entries().length, { timeout: 5000 }).toBeGreaterThan(0)

describe('pages', () => {
  it(`a client that was away gets more than ${EXAMINED_ROWS_MAX} entries in pages, or on a stream`, async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const { body } = await read(ann)
    expect(body).toMatchObject({ isComplete: true, entries: [] })
    const transactions = 8
    const eventsEach = EXAMINED_ROWS_MAX / 4
    for (let n = 0; n < transactions; n++) {
      await insertEvents(service.db.pool, ann.personal, eventsEach, {
        first: n * eventsEach + 1,
      })
      await insertEvents(service.db.pool, bob.personal, eventsEach)
    }
    const all = Array.from({ length: transactions * eventsEach }, (_, n) => n + 1)
    const found: number[] = []
    let page = { position: body.position, isComplete: false, entries: [] as never[] }
    let pages = 0
    while (!page.isComplete) {
      page = (await read(ann, page.position)).body
      found.push(...numbersOf(page.entries))
      pages++
    }
    expect(pages).toBeGreaterThan(2)
    expect(found).toEqual(all)
    const stream = await openStreamFor(service, ann, { 'last-event-id': body.position })
    await receives(stream, all)
  })

  it('a transaction with more entries than a page examines is one page', async () => {
    const ann = await service.createUser()
    const { body } = await read(ann)
    await insertEvents(service.db.pool, ann.personal, EXAMINED_ROWS_MAX * 2)
    const page = (await read(ann, body.position)).body
    expect(page.entries).toHaveLength(EXAMINED_ROWS_MAX * 2)
    const middle = page.entries[EXAMINED_ROWS_MAX].position
    expect(numbersOf((await read(ann, middle)).body.entries)[0]).toBe(EXAMINED_ROWS_MAX + 2)
  })
})

describe('positions that the feed refuses', () => {
  it.each([
    'x',
    '1',
    '0:0:',
    '5:3:',
    '1:9:9',
    '1:9:3,2',
    '1:9:0',
    '1:9:2,',
    "1:9:'; drop table events; --",
    '1:9:2~3x4',
    '1:9:2~3e',
    `1:${'9'.repeat(20)}:`,
  ])('400 feed.position.invalid for %s, in the query and in the header', async (after) => {
    const ann = await service.createUser()
    expect(await read(ann, after)).toMatchObject({ status: 400, code: 'feed.position.invalid' })
    const stream = await openStreamFor(service, ann, { 'last-event-id': after })
    await stream.ended
    expect([stream.status, stream.text()]).toEqual([
      400,
      expect.stringContaining('feed.position.invalid'),
    ])
  })

  it('400 feed.position.invalid for a position from the future, such as that of another database', async () => {
    const ann = await service.createUser()
    for (const after of ['1:999999999999999:', '1:5:2~999999999999999e1'])
      expect(await read(ann, after)).toMatchObject({ status: 400, code: 'feed.position.invalid' })
  })

  it('400 for a position of more than 4,000 characters', async () => {
    const ann = await service.createUser()
    const list = Array.from({ length: 2000 }, (_, n) => n + 2).join()
    expect((await read(ann, `1:9999:${list}`)).status).toBe(400)
  })

  it('410 feed.position.too-old for a position before deleted entries, and 200 for the position after them', async () => {
    const ann = await service.createUser()
    const { body } = await read(ann)
    for (let n = 0; n < 3; n++)
      await service.db.pool.query(
        `insert into feed_entries (profile_id, kind, data, occurred_at)
         values ($1, 'clock', '{"from":"2026-01-01T00:00:00Z","to":"2026-01-02T00:00:00Z"}', now())`,
        [ann.personal],
      )
    const { entries } = (await read(ann, body.position)).body
    expect(entries).toHaveLength(3)
    expect(await deleteOldest(service.db, 1)).toBeGreaterThan(1)
    expect(await read(ann, body.position)).toMatchObject({
      status: 410,
      code: 'feed.position.too-old',
    })
    const after = await read(ann, entries[2].position)
    expect(after).toMatchObject({ status: 200, body: { entries: [] } })
  })

  it(`410 feed.position.too-old for a position that is more than ${TRANSACTIONS_BEHIND_MAX} transactions behind`, async () => {
    const now = {
      xmin: TRANSACTIONS_BEHIND_MAX + 10,
      xmax: TRANSACTIONS_BEHIND_MAX + 10,
      inProgress: [],
    }
    const db = {
      row: async ({ text }: { text: string }) =>
        text.includes('pg_current_snapshot') ? { snapshot: formatSnapshot(now) } : undefined,
    } as unknown as Reader
    await expect(readPosition(db, '9:50:9')).rejects.toThrow('feed.position.too-old')
    expect(await readPosition(db, '10:50:10')).toMatchObject({ now })
  })
})
