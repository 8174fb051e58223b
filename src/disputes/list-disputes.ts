// One page of the disputes of a profile.

import type { Reader } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import type { DisputeStatus } from './states.ts'
import { countDisputes, type DisputeRow, LISTED_MAX, listDisputes } from './store.ts'

type Input = {
  readonly profileId: Id<'profile'>
  readonly status?: DisputeStatus
  readonly transactionId?: Id<'card-transaction'>
  readonly pageSize?: number
  readonly pageNumber?: number
}

const PAGE_SIZE = 10

export async function pageOfDisputes(
  db: Reader,
  { profileId, status, transactionId, pageSize = PAGE_SIZE, pageNumber = 1 }: Input,
): Promise<{ totalCount: number; rows: DisputeRow[] }> {
  const isClosed = status === undefined ? undefined : status === 'CLOSED'
  const filter = { profileId, isClosed, transactionId }
  const offset = (pageNumber - 1) * pageSize
  const rowsMax = Math.min(pageSize, LISTED_MAX - offset)
  return {
    totalCount: await countDisputes(db, filter),
    rows: rowsMax > 0 ? await listDisputes(db, filter, { rowsMax, offset }) : [],
  }
}
