import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { batchRowReader, columnOf, rowReader } from '../database/result-rows.ts'
import { inputWriter, rowsJson } from '../database/rows.ts'

const writer = inputWriter({
  id: 'bigint',
  count: 'int',
  isOpen: 'boolean',
  name: 'text',
  quoteId: 'uuid',
  amountMinor: 'numeric',
  createdAt: 'timestamptz',
  payload: 'json',
  options: 'jsonb',
  names: 'text[]',
  amounts: 'numeric[]',
  bornOn: 'date',
} as const)

const row = {
  id: 12,
  count: 0,
  isOpen: false,
  name: `a "b" \\ '`,
  quoteId: '0b5e8a1e-0000-4000-8000-000000000000',
  amountMinor: 99_999_999_999_999_999_999n,
  createdAt: Temporal.Instant.from('2026-01-01T00:00:00.123456Z'),
  payload: { a: null },
  options: [1, { b: 'c' }],
  names: ['a,b', ''],
  amounts: [1n, '2.50'],
  bornOn: '2004-02-29',
}

const parse = (json: string) => JSON.parse(json) as Record<string, unknown>[]

describe('rows of input', () => {
  it('have each value under the number of its column, in JSON that loses no digit', () => {
    expect(parse(rowsJson([[writer.write(row)]]))).toEqual([
      {
        c0: 1,
        c1: 12,
        c2: 0,
        c3: false,
        c4: row.name,
        c5: row.quoteId,
        c6: '99999999999999999999',
        c7: '2026-01-01T00:00:00.123456Z',
        c8: { a: null },
        c9: [1, { b: 'c' }],
        c10: ['a,b', ''],
        c11: ['1', '2.50'],
        c12: '2004-02-29',
      },
    ])
  })

  it('leave out null and undefined values', () => {
    const { write } = inputWriter({ id: 'bigint', name: 'text', flag: 'boolean' } as const)
    expect(parse(rowsJson([[write({ id: undefined, name: null, flag: false })]]))).toEqual([
      { c0: 1, c3: false },
    ])
  })

  it('have the request index of their request, counted from one', () => {
    const { write } = inputWriter({ n: 'int' } as const)
    const [a, b, c] = [1, 2, 3].map((n) => write({ n })) as [string, string, string]
    expect(parse(rowsJson([[a, b], [], [c]]))).toEqual([
      { c0: 1, c1: 1 },
      { c0: 1, c1: 2 },
      { c0: 3, c1: 3 },
    ])
    expect(rowsJson([])).toBe('[]')
  })

  it('carry any text unchanged', () => {
    const { write } = inputWriter({ text: 'text', texts: 'text[]' } as const)
    // Any UTF-16 unit: by default fast-check generates printable ASCII only.
    const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code))
    const anyText = fc.string({ unit })
    fc.assert(
      fc.property(anyText, fc.array(anyText), (text, texts) => {
        const [only] = parse(rowsJson([[write({ text, texts })]]))
        expect(only).toEqual({ c0: 1, c1: text, c2: texts })
      }),
    )
  })

  it('are read by column name, optionally only those that satisfy a condition', () => {
    const { from } = inputWriter({ profileId: 'bigint', amounts: 'numeric[]' } as const)
    const text = from(2).replace(/\s+/g, ' ')
    expect(text).toBe(
      '(select c0 as request_index, c1 as profile_id, c2 as amounts ' +
        'from json_to_recordset($2) as fields (c0 int, c1 bigint, c2 numeric[]) ' +
        'where c0 between 1 and 1000) input',
    )
    expect(from(2, 'ready').replace(/\s+/g, ' ')).toContain('between 1 and 1000 and ready) input')
  })
})

describe('rows of a result', () => {
  const text = () => (value: string) => value
  const [BOOL, INT8, INT4, TEXT, DATE, TIMESTAMPTZ, NUMERIC] = [16, 20, 23, 25, 1082, 1184, 1700]
  const column = (name: string, typeId: number) => columnOf({ name, typeId }, text)

  it('are objects with camelCase names, and null where a field is null', () => {
    const read = rowReader([
      column('profile_id', INT8),
      column('amount_minor', NUMERIC),
      column('created_at', TIMESTAMPTZ),
      column('born_on', DATE),
      column('other', BOOL),
    ])
    expect(read(['12', '-5', '2026-01-01 00:00:00+00', '2026-01-02', null])).toEqual({
      profileId: 12,
      amountMinor: -5n,
      createdAt: Temporal.Instant.from('2026-01-01T00:00:00Z'),
      bornOn: '2026-01-02',
      other: null,
    })
  })

  it('of a batch have the request index separate from the row', () => {
    const read = batchRowReader([column('request_index', INT4), column('id', INT8)])
    expect(read(['2', '7'])).toEqual({ requestIndex: 2, row: { id: 7 } })
  })

  it('of a batch belong to no request where the statement returns no request index, or null as the index', () => {
    const read = batchRowReader([column('id', INT8), column('name', TEXT)])
    expect(read(['7', 'a'])).toEqual({ requestIndex: 0, row: { name: 'a' } })
    const readIndexed = batchRowReader([column('request_index', INT4), column('name', TEXT)])
    expect(readIndexed([null, null])).toEqual({ requestIndex: 0, row: { name: null } })
  })

  it.each([
    ['an integer beyond 2^53', INT8, '9007199254740993', 'out of range'],
    ['a fraction', NUMERIC, '1.5', 'select this fraction as text'],
  ])('are refused with %s', (_what, typeId, value, message) => {
    expect(() => rowReader([column('a', typeId)])([value])).toThrow(message)
  })
})
