// The newest transfers first. The API lists them from the oldest on, with an offset, so the last page is searched.

import type { Godwit, Transfer } from '@godwit/sdk'
import type { Filters } from './filters.ts'

export const PAGE_SIZE = 100

type Query = Filters & { readonly profile: number }

/** The transfers of one page, newest first. */
export async function listPage(godwit: Godwit, query: Query, offset: number): Promise<Transfer[]> {
  const list = await godwit.transfers.listTransfers({
    query: { ...query, limit: PAGE_SIZE, offset },
  })
  return list.toReversed()
}

/** The offset of the last page that is not empty; 0 without transfers. Doubles first, then halves the interval. */
export async function findLastOffset(godwit: Godwit, query: Query): Promise<number> {
  const isFull = async (page: number) =>
    (await listPage(godwit, query, page * PAGE_SIZE)).length === PAGE_SIZE
  if (!(await isFull(0))) return 0
  let full = 0
  let open = 1
  while (await isFull(open)) [full, open] = [open, open * 2]
  while (open - full > 1) {
    const half = Math.floor((full + open) / 2)
    if (await isFull(half)) full = half
    else open = half
  }
  const isEmpty = (await listPage(godwit, query, open * PAGE_SIZE)).length === 0
  return (isEmpty ? full : open) * PAGE_SIZE
}
