// Loads a payment initiation of one of these profiles.

import type { Reader } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import { refuse } from '../../kernel/refusal.ts'
import { InitiationNotFound } from '../errors.ts'
import { findInitiation, type InitiationRow } from './store.ts'

/** Refuses with InitiationNotFound, also when `batchGroupId` is present and the initiation pays another batch group. */
export async function getInitiation(
  db: Reader,
  profileIds: readonly Id<'profile'>[],
  id: Id<'payment-initiation'>,
  batchGroupId?: string,
): Promise<InitiationRow> {
  const found = await findInitiation(db, profileIds, id)
  const isOfOtherGroup =
    batchGroupId !== undefined && found?.batchGroupId !== batchGroupId.toLowerCase()
  if (found === undefined || isOfOtherGroup) return refuse(InitiationNotFound, { arguments: [id] })
  return found
}
