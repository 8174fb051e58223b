// The newest transfers first, from a list that begins with the oldest.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  LISTED_MAX,
  type ListAfter,
  listNewest,
  listUpTo,
  type NewestPage,
} from '../src/pages/transfers/newest-transfers.ts'

type Row = { readonly id: number }

/** Lists rows as the API does, and counts the calls. */
function listOf(ids: readonly number[]) {
  const calls = { count: 0 }
  const listAfter: ListAfter<Row> = async (after) => {
    calls.count++
    return ids
      .filter((id) => id > after)
      .slice(0, LISTED_MAX)
      .map((id) => ({ id }))
  }
  return { calls, listAfter }
}

async function readAll(ids: readonly number[], newestId: number): Promise<NewestPage<Row>[]> {
  const { listAfter } = listOf(ids)
  const pages = [await listNewest(listAfter, async () => newestId)]
  for (let older = pages[0]?.older; older !== undefined; older = pages.at(-1)?.older)
    pages.push(await listUpTo(listAfter, older))
  return pages
}

const idsOf = (pages: readonly NewestPage<Row>[]) =>
  pages.flatMap(({ rows }) => rows.map(({ id }) => id))

/** Ascending ids with gaps: runs of neighbours, and few rows among the ids of other profiles. */
const someIds = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 1, max: 250 })), {
    maxLength: 8,
  })
  .map((runs) => {
    let id = 0
    return runs.flatMap(([gap, length]) => {
      id += gap
      return Array.from({ length }, () => id++)
    })
  })

it('every transfer is on one page, newest first, however the ids are spread, and no page is empty', async () => {
  await fc.assert(
    fc.asyncProperty(someIds, fc.integer({ min: 0, max: 20_000 }), async (ids, newer) => {
      const pages = await readAll(ids, (ids.at(-1) ?? 0) + newer)
      expect(idsOf(pages)).toEqual(ids.toReversed())
      if (ids.length > 0) expect(pages.every(({ rows }) => rows.length > 0)).toBe(true)
    }),
  )
})

it('a transfer that is created after the first page is loaded and before the second is on neither page', async () => {
  const ids = Array.from({ length: 250 }, (_, n) => n + 1)
  const first = await listNewest(listOf(ids).listAfter, async () => 250)
  const second = await listUpTo(listOf([...ids, 251, 252]).listAfter, first.older ?? never())
  expect(idsOf([first, second])).toEqual(ids.slice(-2 * LISTED_MAX).toReversed())
})

it('with 100,000 ids the first page takes at most 2 requests when all are listed, 3 when one in ten is, and 7 when one in a thousand is', async () => {
  const everyId = (step: number) => Array.from({ length: 100_000 / step }, (_, n) => (n + 1) * step)
  for (const [step, most] of [
    [1, 2],
    [10, 3],
    [1_000, 7],
  ] as const) {
    const { listAfter, calls } = listOf(everyId(step))
    const { rows } = await listNewest(listAfter, async () => 100_000)
    expect(rows[0]).toEqual({ id: 100_000 })
    expect(calls.count).toBeLessThanOrEqual(most)
  }
})

function never(): never {
  throw new Error('there is no older page')
}
