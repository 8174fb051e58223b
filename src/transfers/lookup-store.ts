// Transfers looked up by many ids at once, for whoever tells what happened to money.

import { type Reader, sql } from '../kernel/db.ts'
import type { Id } from '../kernel/ids.ts'
import { columns, joined, type Raw, rowOf, type TransferRow } from './store.ts'

const byIds = sql<Raw>(`
  select ${columns} ${joined} where t.profile_id = $1 and t.id = any($2::bigint[]) order by t.id`)

/** Those of the profile's transfers that `ids` name, ascending. */
export async function findTransfers(
  db: Reader,
  profileId: Id<'profile'>,
  ids: readonly number[],
): Promise<TransferRow[]> {
  return (await db.rows(byIds, [profileId, ids])).map(rowOf)
}
