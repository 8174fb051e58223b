// A balance paid for a group at once; what its members were charged is told beside that.

import type { Reader } from '../kernel/db.ts'
import type { Id } from '../kernel/ids.ts'
import { sumPaidFees } from '../transfers/index.ts'
import * as store from './store.ts'

/** The fees of all that a group paid for, in minor units of its currency, by its number. */
export async function sumFees(
  db: Reader,
  profileId: Id<'profile'>,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, bigint>> {
  const groups = await store.findGroupIds(db, profileId, numbers)
  const ids = groups.map(({ id }) => id)
  const fees = await sumPaidFees(db, profileId, ids)
  return new Map(groups.map(({ id, number }) => [number, fees.get(id) ?? 0n]))
}
