import type { UserCaller } from '../kernel/caller.ts'
import type { Tx } from '../kernel/database/db.ts'
import { refuse, refuseAll } from '../kernel/refusal.ts'
import { dayOf } from '../kernel/wire.ts'
import { findUser, insertOwner } from '../users/index.ts'
import { NoDetails, PersonalRequired } from './errors.ts'
import { faultsOf } from './field-names.ts'
import { getProfile } from './get-profile.ts'
import type { Details } from './rules/details.ts'
import { readDetails, readType, strangeAddress } from './rules/parse-details.ts'
import { identityKeyOf } from './rules/personal.ts'
import type { ProfileBody } from './schemas.ts'
import { v1Spelling } from './spellings.ts'
import * as store from './store.ts'

export type Making = {
  readonly caller: Pick<UserCaller, 'userId'>
  readonly now: Temporal.Instant
  readonly random: { uuid(): string }
}

/**
 * Makes a personal or a business profile of the caller. Refuses with BadType, NoDetails, the rules
 * of the details, PersonalRequired, or Duplicate.
 */
export async function createProfile(
  tx: Tx,
  { type, details }: ProfileBody,
  making: Making,
): Promise<store.ProfileRow> {
  const profileType = readType(type)
  if (details === undefined) refuse(NoDetails)
  const about = { today: dayOf(making.now) }
  const read = readDetails(profileType, details, about)
  const { primaryAddress } = details
  refuseAll([
    ...faultsOf(read.violations, v1Spelling),
    ...faultsOf(primaryAddress === undefined ? [] : [strangeAddress(primaryAddress)], v1Spelling),
  ])
  return insertProfile(tx, read.details, [], making)
}

/** Refuses with PersonalRequired or Duplicate. */
export async function insertProfile(
  tx: Tx,
  details: Details,
  addresses: readonly store.NewAddress[],
  { caller: { userId }, now, random }: Making,
): Promise<store.ProfileRow> {
  const user = await findUser(tx, userId)
  if (user === undefined) throw new Error(`there is no user ${userId}`)
  if (details.type === 'BUSINESS' && !(await store.hasPersonal(tx, userId)))
    refuse(PersonalRequired)
  const profileId = await store.insertProfile(
    tx,
    {
      ...details,
      publicId: random.uuid(),
      userId,
      applicationId: user.applicationId,
      identityKey: identityKeyOf(details),
    },
    now,
  )
  await insertOwner(tx, { profileId, userId, type: details.type })
  if (addresses.length > 0) await tx.write(store.insertAddresses(profileId, addresses, now))
  return getProfile(tx, profileId)
}
