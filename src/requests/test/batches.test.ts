// A row of the log has requests of several users, and several processes write rows. No user sees a request of another user
// in the same row, and no two requests have the same id.

import { expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { raceResults } from '../../../test/support/race.ts'
import { insertRequests } from '../../../test/support/request-log.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import { endpoints } from '../../app/declarations.ts'
import { ID_MAX, type Id } from '../../kernel/ids.ts'
import { type AnsweredRequest, logRows } from '../index.ts'
import { bitsOf } from '../log/bloom-filter.ts'
import { listRequests } from '../search/list-requests.ts'
import { filterWordsOf } from '../search/matches.ts'
import { readWords } from '../search/read-words.ts'
import { listBatches } from '../search/store.ts'

const service = testService({ requestLog: 'on' })
const LIST = 'GET /v1/sandbox/requests'
const endpoint = endpoints.find(({ operationId }) => operationId === 'listBalances')!
const rowOf = logRows({ keepsBodies: true })

function requestOf(userId: number, more: Partial<AnsweredRequest> = {}) {
  return rowOf({
    endpoint,
    route: endpoint.route,
    caller: {
      kind: 'user',
      userId: userId as Id<'user'>,
      tokenId: 1 as never,
      applicationId: null,
      profiles: [],
    },
    params: { profileId: userId },
    query: {},
    body: undefined,
    requestBytes: 0,
    files: [],
    requestHeaders: {},
    replyHeaders: {},
    status: 200,
    reply: `[{"id":${userId}}]`,
    replyBytes: 2,
    traceId: '3cf3dd96-903e-873a-9bb4-000000000001',
    durationMs: 1,
    answeredMs: Date.parse('2026-11-20T10:00:00Z'),
    ...more,
  })
}

async function idsOf(person: Person, query = '', more: Record<string, string> = {}) {
  const { requests } = await ok(person.call(LIST, { query: { query, ...more } }))
  return requests.map(({ id }: { id: number }) => id) as number[]
}

it('each user lists and gets only their own requests of a row with requests of three users and of no user', async () => {
  const people = [
    await service.createUser(),
    await service.createUser(),
    await service.createUser(),
  ] as const
  await service.flushRequests()
  const withoutUser = requestOf(0, { caller: { kind: 'none' } })
  const rows = [0, 1, 2, 0, 1, 2].map((n) => requestOf(people[n]!.userId))
  await insertRequests(service.db, [withoutUser, ...rows, withoutUser])
  const all = await Promise.all(people.map((person) => idsOf(person, 'operation:listBalances')))
  expect(all.map((ids) => ids.length)).toEqual([2, 2, 2])
  expect(new Set(all.flat()).size).toBe(6)
  const first = Math.min(...all.flat()) - 1
  for (const [n, person] of people.entries())
    for (let id = first; id < first + rows.length + 2; id++) {
      const { status, body } = await person.call(`${LIST}/${id}`)
      expect([id, status]).toEqual([id, all[n]!.includes(id) ? 200 : 404])
      if (status === 200) expect(JSON.parse(body.replyBody)[0].id).toBe(person.userId)
    }
})

it('a line break in a reply moves no other reply to a wrong request', async () => {
  const [ann, bob] = [await service.createUser(), await service.createUser()]
  await service.flushRequests()
  const breaks = requestOf(ann.userId, { reply: `[\n{"id":\n${ann.userId}}]\n\n` })
  await insertRequests(service.db, [breaks, requestOf(bob.userId)])
  for (const person of [ann, bob]) {
    const [id] = await idsOf(person, 'operation:listBalances')
    const { replyBody } = await ok(person.call(`${LIST}/${id}`))
    expect(JSON.parse(replyBody)).toEqual([{ id: person.userId }])
  }
})

it('404 request.not-found for ids before the first and after the last row, up to the largest id', async () => {
  const ann = await service.createUser()
  await insertRequests(service.db, [requestOf(ann.userId)])
  const { rows } = await service.db.pool.query<{ first: string; last: string }>(
    'select min(id) as first, max(id + requests - 1) as last from request_log',
  )
  const [first, last] = [Number(rows[0]?.first), Number(rows[0]?.last)]
  expect((await ann.call(`${LIST}/${last}`)).status).toBe(200)
  for (const id of [first - 1, last + 1, 2_147_483_648, ID_MAX])
    expect([id, outcome(await ann.call(`${LIST}/${id}`))]).toEqual([id, '404 request.not-found'])
})

it('requests of rows that are written concurrently have different ids', async () => {
  const ann = await service.createUser()
  await service.flushRequests()
  const sizes = [1, 7, 250, 3, 40, 1, 99, 2]
  const inserts = sizes.map(
    (size) => () => insertRequests(service.db, Array(size).fill(requestOf(ann.userId))),
  )
  const lock = { text: 'lock table request_log in share mode', values: [] }
  await raceResults(service.db, lock, inserts)
  const seen: number[] = []
  for (let next: number | undefined = ID_MAX; next !== undefined; ) {
    const page = await listRequests(service.db.reader, ann.userId as Id<'user'>, {
      query: 'operation:listBalances',
      nextCursor: String(next),
      size: 100,
    })
    seen.push(...page.rows.map(({ id }) => id))
    next = page.next
  }
  expect(seen).toHaveLength(sizes.reduce((sum, size) => sum + size))
  expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a))
})

