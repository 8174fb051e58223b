// A profile's addresses one by one: a new one, or another text of one it has (Facts 8.3).

import { personalProfile, profileIds, type UserCaller } from '../../kernel/caller.ts'
import type { Reader, Tx } from '../../kernel/database/db.ts'
import { canonical } from '../../kernel/idempotency.ts'
import type { Id } from '../../kernel/ids.ts'
import { refuse, refuseAll } from '../../kernel/refusal.ts'
import { dayOf } from '../../kernel/wire.ts'
import { AddressNotFound, AddressProfileNotFound, Missing } from '../errors.ts'
import { faultsOf } from '../field-names.ts'
import { getProfile } from '../get-profile.ts'
import { checkChangeable, primaryAddress } from '../model.ts'
import { readAddress } from '../rules/address.ts'
import type { AddressDetails, PersonalDetails } from '../rules/details.ts'
import type { Violation } from '../rules/parse-fields.ts'
import { hasOccupation, needsOccupation } from '../rules/personal.ts'
import { lockProfile, type ProfileRow } from '../store.ts'
import type { AddressBody } from './schemas.ts'
import { type AddressRow, findAddress, insertAddress, listAddresses, setAddress } from './store.ts'

/** Facts 4.3: a violation of an address has its own names of the fields. */
const spelling = {
  names: { country: 'addressCountryCode', firstLine: 'addressFirstLine', city: 'addressCity' },
  prefix: '',
}

/**
 * Adds the address, as the primary one where the profile has none, or changes the one that `id`
 * names. Refuses with AddressProfileNotFound, AddressNotFound, the rules of an address, or with
 * UpdateWindowClosed where a verified profile has an address already (D100).
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

  const profile = await getProfile(tx, profileId)
  const read = readOne(details, profile, now)
  const saved =
    before === undefined
      ? await add(tx, profile, read, now)
      : await change(tx, profile, before, read, now)
  if (saved === undefined) throw new Error('an address was kept without a row')
  return saved
}

function readOne(
  given: AddressBody['details'],
  profile: ProfileRow,
  now: Temporal.Instant,
): AddressDetails {
  const { occupations, ...fields } = given
  const { details, violations } = readAddress(fields, { today: dayOf(now) })
  const missing = profile.type === 'PERSONAL' ? occupationMissing(given, profile, details) : []
  refuseAll(faultsOf([...violations, ...missing], spelling))
  const jobs = occupations?.map(({ code }) => ({ code, format: 'FREE_FORM' as const })) ?? []
  return { ...details, ...(jobs.length > 0 && { occupations: jobs }) }
}

/** B 2.4: people of some countries name an occupation, with the address unless the profile has one. */
function occupationMissing(
  given: AddressBody['details'],
  profile: ProfileRow,
  { country }: AddressDetails,
): Violation[] {
  const known = [given, profile.details as PersonalDetails]
  if (!needsOccupation(country) || known.some(hasOccupation)) return []
  const field = 'occupations'
  return [{ kind: Missing, field, message: `must be given by people who live in ${country}` }]
}

function add(tx: Tx, profile: ProfileRow, details: AddressDetails, now: Temporal.Instant) {
  // What was verified had no address yet, so the first one changes nothing of it.
  if (profile.addresses.length > 0) checkChangeable(profile)
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
  checkChangeable(profile)
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
