import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { lookup, sql } from '../database/db.ts'

const service = testService({ audited: false })

const multiples = lookup<{ divisor: number; found: number }>(
  ['bigint[]', 'bigint'],
  'select $2::bigint as divisor, n as found from unnest($1::bigint[]) n where n % $2::bigint = 0 order by n desc',
)
const digit = lookup<{ digit: number }>(['text'], 'select $1::int as digit')
const rate = lookup<{ currency: string }>(
  ['text'],
  'select currency from rate_points where currency = $1',
)
const note = sql<never>(
  `insert into rate_points (currency, at, per_usd, source) values ($1, now(), 1, 'lookup')`,
)

describe('concurrent lookups', () => {
  it('return to each request its rows in their order, as an unbatched lookup does', async () => {
    const findMultiples = (divisor: number) =>
      service.db.reader.rows(multiples, [[1, 2, 3, 4, 5, 6], divisor])
    const unbatched = []
    for (const divisor of [1, 2, 7, 3]) unbatched.push(await findMultiples(divisor))
    expect(unbatched[1]?.map(({ found }) => found)).toEqual([6, 4, 2])
    expect(await Promise.all([1, 2, 7, 3].map(findMultiples))).toEqual(unbatched)
  })

  it('are sent in several batches when they exceed the size of one batch', async () => {
    const keys = Array.from({ length: 250 }, (_, n) => n)
    const rows = await Promise.all(keys.map((n) => service.db.reader.row(digit, [String(n)])))
    expect(rows.map((row) => row?.digit)).toEqual(keys)
  })

  it('see rows that were committed before the lookup', async () => {
    const first = service.db.reader.row(rate, ['XAA'])
    const second = service.db.reader.row(rate, ['XBB'])
    await service.db.transact((tx) => tx.rows(note, ['XBB']))
    const third = service.db.reader.row(rate, ['XBB'])
    expect([await first, (await third)?.currency]).toEqual([undefined, 'XBB'])
    await second
  })

  it('fail only for the request whose key has another type', async () => {
    const lookups = ['1', 'one', '2'].map((text) => service.db.reader.row(digit, [text]))
    const answers = await Promise.allSettled(lookups)
    expect(answers.map((answer) => 'value' in answer && answer.value)).toEqual([
      { digit: 1 },
      false,
      { digit: 2 },
    ])
    expect(await service.db.reader.row(digit, ['3'])).toEqual({ digit: 3 })
  })

  it('are unbatched within a transaction, which sees its own writes', async () => {
    const seen = await service.db.transact(async (tx) => {
      await tx.rows(note, ['XCC'])
      return Promise.all([tx.row(rate, ['XCC']), tx.row(rate, ['XDD'])])
    })
    expect(seen).toEqual([{ currency: 'XCC' }, undefined])
  })
})
