import type { Reader } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { fullName, getProfile } from '../profiles/index.ts'
import type { Holder } from './opening-store.ts'

/** The holder of the recipient that stands for the profile's balances: the profile itself (D50). */
export async function getHolder(db: Reader, profileId: Id<'profile'>): Promise<Holder> {
  const profile = await getProfile(db, profileId)
  return {
    userId: profile.userId,
    holderName: fullName(profile),
    legalType: profile.type === 'BUSINESS' ? 'BUSINESS' : 'PRIVATE',
  }
}
