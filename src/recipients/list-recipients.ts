// Lists the recipients of a profile, page by page.

import type { Static } from 'typebox'
import type { UserCaller } from '../kernel/caller.ts'
import type { Reader } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { checkOwnProfile } from '../profiles/index.ts'
import { personalProfile } from '../users/index.ts'
import { findPage, type Position, type Sort } from './list-store.ts'
import { typeOf } from './model.ts'
import type { ListRecipients } from './schemas.ts'
import { findRecipient, type RecipientRow } from './store.ts'

export type ListResult = {
  readonly rows: readonly RecipientRow[]
  /** The recipient that this page begins after; undefined on the first page. */
  readonly current: Id<'recipient'> | undefined
  /** The recipient that the next page begins after; undefined on the last page. */
  readonly next: Id<'recipient'> | undefined
}

/** One page of a profile's recipients, by default the personal profile's (D18). Refuses with ProfileMissing. */
export async function listRecipients(
  db: Reader,
  query: Static<typeof ListRecipients>,
  caller: UserCaller,
): Promise<ListResult> {
  const requested = query.profileId ?? query.profile
  if (requested !== undefined) checkOwnProfile(caller, requested, 'profileId')
  const profileId = requested ?? personalProfile(caller)?.id
  const sort = query.sort ?? 'id,asc'
  // The position 0 is the beginning.
  const current = query.seekPosition || undefined
  const after = current && (await positionOf(db, profileId, current, sort))
  // The caller has no personal profile, or the profile has no recipient at the position.
  if (profileId === undefined || (current && after === undefined))
    return { rows: [], current, next: undefined }
  const filter = {
    profileId,
    active: query.active,
    creatorId: query.creatorId,
    currencies: distinctOf(query.currency, (text) => text.trim().toUpperCase()),
    types: distinctOf(query.type, typeOf),
    ownedByCustomer: query.ownedByCustomer,
  }
  const found = await findPage(db, filter, { sort, after, rowsMax: query.size + 1 })
  const rows = found.slice(0, query.size)
  return { rows, current, next: found.length > rows.length ? rows.at(-1)?.id : undefined }
}

/** The distinct values of a comma-separated list; a repeated value would repeat its rows. */
function distinctOf(
  list: string | undefined,
  read: (text: string) => string,
): string[] | undefined {
  return list === undefined ? undefined : [...new Set(list.split(',').map(read))]
}

/** The id is enough in the order of ids; the order of currencies needs the recipient's currency too. */
async function positionOf(
  db: Reader,
  profileId: Id<'profile'> | undefined,
  id: Id<'recipient'>,
  sort: Sort,
): Promise<Position | undefined> {
  if (sort.startsWith('id')) return { id, currency: '' }
  const recipient = profileId && (await findRecipient(db, [profileId], id))
  return recipient && { id, currency: recipient.currency ?? '' }
}
