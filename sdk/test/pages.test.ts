// `each` yields the items of all pages of a list, here of lists of the service over HTTP.

import { beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../../test/support/people.ts'
import { testService } from '../../test/support/service.ts'
import { addsRecipient, createsTransfer } from '../../test/support/transfers.ts'
import { each, type Godwit } from '../src/index.ts'
import { clientFor } from './client.ts'

describe('each', () => {
  const service = testService()
  let ann: Person
  let godwit: Godwit
  beforeAll(async () => {
    ann = await service.createUser()
    godwit = await clientFor(service, ann)
    for (let n = 0; n < 5; n++) await createsTransfer(ann)
  })

  const idsOf = async (items: AsyncIterable<{ id?: unknown }>) => {
    const ids: unknown[] = []
    for await (const { id } of items) ids.push(id)
    return ids
  }

  it.each([1, 2, 5, 100])(
    'returns every transfer one time with %i transfers on a page',
    async (limit) => {
      const ids = await idsOf(
        each(godwit.transfers.listTransfers, { query: { profile: ann.personal, limit } }),
      )
      expect([ids.length, new Set(ids).size]).toEqual([5, 5])
    },
  )

  it('follows the cursors of activities', async () => {
    const activities = each(godwit.activities.listActivities, {
      path: { profileId: ann.personal },
      query: { size: 1 },
    })
    const ids = await idsOf(activities)
    expect([ids.length, new Set(ids).size]).toEqual([5, 5])
  })

  it('follows seekPositionForNext of the list of recipients', async () => {
    const added = [await addsRecipient(ann, 'EUR'), await addsRecipient(ann, 'GBP')]
    const recipients = await idsOf(
      each(godwit.recipients.listRecipients, { query: { profileId: ann.personal, size: 1 } }),
    )
    expect(recipients.toSorted()).toEqual(added.toSorted())
  })

  it('returns no item of an empty list of cards', async () => {
    const cards = each(godwit.cards.listCards, {
      path: { profileId: ann.personal },
      query: { pageSize: 10 },
    })
    expect(await cards.next()).toEqual({ done: true, value: undefined })
  })

  it('follows page numbers until a page is empty', async () => {
    const pages = [[{ id: 1 }, { id: 2 }], [{ id: 3 }], []]
    const list = async ({ query }: { query?: { pageNumber?: number } }) => ({
      totalCount: 3,
      items: pages[(query?.pageNumber ?? 1) - 1] ?? expect.fail('a page after the empty one'),
    })
    expect(await idsOf(each(list, {}))).toEqual([1, 2, 3])
  })

  it('ends after the items of a list without pages', async () => {
    const profiles = await idsOf(each(godwit.profiles.listProfiles, {}))
    expect(profiles).toEqual([ann.personal, ann.business])
  })

  it('fetches a page only when its first item is read', async () => {
    let requests = 0
    const countingFetch: typeof fetch = (...call) => {
      requests += 1
      return fetch(...call)
    }
    const client = await clientFor(service, ann, { fetch: countingFetch })
    const transfers = each(client.transfers.listTransfers, {
      query: { profile: ann.personal, limit: 2 },
    })
    expect(requests).toBe(0)
    await transfers.next()
    await transfers.next()
    expect(requests).toBe(1)
    await transfers.next()
    expect(requests).toBe(2)
  })
})
