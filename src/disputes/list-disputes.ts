// One page of the disputes of a profile.

import type { Reader } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import type { Page } from '../kernel/pages.ts'
import type { DisputeStatus } from './states.ts'
import { countDisputes, type DisputeRow, LISTED_DISPUTES_MAX, listDisputes } from './store.ts'

type Input = Page & {
  readonly profileId: Id<'profile'>
  readonly status?: DisputeStatus
  readonly transactionId?: Id<'card-transaction'>
}

/** The page and the total of the disputes that the filter selects; both end at LISTED_DISPUTES_MAX. */
export async function listDisputePage(
  db: Reader,
  { profileId, status, transactionId, pageSize, pageNumber }: Input,
): Promise<{ totalCount: number; rows: DisputeRow[] }> {
  const isClosed = status === undefined ? undefined : status === 'CLOSED'
  const filter = { profileId, isClosed, transactionId }
  const offset = (pageNumber - 1) * pageSize
  const rowsMax = Math.min(pageSize, LISTED_DISPUTES_MAX - offset)
  return {
    totalCount: await countDisputes(db, filter),
    rows: rowsMax > 0 ? await listDisputes(db, filter, { rowsMax, offset }) : [],
  }
}
