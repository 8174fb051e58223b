// Adds an address to a profile, or changes one of its addresses (Facts 8.3).

import type { UserCaller } from '../../kernel/caller.ts'
import type { Tx } from '../../kernel/database/db.ts'
import { canonical } from '../../kernel/idempotency.ts'
import { refuse, refuseAll } from '../../kernel/refusal.ts'
import { dayOf } from '../../kernel/wire.ts'
import { AddressNotFound, AddressProfileNotFound } from '../errors.ts'
import { faultsOf } from '../field-names.ts'
import { checkChangeable, primaryAddress } from '../model.ts'
import { ADDRESS_OCCUPATIONS, parseAddress } from '../rules/address.ts'
import type { AddressDetails } from '../rules/details.ts'
import { occupationMissing, parseOccupations } from '../rules/personal.ts'
import { getProfile, lockProfileOfUser, type ProfileRow } from '../store.ts'
import type { AddressBody } from './schemas.ts'
import { type AddressRow, findAddress, insertAddress, setAddress } from './store.ts'

/** The names of address fields in refusals (Facts 4.3). */
const fieldNames = {
  names: { country: 'addressCountryCode', firstLine: 'addressFirstLine', city: 'addressCity' },
  prefix: '',
}

/**
 * Adds an address, which becomes the primary one if the profile has no primary address, or changes the address `id`. Refuses with
 * AddressProfileNotFound, AddressNotFound, an error of a field, or UpdateWindowClosed when the profile is verified, has
 * an address already, and its update window is closed (D100). An address that is sent unchanged is not refused.
 */
export async function saveAddress(
  tx: Tx,
  { id, profile: profileId, details }: AddressBody,
  caller: UserCaller,
  now: Temporal.Instant,
): Promise<AddressRow> {
  if (!(await lockProfileOfUser(tx, profileId, caller.userId)))
    refuse(AddressProfileNotFound, { arguments: [profileId] })
  const before = id === undefined ? undefined : await findAddress(tx, [profileId], id)
  if (id !== undefined && before === undefined) refuse(AddressNotFound, { arguments: [id] })

  const profile = await getProfile(tx, profileId)
  const parsed = parseAddressDetails(details, profile, now)
  const saved =
    before === undefined
      ? await addAddress(tx, profile, parsed, now)
      : await changeAddress(tx, profile, { before, details: parsed, now })
  if (saved === undefined) throw new Error('insertAddress or setAddress returned no row')
  return saved
}

/** Refuses with the errors of all fields together. */
function parseAddressDetails(
  input: AddressBody['details'],
  profile: ProfileRow,
  now: Temporal.Instant,
): AddressDetails {
  const { occupations, ...fields } = input
  const { details, violations } = parseAddress(fields, { today: dayOf(now) })
  const parsed = parseOccupations(occupations ?? [], ADDRESS_OCCUPATIONS)
  const { country } = details
  const missing =
    profile.type === 'PERSONAL'
      ? occupationMissing('occupations', country, [input, profile.details])
      : []
  refuseAll(faultsOf([...violations, ...parsed.violations, ...missing], fieldNames))
  return { ...details, ...(parsed.details.length > 0 && { occupations: parsed.details }) }
}

function addAddress(tx: Tx, profile: ProfileRow, details: AddressDetails, now: Temporal.Instant) {
  // A verified profile without an address may get its first address while the update window is closed.
  if (profile.addresses.length > 0) checkChangeable(profile)
  const role = primaryAddress(profile) === undefined ? 'PRIMARY' : null
  return insertAddress(tx, { profileId: profile.id, role, details }, now)
}

type AddressChange = {
  readonly before: AddressRow
  readonly details: AddressDetails
  readonly now: Temporal.Instant
}

/** A request that changes nothing succeeds although the update window is closed. */
async function changeAddress(
  tx: Tx,
  profile: ProfileRow,
  { before, details, now }: AddressChange,
): Promise<AddressRow | undefined> {
  if (canonical(details) === canonical(before.details)) return before
  checkChangeable(profile)
  return setAddress(tx, { ...before, details }, now)
}
