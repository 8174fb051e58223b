import pg from 'pg'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { explain, type SentStatement } from '../../../test/architecture/plans.ts'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import { disputesPathOf, paysByCard, requestDisputeMove, submitsDispute } from './disputing.ts'

const service = testService()
let ann: Person
beforeEach(async () => {
  ann = await service.createUser()
})

const listDisputes = (query: Record<string, string> = {}) =>
  ann.call(`GET ${disputesPathOf(ann)}`, { query })

describe('disputes.list', () => {
  it('200 lists disputes ascending by creation, in pages; totalCount is the number of disputes on all pages', async () => {
    const ids: string[] = []
    for (let n = 0; n < 12; n++) {
      ids.push((await submitsDispute(ann, await paysByCard(service, ann))).id)
      if (n % 4 === 0) await service.advance({ seconds: 1 })
    }
    const pages = [await ok(listDisputes()), await ok(listDisputes({ pageNumber: '2' }))]
    expect(pages.map(({ totalCount }) => totalCount)).toEqual([12, 12])
    const listed = pages.flatMap((page) => page.disputes.map(({ id }: { id: string }) => id))
    expect(listed).toEqual(ids)
    expect((await ok(listDisputes({ pageSize: '100' }))).disputes).toHaveLength(12)
    expect(await ok(listDisputes({ pageNumber: '3' }))).toEqual({ totalCount: 12, disputes: [] })
  })

  it('gap 757: 200 with empty pages and a total of 10,000 beyond the first 10,000 disputes', async () => {
    const { id } = await submitsDispute(ann, await paysByCard(service, ann))
    await service.db.pool.query(
      `insert into disputes (profile_id, id, transaction_id, reason, sub_status, email, form, files,
                             event_count, created_by, created_at, updated_at)
       select profile_id, gen_random_uuid(), transaction_id, reason, 'WITHDRAWN', email, form, '{}',
              event_count, created_by, created_at + n * interval '1 second', updated_at
         from disputes, generate_series(1, 10050) n where profile_id = $1 and id = $2`,
      [ann.personal, id],
    )
    const page = (query: Record<string, string>) => ok(listDisputes({ pageSize: '100', ...query }))
    const sizeOf = async (query: Record<string, string>) => {
      const { totalCount, disputes } = await page(query)
      return [totalCount, disputes.length]
    }
    expect(await sizeOf({ pageNumber: '100' })).toEqual([10_000, 100])
    expect(await sizeOf({ pageNumber: '101' })).toEqual([10_000, 0])
    expect(await sizeOf({ pageNumber: '10001' })).toEqual([10_000, 0])
    expect(await sizeOf({ status: 'ACTIVE' })).toEqual([1, 1])
    expect(await sizeOf({ status: 'CLOSED', pageNumber: '100' })).toEqual([10_000, 100])
    await service.db.pool.query(`delete from disputes where profile_id = $1 and id <> $2`, [
      ann.personal,
      id,
    ])
  })

  it.each([
    { query: {}, index: 'disputes_by_creation' },
    { query: { status: 'ACTIVE' }, index: 'disputes_by_status' },
    { query: { transactionId: '1' }, index: 'disputes_of_transaction_by_creation' },
    {
      query: { transactionId: '1', status: 'CLOSED' },
      index: 'disputes_of_transaction_by_status',
    },
  ])(
    'finds and counts the disputes of $query by an index-only scan of $index',
    async ({ query, index }) => {
      const send = vi.spyOn(pg.Client.prototype, 'query')
      await ok(listDisputes(query))
      const sent = (send.mock.calls as unknown as [Partial<SentStatement>][]).map(([each]) => each)
      vi.restoreAllMocks()
      const scans = sent.filter(({ text }) =>
        text?.includes('order by d.created_at'),
      ) as SentStatement[]
      expect(scans).toHaveLength(2)
      const client = await service.db.pool.connect()
      // The client is closed, because `explain` deallocates the prepared statements of the service.
      onTestFinished(() => client.release(true))
      for (const scan of scans) {
        const plan = JSON.stringify(await explain(client, scan))
        expect(plan).toMatch(new RegExp(`"Index Only Scan"[^}]*"${index}"`))
        expect(plan).not.toContain('"Sort"')
      }
    },
  )

  it('200 filters by status and by transaction', async () => {
    const [first, second] = [await paysByCard(service, ann), await paysByCard(service, ann)]
    const closed = await submitsDispute(ann, first)
    await ok(requestDisputeMove(ann, closed.id, 'WITHDRAWN'))
    const active = await submitsDispute(ann, second)
    const idsOf = async (query: Record<string, string>) => {
      const { totalCount, disputes } = await ok(listDisputes(query))
      return [totalCount, ...disputes.map(({ id }: { id: string }) => id)]
    }
    expect(await idsOf({ status: 'ACTIVE' })).toEqual([1, active.id])
    expect(await idsOf({ status: 'CLOSED' })).toEqual([1, closed.id])
    expect(await idsOf({ transactionId: String(first) })).toEqual([1, closed.id])
    expect(await idsOf({ transactionId: String(first), status: 'ACTIVE' })).toEqual([0])
  })

  it('200 without the disputes of another user, and 404 not.found for the list of that user', async () => {
    const bob = await service.createUser()
    const transactionId = await paysByCard(service, bob)
    await submitsDispute(bob, transactionId)
    const query = { transactionId: String(transactionId) }
    expect(await ok(listDisputes(query))).toEqual({ totalCount: 0, disputes: [] })
    expect(outcome(await ann.call(`GET ${disputesPathOf(bob)}`))).toBe('404 not.found')
  })

  it.each([
    { pageSize: '9' },
    { pageSize: '101' },
    { pageNumber: '0' },
    { status: 'OPEN' },
    { transactionId: 'x' },
  ])('400 for %j with the path of the parameter', async (query) => {
    const { status, body } = await listDisputes(query as Record<string, string>)
    expect([status, body.errors[0].path]).toEqual([400, Object.keys(query)[0]])
  })
})
