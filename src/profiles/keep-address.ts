// A profile's addresses one by one: a new one, or another text of one it has (Facts 8.3).

import { personalProfile, profileIds, type UserCaller } from '../kernel/caller.ts'
import type { Reader, Tx } from '../kernel/db.ts'
import type { Id } from '../kernel/ids.ts'
import { refuse, refuseAll } from '../kernel/refusal.ts'
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
import { AddressNotFound, AddressProfileNotFound, UpdateWindowClosed } from './errors.ts'
import { faultsOf } from './fault-paths.ts'
import { getProfile } from './get-profile.ts'
import { dayOf } from './read-profile.ts'
import { lockProfile } from './store.ts'

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
  const saved =
    before === undefined
      ? await insertAddress(
          tx,
          { profileId, role: await roleOf(tx, profileId), details: read },
          now,
        )
      : await change(tx, before, read, now)
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

async function roleOf(db: Reader, profileId: Id<'profile'>): Promise<'PRIMARY' | null> {
  const { addresses } = await getProfile(db, profileId)
  return addresses.some(({ role }) => role === 'PRIMARY') ? null : 'PRIMARY'
}

// D35: what was verified changes only while the window is open.
async function change(
  tx: Tx,
  { profileId, id, role }: AddressRow,
  details: AddressDetails,
  now: Temporal.Instant,
): Promise<AddressRow | undefined> {
  const { verified, updateWindow } = await getProfile(tx, profileId)
  if (role === 'PRIMARY' && verified && updateWindow === 'CLOSED') refuse(UpdateWindowClosed)
  return setAddress(tx, { profileId, id, details }, now)
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
