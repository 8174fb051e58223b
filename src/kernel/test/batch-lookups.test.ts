import { describe, expect, it } from 'vitest'
import { house } from '../../../test/support/service.ts'
import { lookup, sql } from '../database/db.ts'

const h = house({ audited: false })

const multiples = lookup<{ asked: number; found: number }>(
  ['bigint[]', 'bigint'],
  'select $2::bigint as asked, n as found from unnest($1::bigint[]) n where n % $2::bigint = 0 order by n desc',
)
const digit = lookup<{ digit: number }>(['text'], 'select $1::int as digit')
const rate = lookup<{ currency: string }>(
  ['text'],
  'select currency from rate_points where currency = $1',
)
const note = sql<never>(
  `insert into rate_points (currency, at, per_usd, source) values ($1, now(), 1, 'gathered')`,
)

describe('what is looked up at once', () => {
  it('is answered to each as if it had asked alone, in its order', async () => {
    const ask = (of: number) => h.db.reader.rows(multiples, [[1, 2, 3, 4, 5, 6], of])
    const alone = []
    for (const of of [1, 2, 7, 3]) alone.push(await ask(of))
    expect(alone[1]?.map(({ found }) => found)).toEqual([6, 4, 2])
    expect(await Promise.all([1, 2, 7, 3].map(ask))).toEqual(alone)
  })

  it('is asked in as many statements as needed when there is very much of it', async () => {
    const asked = Array.from({ length: 250 }, (_, n) => n)
    const rows = await Promise.all(asked.map((n) => h.db.reader.row(digit, [String(n)])))
    expect(rows.map((row) => row?.digit)).toEqual(asked)
  })

  it('sees what was committed before it was asked', async () => {
    const first = h.db.reader.row(rate, ['XAA'])
    const second = h.db.reader.row(rate, ['XBB'])
    await h.db.transact((tx) => tx.rows(note, ['XBB']))
    const third = h.db.reader.row(rate, ['XBB'])
    expect([await first, (await third)?.currency]).toEqual([undefined, 'XBB'])
    await second
  })

  it('fails for whoever asked amiss, and for nobody beside or behind', async () => {
    const asked = ['1', 'one', '2'].map((text) => h.db.reader.row(digit, [text]))
    const answers = await Promise.allSettled(asked)
    expect(answers.map((answer) => 'value' in answer && answer.value)).toEqual([
      { digit: 1 },
      false,
      { digit: 2 },
    ])
    expect(await h.db.reader.row(digit, ['3'])).toEqual({ digit: 3 })
  })

  it('is asked alone within a transaction, which sees its own writes', async () => {
    const seen = await h.db.transact(async (tx) => {
      await tx.rows(note, ['XCC'])
      return Promise.all([tx.row(rate, ['XCC']), tx.row(rate, ['XDD'])])
    })
    expect(seen).toEqual([{ currency: 'XCC' }, undefined])
  })
})
