// Every SQL statement about where a user is written to.

import { type Reader, sql, type Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'

type Contact = { email: string }

const contactOf = sql<Contact>(`
  select coalesce(contact_email, email) as email from users where id = $1`)

/** The contact address, or the one the user signed up with while none was set. */
export async function getContactEmail(db: Reader, userId: Id<'user'>): Promise<string> {
  const row = await db.row(contactOf, [userId])
  if (row === undefined) throw new Error(`there is no user ${userId}`)
  return row.email
}

const changed = sql<Contact>(`
  update users set contact_email = $2 where id = $1 returning contact_email as email`)

export async function setContactEmail(tx: Tx, userId: Id<'user'>, email: string): Promise<string> {
  const row = await tx.row(changed, [userId, email])
  if (row === undefined) throw new Error(`there is no user ${userId}`)
  return row.email
}
