// Every SQL statement about grants: which application may act for which user.

import { type Reader, sql, type Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'

const reached = sql<{ reached: boolean }>(`
  select exists (select 1 from grants
                  where application_id = $1 and user_id = $2 and revoked_at is null) as reached`)

/** Whether the application has a live grant of the user, by sign-up or by consent (D6, D119). */
export async function reaches(
  db: Reader,
  applicationId: Id<'application'>,
  userId: Id<'user'>,
): Promise<boolean> {
  return (await db.row(reached, [applicationId, userId]))?.reached ?? false
}

const newGrant = sql<never>(`
  insert into grants as g (application_id, user_id, created_at) values ($1, $2, $3)
  on conflict (application_id, user_id) do update
     set revoked_at = null,
         created_at = case when g.revoked_at is null then g.created_at else excluded.created_at end`)

/** Grants access; a live grant stays as it is, and a revoked one begins anew. */
export async function insertGrant(
  tx: Tx,
  applicationId: Id<'application'>,
  userId: Id<'user'>,
  now: Temporal.Instant,
): Promise<void> {
  await tx.rows(newGrant, [applicationId, userId, now.toString()])
}

export type GrantRow = {
  readonly applicationId: Id<'application'>
  readonly clientKey: string
  readonly name: string
  readonly createdAt: Temporal.Instant
}

const grantsOfUser = sql<GrantRow>(`
  select g.application_id, a.client_key, a.name, g.created_at
    from grants g join applications a on a.id = g.application_id
   where g.user_id = $1 and g.revoked_at is null and ($2::bigint is null or g.application_id = $2)
   order by g.application_id`)

/** The live grants of a user, ascending by application; of one application when it is given. */
export function listGrants(
  db: Reader,
  userId: Id<'user'>,
  applicationId: Id<'application'> | null,
): Promise<GrantRow[]> {
  return db.rows(grantsOfUser, [userId, applicationId])
}

const revokedGrants = sql<never>(`
  update grants set revoked_at = $3
   where user_id = $1 and application_id = any($2::bigint[]) and revoked_at is null`)

export async function setRevoked(
  tx: Tx,
  userId: Id<'user'>,
  applicationIds: readonly Id<'application'>[],
  now: Temporal.Instant,
): Promise<void> {
  await tx.rows(revokedGrants, [userId, applicationIds, now.toString()])
}
