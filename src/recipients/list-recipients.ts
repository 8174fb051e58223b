import type { Static } from 'typebox'
import { personalProfile, type UserCaller } from '../kernel/caller.ts'
import type { Reader } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { checkOwnProfile } from '../profiles/index.ts'
import { list, type Position } from './list-store.ts'
import { typeOf } from './model.ts'
import type { ListRecipients } from './schemas.ts'
import { findRecipient, type RecipientRow } from './store.ts'

export type Listed = {
  readonly rows: readonly RecipientRow[]
  /** What the page was asked to begin behind; undefined on the first page. */
  readonly current: Id<'recipient'> | undefined
  /** What the next page begins behind; undefined on the last page. */
  readonly next: Id<'recipient'> | undefined
}

/** One page of one profile's recipients: of the personal one unless another is named (D18). */
export async function listRecipients(
  db: Reader,
  asked: Static<typeof ListRecipients>,
  caller: UserCaller,
): Promise<Listed> {
  const named = asked.profileId ?? asked.profile
  if (named !== undefined) checkOwnProfile(caller, named, 'profileId')
  const profileId = named ?? personalProfile(caller)?.id
  const current = asked.seekPosition || undefined
  const after = current && (await positionOf(db, profileId, current, asked.sort))
  if (profileId === undefined || (current && after === undefined))
    return { rows: [], current, next: undefined }
  const filter = {
    profileId,
    active: asked.active,
    creatorId: asked.creatorId,
    currencies: eachOf(asked.currency, (text) => text.trim().toUpperCase()),
    types: eachOf(asked.type, typeOf),
    ownedByCustomer: asked.ownedByCustomer,
  }
  const page = { sort: asked.sort ?? 'id,asc', after, rowsMax: asked.size + 1 } as const
  const found = await list(db, filter, page)
  const rows = found.slice(0, asked.size)
  return { rows, current, next: found.length > rows.length ? rows.at(-1)?.id : undefined }
}

/** Each once, however often it was named: what each has is put together. */
function eachOf(list: string | undefined, read: (text: string) => string): string[] | undefined {
  return list === undefined ? undefined : [...new Set(list.split(',').map(read))]
}

/** Ids alone say where a page begins, but in the order of currencies only a recipient does. */
async function positionOf(
  db: Reader,
  profileId: Id<'profile'> | undefined,
  id: Id<'recipient'>,
  sort = 'id,asc',
): Promise<Position | undefined> {
  if (sort.startsWith('id')) return { id, currency: '' }
  return profileId && findRecipient(db, [profileId], id)
}
