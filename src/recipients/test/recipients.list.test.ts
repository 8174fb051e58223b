import { describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import { addRecipient, america, britain, byEmail, germany, withHolder } from './samples.ts'

type ListedRecipient = { id: number; accountHolderName: string }

describe('recipients.list', () => {
  const service = testService()
  const list = async (person: Person, query: Record<string, string> = {}) =>
    person.call('GET /v1/accounts', { query })
  const idsOf = (rows: ListedRecipient[]) => rows.map(({ id }) => id)

  it('200 lists the recipients of the personal profile in ascending order of id', async () => {
    const ann = await service.createUser()
    const first = await addRecipient(ann)
    await addRecipient(ann, britain, ann.business)
    const second = await addRecipient(ann, germany)
    const reply = await list(ann)
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual([first, second])
    expect(reply.headers['x-size']).toBe('2')
  })

  it('200 returns an empty list for a profile without recipients', async () => {
    const reply = await list(await service.createUser())
    expect([reply.status, reply.body]).toEqual([200, []])
    expect(reply.headers['x-size']).toBe('0')
  })

  it('200 returns pages with their seek positions and size in headers (Facts 10.1)', async () => {
    const ann = await service.createUser()
    const ids: number[] = []
    for (const name of ['Nora A Sample', 'Nora B Sample', 'Nora C Sample', 'Nora D Sample'])
      ids.push((await addRecipient(ann, withHolder(name))).id)
    ids.push((await addRecipient(ann, byEmail)).id)
    const page = async (seekPosition?: number) => {
      const { status, body, headers } = await list(ann, {
        size: '2',
        ...(seekPosition && { seekPosition: String(seekPosition) }),
      })
      expect(status).toBe(200)
      return [
        idsOf(body),
        headers['x-seek-position-for-current'],
        headers['x-seek-position-for-next'],
        headers['x-size'],
      ]
    }
    const [a, b, c, d, e] = ids as [number, number, number, number, number]
    expect(await page()).toEqual([[a, b], undefined, String(b), '2'])
    expect(await page(b)).toEqual([[c, d], String(b), String(d), '2'])
    expect(await page(d)).toEqual([[e], String(d), undefined, '1'])
  })

  it('200 has no x-seek-position-for-next when the last page is full', async () => {
    const ann = await service.createUser()
    await addRecipient(ann)
    await addRecipient(ann, germany)
    const { status, body, headers } = await list(ann, { size: '2' })
    expect([status, body.length]).toEqual([200, 2])
    expect(headers).not.toHaveProperty('x-seek-position-for-next')
  })

  it('200 returns the same recipients in each order on one page and one by one', async () => {
    const ann = await service.createUser()
    const usd = (await addRecipient(ann, america)).id
    const gbp = (await addRecipient(ann, britain)).id
    const eur = (await addRecipient(ann, germany)).id
    const gbpToo = (await addRecipient(ann, withHolder('Nora Other'))).id
    const orders: [sort: string, ids: number[]][] = [
      ['id,asc', [usd, gbp, eur, gbpToo]],
      ['id,desc', [gbpToo, eur, gbp, usd]],
      ['currency,asc', [eur, gbp, gbpToo, usd]],
      ['currency,desc', [usd, gbpToo, gbp, eur]],
    ]
    for (const [sort, expected] of orders) {
      expect(idsOf((await list(ann, { sort })).body)).toEqual(expected)
      const paged: number[] = []
      for (let next: string | undefined = '0'; next !== undefined; ) {
        const { body, headers } = await list(ann, { sort, size: '1', seekPosition: next })
        paged.push(...idsOf(body))
        next = headers['x-seek-position-for-next'] as string | undefined
      }
      expect(paged).toEqual(expected)
    }
  })

  it('200 applies each filter, and two filters together', async () => {
    const ann = await service.createUser()
    const gbp = (await addRecipient(ann)).id
    const eur = (await addRecipient(ann, { ...germany, ownedByCustomer: true })).id
    const email = (await addRecipient(ann, byEmail)).id
    const gone = (await addRecipient(ann, america)).id
    const ours = (await addRecipient(ann, britain, ann.business)).id
    expect((await ann.call(`DELETE /v1/accounts/${gone}`)).status).toBe(204)
    const cases: [query: Record<string, string>, ids: number[], selected: string][] = [
      [{}, [gbp, eur, email], 'active recipients of the personal profile by default'],
      [{ active: 'false' }, [gone], 'deactivated recipients'],
      [{ currency: 'GBP' }, [gbp], 'recipients of one currency'],
      [{ currency: 'gbp, EUR' }, [gbp, eur, email], 'recipients of several currencies'],
      [
        { currency: 'EUR,eur', type: 'iban,Iban' },
        [eur],
        'each recipient once when a value is repeated (gap 241)',
      ],
      [{ currency: 'ZAR' }, [], 'an empty list for a currency without recipients'],
      [{ type: 'iban' }, [eur], 'recipients of one type'],
      [{ type: 'sort_code,email' }, [gbp, email], 'recipients of several types'],
      [
        { type: 'SortCode,Email' },
        [gbp, email],
        'recipients of types in the spelling of version 2',
      ],
      [{ ownedByCustomer: 'true' }, [eur], 'recipients that the customer owns'],
      [{ ownedByCustomer: 'false' }, [gbp, email], 'recipients that others own'],
      [{ creatorId: String(ann.userId) }, [gbp, eur, email], 'recipients that this user added'],
      [{ creatorId: String(ann.userId + 1) }, [], 'recipients that another user added'],
      [{ profileId: String(ann.business) }, [ours], 'recipients of another profile of the caller'],
      [
        { profile: String(ann.business) },
        [ours],
        'recipients of the profile that the parameter profile names instead of profileId',
      ],
      [{ currency: 'EUR', type: 'email' }, [email], 'recipients that pass two filters'],
    ]
    for (const [query, expected, selected] of cases)
      expect(idsOf((await list(ann, query)).body), selected).toEqual(expected)
  })

  it('200 returns an empty page sorted by currency when seekPosition is not the id of a recipient of the profile', async () => {
    const ann = await service.createUser()
    await addRecipient(ann)
    const query = { sort: 'currency,asc', seekPosition: '999999' }
    const { status, body } = await list(ann, query)
    expect([status, body]).toEqual([200, []])
  })

  const malformed: [query: Record<string, string>, code: string, path: string][] = [
    [{ sort: 'name,asc' }, 'NotAllowed', 'sort'],
    [{ sort: 'id' }, 'NotAllowed', 'sort'],
    [{ size: '101' }, 'Range', 'size'],
    [{ size: '0' }, 'Range', 'size'],
    [{ seekPosition: 'nora' }, 'TypeMismatch', 'seekPosition'],
    [{ active: 'perhaps' }, 'TypeMismatch', 'active'],
    [{ profileId: 'mine' }, 'TypeMismatch', 'profileId'],
  ]
  it.each(malformed)('400 for %j: %s at %s', async (query, code, path) => {
    const reply = await list(await service.createUser(), query)
    expect(reply.status).toBe(400)
    expect(reply.body.errors).toMatchObject([{ code, path }])
  })

  it.each(['/v1/accounts', '/v2/accounts'])(
    "404 not.found for another user's profile: %s",
    async (path) => {
      const [ann, bob] = [await service.createUser(), await service.createUser()]
      await addRecipient(bob)
      const reply = await ann.call(`GET ${path}`, { query: { profile: String(bob.personal) } })
      expect(reply.status).toBe(404)
      expect(reply.body.errors).toMatchObject([{ code: 'not.found', path: 'profileId' }])
    },
  )
})
