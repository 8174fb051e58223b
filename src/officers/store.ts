// SQL for directors and owners.

import { type Reader, sql, type Tx } from '../kernel/database/db.ts'
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

const insertDirectorsSql = sql<never>(`
  insert into directors (profile_id, first_name, last_name, date_of_birth, country_of_residence,
                         created_at)
  select $1, first_name, last_name, date_of_birth, country, $6
    from unnest($2::text[], $3::text[], $4::date[], $5::text[])
         with ordinality as sent (first_name, last_name, date_of_birth, country, index)
   order by index`)

/** Their ids ascend in the order of the list. */
export async function insertDirectors(
  tx: Tx,
  profileId: Id<'profile'>,
  directors: readonly Director[],
  now: Temporal.Instant,
): Promise<void> {
  await tx.rows(insertDirectorsSql, [
    profileId,
    directors.map(({ firstName }) => firstName),
    directors.map(({ lastName }) => lastName),
    directors.map(({ dateOfBirth }) => dateOfBirth),
    directors.map(({ countryOfResidenceIso3Code }) => countryOfResidenceIso3Code),
    now.toString(),
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

const insertOwnersSql = sql<never>(`
  insert into beneficial_owners (profile_id, id, name, date_of_birth, country_of_residence,
                                 address_first_line, post_code, ownership_percentage, created_at)
  select $1, id, name, date_of_birth, country, first_line, post_code, percentage, $9
    from unnest($2::text[], $3::text[], $4::date[], $5::text[], $6::text[], $7::text[], $8::numeric[])
         with ordinality as sent (id, name, date_of_birth, country, first_line, post_code, percentage, index)
   order by index`)

export async function insertOwners(
  tx: Tx,
  profileId: Id<'profile'>,
  owners: readonly OwnerRow[],
  now: Temporal.Instant,
): Promise<void> {
  await tx.rows(insertOwnersSql, [
    profileId,
    owners.map(({ id }) => id),
    owners.map(({ name }) => name),
    owners.map(({ dateOfBirth }) => dateOfBirth),
    owners.map(({ countryOfResidenceIso3Code }) => countryOfResidenceIso3Code),
    owners.map(({ addressFirstLine }) => addressFirstLine),
    owners.map(({ postCode }) => postCode),
    owners.map(({ ownershipPercentage }) => ownershipPercentage),
    now.toString(),
  ])
}

const deleteOwnersSql = sql<never>('delete from beneficial_owners where profile_id = $1')

export async function deleteOwners(tx: Tx, profileId: Id<'profile'>): Promise<void> {
  await tx.rows(deleteOwnersSql, [profileId])
}
