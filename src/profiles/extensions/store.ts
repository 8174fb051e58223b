// SQL for the extensions of a profile.

import { type Reader, sql, type Tx } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import type { ExtensionDetails } from './form.ts'

const findExtensionsSql = sql<{ details: ExtensionDetails }>(`
  select details from profile_extensions where profile_id = $1`)

/** The stored details; empty before details were saved. */
export async function findExtensions(
  db: Reader,
  profileId: Id<'profile'>,
): Promise<ExtensionDetails> {
  return (await db.row(findExtensionsSql, [profileId]))?.details ?? {}
}

const saveExtensionsSql = sql<never>(`
  insert into profile_extensions (profile_id, details, created_at, updated_at)
  values ($1, $2, $3, $3)
  on conflict (profile_id) do update set details = excluded.details, updated_at = excluded.updated_at`)

/** Replaces all details. The caller must have locked the profile. */
export async function saveExtensions(
  tx: Tx,
  profileId: Id<'profile'>,
  details: ExtensionDetails,
  now: Temporal.Instant,
): Promise<void> {
  await tx.rows(saveExtensionsSql, [profileId, JSON.stringify(details), now.toString()])
}
