import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { addRecipient, britain, byEmail, germany } from './samples.ts'

describe('recipients.list-v2', () => {
  const service = testService()

  it('200 lists the recipients as GET by id returns them, with isDefaultAccount', async () => {
    const ann = await service.createUser()
    const { id } = await addRecipient(ann)
    const one = (await ann.call(`GET /v2/accounts/${id}`)).body
    const reply = await ann.call('GET /v2/accounts')
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({
      content: [{ ...one, isDefaultAccount: false }],
      sort: { empty: false, sorted: true, unsorted: false },
      size: 1,
    })
  })

  it('D90: 200 returns pages with seek positions, size and sort in the body (Facts 10.1)', async () => {
    const ann = await service.createUser()
    const ids: number[] = []
    for (const sample of [britain, germany, byEmail]) ids.push((await addRecipient(ann, sample)).id)
    const page = async (query: Record<string, string>) => {
      const { status, body } = await ann.call('GET /v2/accounts', { query })
      expect(status).toBe(200)
      const { content, ...paging } = body
      return { ids: content.map(({ id }: { id: number }) => id), ...paging }
    }
    const [first, second, third] = ids
    expect(await page({ size: '2', sort: 'id,asc' })).toEqual({
      ids: [first, second],
      seekPositionForNext: second,
      sort: { empty: false, sorted: true, unsorted: false },
      size: 2,
    })
    expect(await page({ size: '2', seekPosition: String(second) })).toEqual({
      ids: [third],
      seekPositionForCurrent: second,
      sort: { empty: false, sorted: true, unsorted: false },
      size: 1,
    })
  })

  it('200 returns the fields of a page in the order of Facts 10.1', async () => {
    const ann = await service.createUser()
    for (const sample of [britain, germany, byEmail]) await addRecipient(ann, sample)
    const page = async (query: Record<string, string>) => {
      const { status, body } = await ann.call('GET /v2/accounts', { query })
      expect(status).toBe(200)
      return body
    }
    const first = await page({ size: '1', sort: 'id,asc' })
    expect(Object.keys(first)).toEqual(['content', 'seekPositionForNext', 'sort', 'size'])
    expect(Object.keys(first.content[0]).slice(-7, -5)).toEqual(['isDefaultAccount', 'hash'])
    expect(Object.keys(await page({ size: '1', seekPosition: first.content[0].id }))).toEqual([
      'content',
      'seekPositionForCurrent',
      'seekPositionForNext',
      'sort',
      'size',
    ])
  })

  it('200 returns at most 20 recipients by default, and at most size when it is sent', async () => {
    const ann = await service.createUser()
    await service.db.pool.query(
      `insert into recipients (profile_id, user_id, account_holder_name, currency, type, details,
                               hash, owned_by_customer, refund, created_at)
       select $1, $2, 'Nora Sample', 'EUR', 'email', '{"email":"n@example.com"}', n::text, false,
              false, now()
         from generate_series(1, 25) n`,
      [ann.personal, ann.userId],
    )
    for (const [query, size] of [
      [{}, 20],
      [{ size: '24' }, 24],
      [{ size: '100' }, 25],
    ] as const) {
      const { status, body } = await ann.call('GET /v2/accounts', { query })
      expect([status, body.size, body.content.length]).toEqual([200, size, size])
    }
  })

  it("404 not.found for another user's profile", async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const query = { profileId: String(bob.business) }
    const reply = await ann.call('GET /v2/accounts', { query })
    expect(reply.status).toBe(404)
    expect(reply.body.errors).toMatchObject([
      { code: 'not.found', path: 'profileId', arguments: [bob.business] },
    ])
  })
})
