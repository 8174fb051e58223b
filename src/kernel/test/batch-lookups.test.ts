import pg from 'pg'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { lookup } from '../database/db.ts'
import { insertPointSql } from './rate-points.ts'

const service = testService({ audited: false })

const listMultiplesSql = lookup<{ divisor: number; found: number }>(
  ['bigint[]', 'bigint'],
  'select $2::bigint as divisor, n as found from unnest($1::bigint[]) n where n % $2::bigint = 0 order by n desc',
)
const castIntegerSql = lookup<{ integer: number }>(['text'], 'select $1::int as integer')
const listTextsSql = lookup<{ text: string | null }>(
  ['text[]'],
  'select t as text from unnest($1::text[]) with ordinality as list (t, position) order by position',
)
const findPointSql = lookup<{ currency: string }>(
  ['text'],
  'select currency from rate_points where currency = $1',
)
const insertSql = insertPointSql('lookup')

describe('concurrent lookups', () => {
  afterEach(() => void vi.restoreAllMocks())

  it('return to each request its rows in their order, as an unbatched lookup does', async () => {
    const findMultiples = (divisor: number) =>
      service.db.reader.rows(listMultiplesSql, [[1, 2, 3, 4, 5, 6], divisor])
    const unbatched = []
    for (const divisor of [1, 2, 7, 3]) unbatched.push(await findMultiples(divisor))
    expect(unbatched[1]?.map(({ found }) => found)).toEqual([6, 4, 2])
    expect(await Promise.all([1, 2, 7, 3].map(findMultiples))).toEqual(unbatched)
  })

  it.each([
    ['a comma', ['a,b']],
    ['a backslash', ['a\\b']],
    ['quotes', ['"a"']],
    ['braces', ['{a}']],
    ['spaces around a letter', [' a ']],
    ['the word null', ['null']],
    ['an empty text', ['', 'a']],
    ['null', [null, 'a']],
  ])('receive %s in an array as one element', async (_, texts) => {
    const lists = [texts, ['b'], []]
    const found = await Promise.all(
      lists.map((list) => service.db.reader.rows(listTextsSql, [list])),
    )
    expect(found.map((rows) => rows.map(({ text }) => text))).toEqual(lists)
  })

  it('are sent in several batches when they exceed the size of one batch', async () => {
    const keys = Array.from({ length: 250 }, (_, n) => n)
    const query = vi.spyOn(pg.Client.prototype, 'query')
    const rows = await Promise.all(
      keys.map((n) => service.db.reader.row(castIntegerSql, [String(n)])),
    )
    expect(rows.map((row) => row?.integer)).toEqual(keys)
    const texts = query.mock.calls.map(([sent]) => (sent as unknown as { text?: string }).text)
    // A batch has at most 32 keys.
    expect(texts.filter((text) => text === castIntegerSql.batched?.text)).toHaveLength(8)
  })

  it('see rows that were committed before the lookup', async () => {
    const first = service.db.reader.row(findPointSql, ['XAA'])
    const second = service.db.reader.row(findPointSql, ['XBB'])
    await service.db.transact((tx) => tx.rows(insertSql, ['XBB']))
    const third = service.db.reader.row(findPointSql, ['XBB'])
    expect([await first, (await third)?.currency]).toEqual([undefined, 'XBB'])
    await second
  })

  it('fail only for the request whose key PostgreSQL cannot cast', async () => {
    const lookups = ['1', 'one', '2'].map((text) => service.db.reader.row(castIntegerSql, [text]))
    const answers = await Promise.allSettled(lookups)
    expect(answers).toMatchObject([
      { value: { integer: 1 } },
      { status: 'rejected', reason: { message: expect.stringContaining('"one"') } },
      { value: { integer: 2 } },
    ])
    expect(await service.db.reader.row(castIntegerSql, ['3'])).toEqual({ integer: 3 })
  })

  it('within a transaction see the writes of the transaction', async () => {
    const seen = await service.db.transact(async (tx) => {
      await tx.rows(insertSql, ['XCC'])
      return Promise.all([tx.row(findPointSql, ['XCC']), tx.row(findPointSql, ['XDD'])])
    })
    expect(seen).toEqual([{ currency: 'XCC' }, undefined])
  })
})
