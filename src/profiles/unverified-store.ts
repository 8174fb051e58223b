// SQL that finds the unverified profiles of all users. In live mode an operator verifies them (D129).

import { type Reader, sql } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import type { OffsetPage } from '../kernel/pages.ts'

type UnverifiedProfile = {
  readonly id: Id<'profile'>
  readonly type: 'PERSONAL' | 'BUSINESS'
  readonly createdAt: Temporal.Instant
}

const listUnverifiedSql = sql<UnverifiedProfile>(`
  select p.id, p.type, p.created_at from profiles p
   where not p.verified and p.state <> 'DEACTIVATED'
   order by p.id
   offset $1 limit $2`)

export function listUnverifiedProfiles(
  db: Reader,
  { offset, size }: OffsetPage,
): Promise<UnverifiedProfile[]> {
  return db.rows(listUnverifiedSql, [offset, size])
}
