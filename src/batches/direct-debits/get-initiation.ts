// Loads a payment initiation.

import type { Reader } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import { refuse } from '../../kernel/refusal.ts'
import { InitiationNotFound } from '../errors.ts'
import { findInitiation, type InitiationRow } from './store.ts'

/**
 * A payment initiation of one of the profiles. Refuses with InitiationNotFound, also when `batchGroupId` is present and
 * the initiation pays another batch group.
 */
export async function getInitiation(
  db: Reader,
  profileIds: readonly Id<'profile'>[],
  id: Id<'payment-initiation'>,
  batchGroupId?: string,
): Promise<InitiationRow> {
  const found = await findInitiation(db, profileIds, id)
  const isOfOtherGroup = batchGroupId !== undefined && found?.batchGroupId !== batchGroupId
  if (found === undefined || isOfOtherGroup) return refuse(InitiationNotFound, { arguments: [id] })
  return found
}
