// Every filter, page by page and by offset, beside what filtering by hand gives.

import { beforeAll, describe, expect, it } from 'vitest'
import { copies, FEW_PAGES, pagesRead } from '../../../test/support/many-transfers.ts'
import type { Person } from '../../../test/support/people.ts'
import { START, testService } from '../../../test/support/service.ts'
import { createsTransfer } from '../../../test/support/transfers.ts'
import { type ListQuery, listTransfers } from '../queries/list-store.ts'

const ROWS = 150
const PAGE = 7
type Row = {
  readonly id: number
  readonly status: string
  readonly source: string
  readonly target: string
  readonly at: Temporal.Instant
}

const hours = (n: number) => START.add({ hours: n })

const everythingOf = ({ personal }: Person): ListQuery => ({
  profileId: personal,
  statuses: null,
  sourceCurrency: null,
  targetCurrency: null,
  createdFrom: null,
  createdBefore: null,
  afterId: 0,
  limit: PAGE,
  offset: 0,
})

describe('pages of transfers', () => {
  const service = testService({ audited: false })
  let ann: Person
  let all: Row[]

  beforeAll(async () => {
    ann = await service.createUser()
    const { id } = await createsTransfer(ann)
    await copies(service, ann, id, ROWS)
    const { rows } = await service.db.pool.query<Omit<Row, 'at'> & { at: Date }>(
      `select id::int, status, source_currency as source, target_currency as target,
              created_at as at from transfers where profile_id = $1 order by id`,
      [ann.personal],
    )
    all = rows.map((row) => ({ ...row, at: row.at.toTemporalInstant() }))
  })

  const wishes: Readonly<Record<string, Partial<ListQuery>>> = {
    nothing: {},
    'a status': { statuses: ['cancelled'] },
    'statuses, one of them of nothing': {
      statuses: ['processing', 'bounced_back', 'funds_refunded'],
    },
    'a source currency': { sourceCurrency: 'USD' },
    'a target currency': { targetCurrency: 'PLN' },
    'a start': { createdFrom: hours(60) },
    'an end': { createdBefore: hours(60) },
    'a start and an end': { createdFrom: hours(30), createdBefore: hours(90) },
    'a start that nothing follows': { createdFrom: hours(10_000) },
    'an end that nothing precedes': { createdBefore: hours(-10_000) },
    'a status and dates': {
      statuses: ['cancelled', 'processing'],
      createdFrom: hours(30),
      createdBefore: hours(120),
    },
    'both currencies': { sourceCurrency: 'GBP', targetCurrency: 'EUR' },
    everything: {
      statuses: ['cancelled', 'processing', 'bounced_back'],
      sourceCurrency: 'EUR',
      targetCurrency: 'PLN',
      createdFrom: hours(3),
      createdBefore: hours(140),
    },
  }

  it.each(Object.keys(wishes))('by %s', async (name) => {
    const wish = wishes[name] ?? {}
    const ids = byHand(wish)
    expect(await sought(wish)).toEqual(ids)
    for (const offset of [0, PAGE, 4 * PAGE])
      expect(await found(wish, 0, offset)).toEqual(ids.slice(offset, offset + PAGE))
  })

  async function sought(wish: Partial<ListQuery>): Promise<number[]> {
    const ids: number[] = []
    for (;;) {
      const next = await found(wish, ids.at(-1) ?? 0)
      ids.push(...next)
      if (next.length < PAGE) return ids
    }
  }

  async function found(wish: Partial<ListQuery>, afterId: number, offset = 0) {
    const asked = { ...everythingOf(ann), ...wish, afterId, offset }
    const rows = await listTransfers(service.db.reader, asked)
    return rows.map(({ id }) => id as number)
  }

  function byHand(wish: Partial<ListQuery>): number[] {
    const { statuses, sourceCurrency, targetCurrency, createdFrom, createdBefore } = wish
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

describe('a walk through many transfers', () => {
  const service = testService({ audited: false })

  it('ends where the time ends, whatever the transfers are filtered by', async () => {
    const ann = await service.createUser()
    const { id } = await createsTransfer(ann)
    await copies(service, ann, id, 20_000)
    await service.db.pool.query('vacuum analyze transfers')
    const createdBefore = hours(-400)
    for (const wish of [
      {},
      { statuses: ['processing'] },
      { statuses: ['processing', 'cancelled'], sourceCurrency: 'GBP' },
      { sourceCurrency: 'GBP' },
      { targetCurrency: 'EUR' },
    ])
      expect(
        await pagesRead(service, (db) =>
          listTransfers(db, { ...everythingOf(ann), ...wish, createdBefore }),
        ),
        JSON.stringify(wish),
      ).toBeLessThan(FEW_PAGES)
  }, 60_000)
})
