import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { sql } from '../database/db.ts'
import { unnestRows } from '../database/unnest-rows.ts'

const rows = unnestRows(2, {
  id: 'bigint',
  count: 'int',
  isOpen: 'boolean',
  name: 'text',
  quoteId: 'uuid',
  bornOn: 'date',
  amountMinor: 'numeric',
  createdAt: 'timestamptz',
})

const listRowsSql = sql<Record<string, unknown>>(`
  select $1::text as of_all, input.row_index, input.id, input.count, input.is_open, input.name,
         input.quote_id::text, input.born_on, input.amount_minor, input.created_at
    from ${rows.input} order by input.row_index`)

describe('unnestRows', () => {
  const service = testService({ audited: false })

  it('sends the value of each column to the column of its name, and undefined as null', async () => {
    const first = {
      id: 12,
      count: 0,
      isOpen: false,
      name: `a,"b"{} \\ '`,
      quoteId: '0b5e8a1e-0000-4000-8000-000000000000',
      bornOn: '2004-02-29',
      amountMinor: 99_999_999_999_999_999_999n,
      createdAt: Temporal.Instant.from('2026-01-01T00:00:00.123456Z'),
    }
    const second = { ...first, id: 13, name: null, bornOn: undefined, createdAt: undefined }
    const found = await service.db.reader.rows(listRowsSql, [
      'x',
      ...rows.arraysOf([first, second]),
    ])
    expect(found).toEqual([
      { ofAll: 'x', rowIndex: 1, ...first },
      { ofAll: 'x', rowIndex: 2, ...second, bornOn: null, createdAt: null },
    ])
  })

  it('returns no rows for an empty list of rows', async () => {
    expect(await service.db.reader.rows(listRowsSql, ['x', ...rows.arraysOf([])])).toEqual([])
  })
})
