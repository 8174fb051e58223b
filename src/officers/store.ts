// SQL for directors and owners.

import { type Reader, sql, type Tx } from '../kernel/database/db.ts'
import { unnestRows } from '../kernel/database/unnest-rows.ts'
import type { Id } from '../kernel/ids.ts'
import type { Director, Owner } from './model.ts'

export type DirectorRow = Director & { readonly id: Id<'director'> }
/** An id has 32 hexadecimal digits. */
export type OwnerRow = Owner & { readonly id: string }

const listDirectorsSql = sql<DirectorRow>(`
  select id, first_name, last_name, date_of_birth::text,
         country_of_residence as country_of_residence_iso3_code
    from directors
   where profile_id = $1
   order by id`)

/** Ascending by id. */
export function listDirectors(db: Reader, profileId: Id<'profile'>): Promise<DirectorRow[]> {
  return db.rows(listDirectorsSql, [profileId])
}

const newDirectors = unnestRows(3, {
  firstName: 'text',
  lastName: 'text',
  dateOfBirth: 'date',
  countryOfResidenceIso3Code: 'text',
})

const insertDirectorsSql = sql<never>(`
  insert into directors (profile_id, first_name, last_name, date_of_birth, country_of_residence,
                         created_at)
  select $1, first_name, last_name, date_of_birth, country_of_residence_iso3_code, $2
    from ${newDirectors.input}
   order by row_index`)

/** The inserted directors have ascending ids, in the order of the list. */
export async function insertDirectors(
  tx: Tx,
  profileId: Id<'profile'>,
  directors: readonly Director[],
  now: Temporal.Instant,
): Promise<void> {
  await tx.rows(insertDirectorsSql, [
    profileId,
    now.toString(),
    ...newDirectors.arraysOf(directors),
  ])
}

const deleteDirectorsSql = sql<never>('delete from directors where profile_id = $1')

export async function deleteDirectors(tx: Tx, profileId: Id<'profile'>): Promise<void> {
  await tx.rows(deleteDirectorsSql, [profileId])
}

const listOwnersSql = sql<OwnerRow>(`
  select id, name, date_of_birth::text, country_of_residence as country_of_residence_iso3_code,
         address_first_line, post_code, trim_scale(ownership_percentage)::text as ownership_percentage
    from beneficial_owners
   where profile_id = $1
   order by number`)

/** In the order in which they were added. */
export function listOwners(db: Reader, profileId: Id<'profile'>): Promise<OwnerRow[]> {
  return db.rows(listOwnersSql, [profileId])
}

const newOwners = unnestRows(3, {
  id: 'text',
  name: 'text',
  dateOfBirth: 'date',
  countryOfResidenceIso3Code: 'text',
  addressFirstLine: 'text',
  postCode: 'text',
  ownershipPercentage: 'numeric',
})

const insertOwnersSql = sql<never>(`
  insert into beneficial_owners (profile_id, id, name, date_of_birth, country_of_residence,
                                 address_first_line, post_code, ownership_percentage, created_at)
  select $1, id, name, date_of_birth, country_of_residence_iso3_code, address_first_line, post_code,
         ownership_percentage, $2
    from ${newOwners.input}
   order by row_index`)

export async function insertOwners(
  tx: Tx,
  profileId: Id<'profile'>,
  owners: readonly OwnerRow[],
  now: Temporal.Instant,
): Promise<void> {
  await tx.rows(insertOwnersSql, [profileId, now.toString(), ...newOwners.arraysOf(owners)])
}

const deleteOwnersSql = sql<never>('delete from beneficial_owners where profile_id = $1')

export async function deleteOwners(tx: Tx, profileId: Id<'profile'>): Promise<void> {
  await tx.rows(deleteOwnersSql, [profileId])
}