it('a search with hide:reads skips rows that have only successful reads', async () => {
  const ann = await service.createUser()
  const insertReads = (...statuses: readonly number[]) =>
    insertRequests(
      service.db,
      statuses.map((status) => requestOf(ann.userId, { status })),
    )
  await insertReads(200, 200)
  await insertReads(200, 404, 200)
  const bits = filterWordsOf(ann.userId, readWords('hide:reads')).flatMap(bitsOf)
  const rows = await listBatches(service.db.reader, ID_MAX, bits, undefined)
  const candidates = rows.filter(({ isCandidate }) => isCandidate)
  expect(candidates.map(({ requests }) => requests)).toEqual([3])
})

// 2,500 rows are more than two statements pass (`BATCHES_MAX`), so the search has to send a third.
it('a search reaches a request behind 2,500 rows of another user', async () => {
  const [ann, bob] = [await service.createUser(), await service.createUser()]
  await service.flushRequests()
  await insertRequests(service.db, [requestOf(ann.userId)])
  const [id] = await idsOf(ann, 'operation:listBalances')
  await insertRequests(service.db, [requestOf(bob.userId)])
  await copyLatestRow(2500)
  expect(await idsOf(ann, 'operation:listBalances')).toEqual([id])
  expect(await idsOf(ann, 'trace:3cf3dd96-903e-873a-9bb4-000000000001')).toEqual([id])
})

// The row of the process that was late has a smaller id than 1,000 rows with earlier requests, and one statement passes 1,000.
it('a search with since: finds a request in a row that another process wrote three minutes late', async () => {
  const [ann, bob] = [await service.createUser(), await service.createUser()]
  await service.flushRequests()
  await insertRequests(service.db, [requestOf(ann.userId)])
  const [id] = await idsOf(ann, 'operation:listBalances')
  const earlier = { answeredMs: Date.parse('2026-11-20T09:57:00Z') }
  await insertRequests(service.db, [requestOf(bob.userId, earlier)])
  await copyLatestRow(1000)
  expect(await idsOf(ann, 'operation:listBalances since:2026-11-20T10:00:00Z')).toEqual([id])
})

/** Inserts copies of the latest row, each with the next id. */
async function copyLatestRow(copies: number): Promise<void> {
  await service.db.pool.query(
    `insert into request_log (id, requests, user_ids, summary_lines, detail_lines, words, latest_at)
     overriding system value
     select r.id + n, r.requests, r.user_ids, r.summary_lines, r.detail_lines, r.words, r.latest_at
       from (select id, requests, user_ids, summary_lines, detail_lines, words, latest_at
               from request_log order by id desc limit 1) r, generate_series(1, $1) n`,
    [copies],
  )
  await service.db.pool.query(
    "select setval('request_log_id_seq', max(id + requests - 1)) from request_log",
  )
}

it('the table refuses rows with the column summary_columns, which a process of an earlier version writes', async () => {
  const columns = 'requests, user_ids, summary_columns, detail_lines, words, latest_at'
  const insert = service.db.pool.query(
    `insert into request_log (${columns}) values (1, '{1}', '{}', '{}', 'x', now())`,
  )
  await expect(insert).rejects.toThrow(
    'column "summary_columns" of relation "request_log" does not',
  )
})
