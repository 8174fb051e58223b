// SQL that finds, lists, inserts and updates single addresses. `../store.ts` inserts the addresses of a new business, and
// makes another address the primary one.

import { type Reader, sql, type Tx } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import type { AddressDetails, AddressRole } from '../rules/details.ts'

export type AddressRow = {
  readonly profileId: Id<'profile'>
  readonly id: Id<'address'>
  readonly role: AddressRole | null
  readonly details: AddressDetails
}

const columns = 'profile_id, id, role, details'

const findAddressSql = sql<AddressRow>(`
  select ${columns} from addresses where profile_id = any($1) and id = $2`)

/** The address, if one of these profiles has it. */
export function findAddress(
  db: Reader,
  profileIds: readonly Id<'profile'>[],
  addressId: Id<'address'>,
): Promise<AddressRow | undefined> {
  return db.row(findAddressSql, [profileIds, addressId])
}

const listAddressesSql = sql<AddressRow>(`
  select ${columns} from addresses where profile_id = $1 order by id`)

/** Ascending by id. */
export function listAddresses(db: Reader, profileId: Id<'profile'>): Promise<AddressRow[]> {
  return db.rows(listAddressesSql, [profileId])
}

const insertAddressSql = sql<AddressRow>(`
  insert into addresses (profile_id, role, details, created_at, updated_at)
  values ($1, $2, $3, $4, $4)
  returning ${columns}`)

export function insertAddress(
  tx: Tx,
  { profileId, role, details }: Omit<AddressRow, 'id'>,
  now: Temporal.Instant,
): Promise<AddressRow | undefined> {
  return tx.row(insertAddressSql, [profileId, role, JSON.stringify(details), now.toString()])
}

const setAddressSql = sql<AddressRow>(`
  update addresses set details = $3, updated_at = $4
   where profile_id = $1 and id = $2
  returning ${columns}`)

export function setAddress(
  tx: Tx,
  { profileId, id, details }: Omit<AddressRow, 'role'>,
  now: Temporal.Instant,
): Promise<AddressRow | undefined> {
  return tx.row(setAddressSql, [profileId, id, JSON.stringify(details), now.toString()])
}
