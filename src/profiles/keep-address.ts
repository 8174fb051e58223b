// A profile's addresses one by one: a new one, or another text of one it has (Facts 8.3).

import { personalProfile, profileIds, type UserCaller } from '../kernel/caller.ts'
import type { Reader, Tx } from '../kernel/db.ts'
import { canonical } from '../kernel/idempotency.ts'
import type { Id } from '../kernel/ids.ts'
import { refuse, refuseAll } from '../kernel/refusal.ts'
import { dayOf } from '../kernel/wire.ts'
import { readAddress } from './address.ts'
import type { AddressBody } from './address-schemas.ts'
import {
  type AddressRow,
  findAddress,
  insertAddress,
  listAddresses,
  setAddress,
} from './address-store.ts'
import type { AddressDetails } from './details.ts'
import { AddressNotFound, AddressProfileNotFound } from './errors.ts'
import { faultsOf } from './fault-paths.ts'
import { getProfile } from './get-profile.ts'
import { checkChangeable, primaryAddress } from './model.ts'
import { lockProfile, type ProfileRow } from './store.ts'

/** Facts 4.3: a violation of an address has its own names of the fields. */
const spelling = {
  names: { country: 'addressCountryCode', firstLine: 'addressFirstLine', city: 'addressCity' },
  prefix: '',
}

/**
 * Adds the address, as the primary one where the profile has none, or changes the one that `id`
 * names. Refuses with AddressProfileNotFound, AddressNotFound, the rules of an address, or with
 * UpdateWindowClosed where the primary address of a verified profile would change.
 */
export async function keepAddress(
  tx: Tx,
  { id, profile: profileId, details }: AddressBody,
  caller: UserCaller,
  now: Temporal.Instant,
): Promise<AddressRow> {
  if (!(await lockProfile(tx, profileId, caller.userId)))
    refuse(AddressProfileNotFound, { arguments: [profileId] })
  const before = id === undefined ? undefined : await findAddress(tx, [profileId], id)
  if (id !== undefined && before === undefined) refuse(AddressNotFound, { arguments: [id] })

  const read = readOne(details, now)
  const profile = await getProfile(tx, profileId)
  const saved =
    before === undefined
      ? await add(tx, profile, read, now)
      : await change(tx, profile, before, read, now)
  if (saved === undefined) throw new Error('an address was kept without a row')
  return saved
}

function readOne(given: AddressBody['details'], now: Temporal.Instant): AddressDetails {
  const { occupations, ...fields } = given
  const { details, violations } = readAddress(fields, { today: dayOf(now) })
  refuseAll(faultsOf(violations, spelling))
  const jobs = occupations?.map(({ code }) => ({ code, format: 'FREE_FORM' as const })) ?? []
  return { ...details, ...(jobs.length > 0 && { occupations: jobs }) }
}

function add(tx: Tx, profile: ProfileRow, details: AddressDetails, now: Temporal.Instant) {
  const role = primaryAddress(profile) === undefined ? 'PRIMARY' : null
  return insertAddress(tx, { profileId: profile.id, role, details }, now)
}

/** What changes nothing passes a closed window, as it does with the other details. */
async function change(
  tx: Tx,
  profile: ProfileRow,
  before: AddressRow,
  details: AddressDetails,
  now: Temporal.Instant,
): Promise<AddressRow | undefined> {
  if (canonical(details) === canonical(before.details)) return before
  if (before.role === 'PRIMARY') checkChangeable(profile)
  return setAddress(tx, { ...before, details }, now)
}

/** The addresses of a profile of the caller, the personal one unless another is named. */
export async function addressesOf(
  db: Reader,
  caller: UserCaller,
  asked: Id<'profile'> | undefined,
): Promise<AddressRow[]> {
  const profileId = asked ?? personalProfile(caller)?.id
  if (profileId === undefined) return []
  if (!profileIds(caller).includes(profileId))
    refuse(AddressProfileNotFound, { arguments: [profileId] })
  return listAddresses(db, profileId)
}
