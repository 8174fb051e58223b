// One page of the disputes of a profile.

import type { Reader } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { type DisputeStatus, disputeStates, subStatusesOf } from './states.ts'
import { countDisputes, type DisputeRow, listDisputes } from './store.ts'

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
  const subStatuses = status === undefined ? disputeStates.states : subStatusesOf(status)
  const filter = { profileId, subStatuses, transactionId }
  const page = { rowsMax: pageSize, offset: (pageNumber - 1) * pageSize }
  return {
    totalCount: await countDisputes(db, filter),
    rows: await listDisputes(db, filter, page),
  }
}
