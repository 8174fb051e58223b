// Reads every filter in every order page by page, and compares the result with filtering and sorting in memory.

import { beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import { addsRecipient } from '../../../test/support/transfers.ts'
import { openBalance } from '../../balances/test/fixtures.ts'
import { type Filter, findPage, type Page, type Sort, sorts } from '../list-store.ts'
import type { RecipientRow } from '../store.ts'

const ROWS = 120
const PAGE_SIZE = 7

describe('findPage', () => {
  const service = testService()
  let ann: Person
  let bob: Person
  let all: (RecipientRow & { readonly currency: string })[]

  beforeAll(async () => {
    ann = await service.createUser()
    bob = await service.createUser()
    const id = await addsRecipient(ann)
    // Opening a balance adds a recipient of type `balance`, which lists leave out.
    await openBalance(ann, 'GBP')
    await service.db.pool.query(
      `insert into recipients (profile_id, user_id, account_holder_name, currency, country, type,
         legal_type, details, hash, owned_by_customer, refund, active, created_at)
       select profile_id, case when n % 3 = 0 then $3 else user_id end, account_holder_name,
              (array['EUR', 'GBP', 'AUD', 'ZAR'])[1 + n * 7 % 4], country,
              (array['iban', 'sort_code', 'email'])[1 + n * 5 % 3], legal_type, details, n::text,
              n % 4 = 1, refund, n % 5 <> 2, created_at
         from recipients, generate_series(1, $2) n
        where profile_id = $1 and id = $4`,
      [ann.personal, ROWS, bob.userId, id],
    )
    const { rows } = await service.db.pool.query(
      `select id::int, user_id::int as "userId", currency, type, active,
              owned_by_customer as "ownedByCustomer"
         from recipients where profile_id = $1 and type <> 'balance'`,
      [ann.personal],
    )
    all = rows
  })

  const filters: Readonly<Record<string, () => Partial<Filter>>> = {
    'no filter': () => ({}),
    'a creator': () => ({ creatorId: bob.userId }),
    'a currency': () => ({ currencies: ['GBP'] }),
    'currencies, one of them without recipients': () => ({ currencies: ['ZAR', 'AUD', 'USD'] }),
    types: () => ({ types: ['email', 'iban'] }),
    'ownedByCustomer true': () => ({ ownedByCustomer: true }),
    'ownedByCustomer false': () => ({ ownedByCustomer: false }),
    'active false': () => ({ active: false }),
    'every filter': () => ({
      creatorId: ann.userId,
      currencies: ['EUR', 'GBP'],
      types: ['sort_code', 'email'],
      ownedByCustomer: false,
    }),
    'a type without recipients': () => ({ types: ['aba'] }),
  }
  const combinations = Object.keys(filters).flatMap((name) =>
    sorts.map((sort) => [name, sort] as const),
  )

  it.each(combinations)(
    'returns with %s, sorted by %s, the same recipients as filtering and sorting in memory',
    async (name, sort) => {
      const filter = { profileId: ann.personal, active: true, ...filters[name]?.() }
      const ids = await pagedIds(filter, sort)
      expect(ids).toEqual(filteredAndSortedIds(filter, sort))
      expect(ids.length > 0).toBe(name !== 'a type without recipients')
    },
  )

  async function pagedIds(filter: Filter, sort: Sort): Promise<number[]> {
    const ids: number[] = []
    for (let after: Page['after']; ; ) {
      const rows = await findPage(service.db.reader, filter, { sort, after, rowsMax: PAGE_SIZE })
      ids.push(...rows.map(({ id }) => id))
      after = rows.at(-1)
      if (rows.length < PAGE_SIZE) return ids
    }
  }

  function filteredAndSortedIds(filter: Filter, sort: Sort): number[] {
    const { creatorId, currencies, types, ownedByCustomer, active } = filter
    const [by, direction] = sort.split(',')
    const ascending = all
      .filter(
        (row) =>
          row.active === active &&
          (creatorId ?? row.userId) === row.userId &&
          (currencies ?? [row.currency]).includes(row.currency) &&
          (types ?? [row.type]).includes(row.type) &&
          (ownedByCustomer ?? row.ownedByCustomer) === row.ownedByCustomer,
      )
      .sort((a, b) => {
        const isSameCurrency = by === 'id' || a.currency === b.currency
        if (isSameCurrency) return a.id - b.id
        return a.currency < b.currency ? -1 : 1
      })
      .map(({ id }) => id)
    return direction === 'desc' ? ascending.reverse() : ascending
  }
})
