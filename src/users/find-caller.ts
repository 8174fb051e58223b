// From a bearer token to who is asking: the token's user with the profiles it owns, or the
// application. One statement; the roof remembers the answer for a second.

import type { Caller, OwnProfile } from '../kernel/caller.ts'
import { type Reader, sql } from '../kernel/db.ts'
import type { Id } from '../kernel/ids.ts'
import { hashSecret } from './secret.ts'

type Row = {
  id: Id<'token'>
  kind: 'access' | 'personal' | 'client'
  userId: Id<'user'> | null
  applicationId: Id<'application'> | null
  clientKey: string | null
  profiles: OwnProfile[]
}

const byHash = sql<Row>(`
  select t.id, t.kind, t.user_id, t.application_id, a.client_key,
         coalesce((select jsonb_agg(jsonb_build_object('id', o.profile_id, 'type', o.type)
                                    order by o.profile_id)
                     from profile_owners o where o.user_id = t.user_id), '[]') as profiles
    from tokens t
    left join applications a on a.id = t.application_id
    left join users u on u.id = t.user_id
   where t.hash = $1 and t.kind <> 'refresh' and t.revoked_at is null
     and (t.expires_at is null or t.expires_at > $2)
     and (u.id is null or u.active)`)

/** `now` is the real time: the life of tokens does not follow the sandbox clock (D10). */
export async function findCaller(
  db: Reader,
  bearer: string,
  now: Temporal.Instant,
): Promise<Caller | undefined> {
  const row = await db.row(byHash, [hashSecret(bearer), now.toString()])
  if (row === undefined) return undefined
  const { id, kind, userId, applicationId, clientKey, profiles } = row
  if (kind === 'client') {
    if (applicationId === null || clientKey === null) throw new Error(`token ${id} has no client`)
    return { kind: 'client', applicationId, clientKey }
  }
  if (userId === null) throw new Error(`token ${id} has no user`)
  return { kind: 'user', userId, tokenId: id, applicationId, profiles }
}

const reach = sql<{ reached: boolean }>(`
  select exists (select 1 from users where id = $2 and application_id = $1)
      or exists (select 1 from grants
                  where application_id = $1 and user_id = $2 and revoked_at is null) as reached`)

/** Whether the application signed the user up or holds a live grant of the user (D6). */
export async function reaches(
  db: Reader,
  applicationId: Id<'application'>,
  userId: Id<'user'>,
): Promise<boolean> {
  return (await db.row(reach, [applicationId, userId]))?.reached ?? false
}
