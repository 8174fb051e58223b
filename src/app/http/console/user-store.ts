// SQL that finds the users whom a developer may choose in the console of a sandbox.

import { type Reader, sql } from '../../../kernel/database/db.ts'
import type { Id } from '../../../kernel/ids.ts'

/** Of a sandbox with more users, the one of the seed and the newest are listed. */
export const LISTED_MAX = 200

export type ConsoleUser = {
  readonly id: Id<'user'>
  readonly email: string
  /** Of the personal profile; null without one. */
  readonly name: string | null
}

const listUsersSql = sql<ConsoleUser>(`
  select u.id, u.email,
         (select concat_ws(' ', p.details->>'firstName', p.details->>'lastName') from profiles p
           where p.user_id = u.id and p.type = 'PERSONAL' and p.state <> 'DEACTIVATED') as name
    from users u
   where u.active
     and (u.id in (select n.id from users n where n.active order by n.id desc limit $1)
          or lower(u.email) = lower($2))
   order by u.id`)

/** The active users, oldest first. `seededEmail` is that of the user who is always listed. */
export function listUsers(db: Reader, seededEmail: string): Promise<ConsoleUser[]> {
  return db.rows(listUsersSql, [LISTED_MAX, seededEmail])
}
