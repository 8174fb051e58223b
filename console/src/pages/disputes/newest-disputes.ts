// Lists disputes newest first. The API lists disputes oldest first, so the pages are counted from the end.

import type { Dispute, Godwit } from '@godwit/sdk'

/** Rows of a page: a choice of this project. */
export const PAGE_SIZE = 10

type Query = {
  readonly profileId: number
  readonly status?: Dispute['status']
  /** Page 1 has the newest disputes. */
  readonly page: number
}

type DisputeList = { readonly totalCount: number; readonly disputes: readonly Dispute[] }

export async function listNewestDisputes(godwit: Godwit, query: Query): Promise<DisputeList> {
  const { profileId, status, page } = query
  const listPage = (pageNumber: number) =>
    godwit.disputes.listDisputes({
      path: { profileId },
      query: { pageSize: PAGE_SIZE, pageNumber, ...(status && { status }) },
    })
  const first = await listPage(1)
  const { totalCount } = first
  const [start, end] = positionsOf(totalCount, page)
  const pages = [...new Set([pageAt(start), pageAt(Math.max(start, end - 1))])]
  const lists = await Promise.all(pages.map((number) => (number === 1 ? first : listPage(number))))
  const offset = (pageAt(start) - 1) * PAGE_SIZE
  const disputes = lists.flatMap((each) => each.disputes).slice(start - offset, end - offset)
  return { totalCount, disputes: disputes.reverse() }
}

/** Where a page begins and ends among all disputes, from the oldest at 0. */
function positionsOf(totalCount: number, page: number): readonly [start: number, end: number] {
  const end = Math.max(0, totalCount - (page - 1) * PAGE_SIZE)
  return [Math.max(0, end - PAGE_SIZE), end]
}

const pageAt = (position: number) => Math.floor(position / PAGE_SIZE) + 1
