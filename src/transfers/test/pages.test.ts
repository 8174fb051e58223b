// Pages by every filter, by position and by offset, compared with filtering in the test.

import { beforeAll, describe, expect, it } from 'vitest'
import { copiesTransfer, LIST_PAGES_MAX, pagesRead } from '../../../test/support/many-transfers.ts'
import type { Person } from '../../../test/support/people.ts'
import { START, testService } from '../../../test/support/service.ts'
import { createsTransfer } from '../../../test/support/transfers.ts'
import { ID_MAX } from '../../kernel/ids.ts'
import { type ListQuery, listPage, type Order } from '../queries/list-store.ts'

/** Copying 20,000 transfers takes many seconds. */
const TIMEOUT_MS = 60_000

const TRANSFERS = 150
const PAGE_SIZE = 7
type Row = {
  readonly id: number
  readonly status: string
  readonly source: string
  readonly target: string
  readonly at: Temporal.Instant
}

const hoursAfterStart = (n: number) => START.add({ hours: n })

const allOf = ({ personal }: Person): ListQuery => ({
  profileId: personal,
  statuses: null,
  sourceCurrency: null,
  targetCurrency: null,
  createdFrom: null,
  createdBefore: null,
  afterId: 0,
  beforeId: ID_MAX + 1,
  order: 'ascending',
  limit: PAGE_SIZE,
  offset: 0,
})

describe('pages of transfers', () => {
  const service = testService({ audited: false })
  let ann: Person
  let all: Row[]

  beforeAll(async () => {
    ann = await service.createUser()
    const { id } = await createsTransfer(ann)
    await copiesTransfer(service, ann, id, TRANSFERS)
    const { rows } = await service.db.pool.query<Omit<Row, 'at'> & { at: Date }>(
      `select id::int, status, source_currency as source, target_currency as target,
              created_at as at from transfers where profile_id = $1 order by id`,
      [ann.personal],
    )
    all = rows.map((row) => ({ ...row, at: row.at.toTemporalInstant() }))
  })

  const filters: Readonly<Record<string, Partial<ListQuery>>> = {
    'no filter': {},
    'a status': { statuses: ['cancelled'] },
    'statuses, one of which no transfer has': {
      statuses: ['processing', 'bounced_back', 'funds_refunded'],
    },
    'a source currency': { sourceCurrency: 'USD' },
    'a target currency': { targetCurrency: 'PLN' },
    'a start': { createdFrom: hoursAfterStart(60) },
    'an end': { createdBefore: hoursAfterStart(60) },
    'a start and an end': { createdFrom: hoursAfterStart(30), createdBefore: hoursAfterStart(90) },
    'a start after every transfer': { createdFrom: hoursAfterStart(10_000) },
    'an end before every transfer': { createdBefore: hoursAfterStart(-10_000) },
    'a status and dates': {
      statuses: ['cancelled', 'processing'],
      createdFrom: hoursAfterStart(30),
      createdBefore: hoursAfterStart(120),
    },
    'both currencies': { sourceCurrency: 'GBP', targetCurrency: 'EUR' },
    'all filters': {
      statuses: ['cancelled', 'processing', 'bounced_back'],
      sourceCurrency: 'EUR',
      targetCurrency: 'PLN',
      createdFrom: hoursAfterStart(3),
      createdBefore: hoursAfterStart(140),
    },
  }

  const orders: readonly Order[] = ['ascending', 'descending']
  const cases = orders.flatMap((order) =>
    Object.entries(filters).map(([name, filter]) => ({
      order,
      name,
      filter: { ...filter, order },
    })),
  )

  it.each(cases)(
    'returns the same ids as filtering in the test, $order, by $name',
    async ({ order, name, filter }) => {
      const ascending = idsFilteredInTest(filter)
      expect(ascending.length > 0).toBe(!name.includes('every transfer'))
      const ids = order === 'ascending' ? ascending : ascending.toReversed()
      expect(await readAllPages(filter)).toEqual(ids)
      for (const offset of [0, PAGE_SIZE, 4 * PAGE_SIZE])
        expect(await readPage({ ...filter, offset })).toEqual(ids.slice(offset, offset + PAGE_SIZE))
    },
  )

  async function readAllPages(filter: Partial<ListQuery>): Promise<number[]> {
    const ids: number[] = []
    for (;;) {
      const position = filter.order === 'descending' ? 'beforeId' : 'afterId'
      const [lastId] = ids.slice(-1)
      const next = await readPage({ ...filter, ...(lastId && { [position]: lastId }) })
      ids.push(...next)
      if (next.length < PAGE_SIZE) return ids
    }
  }

  async function readPage(filter: Partial<ListQuery>) {
    const rows = await listPage(service.db.reader, { ...allOf(ann), ...filter })
    return rows.map(({ id }) => id as number)
  }

  function idsFilteredInTest(filter: Partial<ListQuery>): number[] {
    const { statuses, sourceCurrency, targetCurrency, createdFrom, createdBefore } = filter
    const { compare } = Temporal.Instant
    return all
      .filter(
        ({ status, source, target, at }) =>
          (statuses ?? [status]).includes(status) &&
          (sourceCurrency ?? source) === source &&
          (targetCurrency ?? target) === target &&
          compare(at, createdFrom ?? at) >= 0 &&
          (!createdBefore || compare(at, createdBefore) < 0),
      )
      .map(({ id }) => id)
  }
})

describe('a page among many transfers', () => {
  const service = testService({ audited: false })

  it(
    'reads few pages of the database when no transfer is in the interval, without a filter and by status or currency',
    async () => {
      const ann = await service.createUser()
      const { id } = await createsTransfer(ann)
      await copiesTransfer(service, ann, id, 20_000)
      await service.db.pool.query('vacuum analyze transfers')
      const createdBefore = hoursAfterStart(-400)
      for (const filter of [
        {},
        { statuses: ['processing'] },
        { statuses: ['processing', 'cancelled'], sourceCurrency: 'GBP' },
        { sourceCurrency: 'GBP' },
        { targetCurrency: 'EUR' },
      ])
        for (const order of ['ascending', 'descending'] as const) {
          const read = await pagesRead(service, (db) =>
            listPage(db, { ...allOf(ann), ...filter, order, createdBefore }),
          )
          const name = JSON.stringify({ ...filter, order })
          expect(read, name).toBeGreaterThan(0)
          expect(read, name).toBeLessThan(LIST_PAGES_MAX)
        }
    },
    TIMEOUT_MS,
  )
})
