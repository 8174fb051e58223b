// Adds directors or owners to the list of a business, or replaces the list (B 4.2, D45).

import type { Reader, Tx } from '../kernel/database/db.ts'
import { canonical } from '../kernel/idempotency.ts'
import type { Id } from '../kernel/ids.ts'
import { refuse, refuseAll } from '../kernel/refusal.ts'
import { dayOf } from '../kernel/wire.ts'
import { checkChangeable, getProfile, lockOwnProfile, type ProfileRow } from '../profiles/index.ts'
import { BusinessRequired } from './errors.ts'
import {
  type Director,
  type Owner,
  type ParsedOfficers,
  parseDirectors,
  parseOwners,
} from './model.ts'
import * as store from './store.ts'

type Random = { uuid(): string }

type WithId<Officer> = Officer & { readonly id: unknown }

/** The functions in which the two lists differ. */
type ListKind<Officer, Row extends WithId<Officer>> = {
  readonly list: (db: Reader, profileId: Id<'profile'>) => Promise<Row[]>
  readonly parse: (
    sent: readonly Officer[],
    stored: readonly Officer[],
    today: Temporal.PlainDate,
  ) => ParsedOfficers<Officer>
  readonly insert: (
    tx: Tx,
    profileId: Id<'profile'>,
    officers: readonly Officer[],
    context: { readonly now: Temporal.Instant; readonly random: Random },
  ) => Promise<void>
  readonly deleteAll: (tx: Tx, profileId: Id<'profile'>) => Promise<void>
}

export const directorList: ListKind<Director, store.DirectorRow> = {
  list: store.listDirectors,
  parse: parseDirectors,
  insert: (tx, profileId, directors, { now }) =>
    store.insertDirectors(tx, profileId, directors, now),
  deleteAll: store.deleteDirectors,
}

export const ownerList: ListKind<Owner, store.OwnerRow> = {
  list: store.listOwners,
  parse: parseOwners,
  insert: (tx, profileId, owners, { now, random }) => {
    const rows = owners.map((owner) => ({ ...owner, id: random.uuid().replaceAll('-', '') }))
    return store.insertOwners(tx, profileId, rows, now)
  },
  deleteAll: store.deleteOwners,
}

type Change<Officer> = {
  readonly profileId: Id<'profile'>
  readonly sent: readonly Officer[]
  readonly now: Temporal.Instant
  readonly random: Random
}

/**
 * Adds to the list and returns the whole list. Refuses with BusinessRequired, with the faults of all officers, or with
 * UpdateWindowClosed when the business is verified, has a list already, and its update window is closed.
 */
export async function addOfficers<Officer, Row extends WithId<Officer>>(
  tx: Tx,
  kind: ListKind<Officer, Row>,
  { profileId, sent, now, random }: Change<Officer>,
): Promise<Row[]> {
  const { profile, stored } = await lockList(tx, kind, profileId)
  const { officers, faults } = kind.parse(sent, stored, dayOf(now))
  refuseAll(faults)
  if (stored.length > 0) checkChangeable(profile)
  await kind.insert(tx, profileId, officers, { now, random })
  return kind.list(tx, profileId)
}

/**
 * Replaces the list and returns the new list, with new ids. Refuses like `addOfficers`, except that the same list in the same
 * order may be sent again while the update window is closed (gap 608).
 */
export async function replaceOfficers<Officer, Row extends WithId<Officer>>(
  tx: Tx,
  kind: ListKind<Officer, Row>,
  { profileId, sent, now, random }: Change<Officer>,
): Promise<Row[]> {
  const { profile, stored } = await lockList(tx, kind, profileId)
  const { officers, faults } = kind.parse(sent, [], dayOf(now))
  refuseAll(faults)
  if (stored.length > 0 && !isSame(stored, officers)) checkChangeable(profile)
  await kind.deleteAll(tx, profileId)
  if (officers.length > 0) await kind.insert(tx, profileId, officers, { now, random })
  return kind.list(tx, profileId)
}

/** The list of a business. Refuses with BusinessRequired. */
export async function listOfficers<Officer, Row extends WithId<Officer>>(
  db: Reader,
  { list }: ListKind<Officer, Row>,
  profileId: Id<'profile'>,
): Promise<Row[]> {
  await getBusiness(db, profileId)
  return list(db, profileId)
}

// Without the lock, the rows of two concurrent requests would mix, and together they could exceed a limit.
async function lockList<Officer, Row extends WithId<Officer>>(
  tx: Tx,
  { list }: ListKind<Officer, Row>,
  profileId: Id<'profile'>,
): Promise<{ profile: ProfileRow; stored: Row[] }> {
  await lockOwnProfile(tx, profileId)
  const profile = await getBusiness(tx, profileId)
  return { profile, stored: await list(tx, profileId) }
}

async function getBusiness(db: Reader, profileId: Id<'profile'>): Promise<ProfileRow> {
  const profile = await getProfile(db, profileId)
  if (profile.type !== 'BUSINESS') refuse(BusinessRequired, { arguments: [profileId] })
  return profile
}

/** Whether the stored officers and `officers` are the same in the same order. */
function isSame(stored: readonly { readonly id: unknown }[], officers: readonly unknown[]) {
  return canonical(stored.map(({ id: _, ...officer }) => officer)) === canonical(officers)
}
