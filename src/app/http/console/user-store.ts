// SQL that finds the users whom a developer may choose in the console of a sandbox.

import { type Reader, sql } from '../../../kernel/database/db.ts'
import { ID_MAX, type Id } from '../../../kernel/ids.ts'
import { LISTED_USERS_MAX } from './listed-users.ts'

type ConsoleUser = {
  readonly id: Id<'user'>
  readonly email: string
  /** The name in the personal profile; null when the user has no active personal profile. */
  readonly name: string | null
}

const columns = `
         u.id, u.email,
         (select concat_ws(' ', p.details->>'firstName', p.details->>'lastName') from profiles p
           where p.user_id = u.id and p.type = 'PERSONAL' and p.state <> 'DEACTIVATED') as name`

const listUsersSql = sql<ConsoleUser>(`
  select ${columns}
    from users u
   where u.active
     and (u.id in (select newest.id from users newest where newest.active order by newest.id desc limit $1)
          or lower(u.email) = lower($2) or u.id = $3)
   order by u.id`)

/** The newest active users, oldest first. The users with `seededEmail` and `sessionUserId` are listed too, if they are active. */
export function listUsers(
  db: Reader,
  seededEmail: string,
  sessionUserId: Id<'user'>,
): Promise<ConsoleUser[]> {
  return db.rows(listUsersSql, [LISTED_USERS_MAX, seededEmail, sessionUserId])
}

const findUsersSql = sql<ConsoleUser>(`
  select ${columns}
    from users u
   where u.active and (lower(u.email) = lower($1) or u.id = $2)`)

/** The active user with this e-mail address or id. Both are compared as a whole, so that an index serves the search. */
export function findUsers(db: Reader, emailOrId: string): Promise<ConsoleUser[]> {
  const id = /^\d+$/.test(emailOrId) ? Number(emailOrId) : 0
  return db.rows(findUsersSql, [emailOrId, id <= ID_MAX ? id : 0])
}
