import type { Reader } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { findProfile, type ProfileRow } from './store.ts'

/** A profile whose ownership was checked already, so that its absence is a bug. */
export async function getProfile(db: Reader, profileId: Id<'profile'>): Promise<ProfileRow> {
  const profile = await findProfile(db, profileId)
  if (profile === undefined) throw new Error(`there is no profile ${profileId}`)
  return profile
}
