// The filter by which a search skips batches. A filter that lacks an added word would hide requests from the search.

import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { bitsOf, filterOf, hashOf } from '../log/bloom-filter.ts'

const contains = (filter: Buffer, word: string) =>
  bitsOf(word).every((bitOfWord) => {
    const bit = bitOfWord % (filter.length * 8)
    return (filter[bit >> 3]! & (1 << (bit & 7))) !== 0
  })

it.each([1, 10, 1000])('a filter of %i words contains each of them, and few others', (count) => {
  const words = new Set(Array.from({ length: count }, (_, n) => `balance:${n}`))
  const filter = filterOf(new Set([...words].map(hashOf)))
  expect([...words].filter((word) => !contains(filter, word))).toEqual([])
  // About five of the 2,000 are expected (`BYTES_PER_WORD`); a filter of one word varies more.
  const others = Array.from({ length: 2000 }, (_, n) => `transfer:${n}`)
  expect(others.filter((word) => contains(filter, word)).length).toBeLessThan(60)
})

it('a filter without words contains none', () => {
  expect(contains(filterOf(new Set()), 'user:1')).toBe(false)
})

it('PostgreSQL numbers the bits of a bytea as the filter does', async () => {
  const client = new pg.Client(inject('postgresUrl'))
  await client.connect()
  try {
    const filter = filterOf(new Set(['user:1', 'é:漢字'].map(hashOf)))
    const bits = Array.from({ length: filter.length * 8 }, (_, bit) => bit)
    const { rows } = await client.query(
      'select get_bit($1::bytea, b.bit) as set from unnest($2::bigint[]) with ordinality as b (bit, n) order by n',
      [filter, bits],
    )
    expect(rows.map(({ set }) => set)).toEqual(
      bits.map((bit) => (filter[bit >> 3]! >> (bit & 7)) & 1),
    )
  } finally {
    await client.end()
  }
})
