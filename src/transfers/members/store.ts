// The SQL statements that read or lock the members of a batch group. `transfers/store.ts` changes them.

import { type Reader, sql, type Tx } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import type { TransferRow } from '../row.ts'
import type { TransferStatus } from '../states.ts'
import { columns, fromTransfers, type RawTransfer, rowOf } from '../store.ts'

const listMemberIdsSql = sql<{ id: Id<'transfer'> }>(`
  select id from transfers where profile_id = $1 and batch_group_id = $2 order by id`)

/** Every transfer that was ever added to the group, ascending by id. */
export async function listMemberIds(
  db: Reader,
  profileId: Id<'profile'>,
  batchGroupId: string,
): Promise<Id<'transfer'>[]> {
  return (await db.rows(listMemberIdsSql, [profileId, batchGroupId])).map(({ id }) => id)
}

const selectMembers = `
  select ${columns} ${fromTransfers}
   where t.profile_id = $1 and t.batch_group_id = $2 and t.status = any($3::text[])
   order by t.id`

const listMembersSql = sql<RawTransfer>(selectMembers)

/** The members of the group that have one of `statuses`, ascending by id. */
export async function listMembers(
  db: Reader,
  profileId: Id<'profile'>,
  batchGroupId: string,
  statuses: readonly TransferStatus[],
): Promise<TransferRow[]> {
  return (await db.rows(listMembersSql, [profileId, batchGroupId, statuses])).map(rowOf)
}

const lockMembersSql = sql<RawTransfer>(`${selectMembers} limit $4 for update of t`)

/** Locks the rows that `listMembers` returns, or the first `limit` of them, in the order of their ids. */
export async function lockMembers(
  tx: Tx,
  profileId: Id<'profile'>,
  batchGroupId: string,
  { statuses, limit }: { statuses: readonly TransferStatus[]; limit?: number },
): Promise<TransferRow[]> {
  return (await tx.rows(lockMembersSql, [profileId, batchGroupId, statuses, limit ?? null])).map(
    rowOf,
  )
}
