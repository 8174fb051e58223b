// Creates profiles, with the fields and names of either version of the interface.

import type { UserCaller } from '../kernel/caller.ts'
import type { Tx } from '../kernel/database/db.ts'
import { refuse, refuseAll } from '../kernel/refusal.ts'
import { dayOf } from '../kernel/wire.ts'
import { findUser, insertOwner } from '../users/index.ts'
import { DetailsMissing, FieldInvalid, PersonalRequired } from './errors.ts'
import { addressV2Names, businessV2Names, faultsOf, v1Names } from './field-names.ts'
import { type AddressInput, alpha2, parseAddress } from './rules/address.ts'
import { type BusinessInput, parseBusiness } from './rules/business.ts'
import type { Details } from './rules/details.ts'
import { foreignAddressViolation, parseDetails, parseType } from './rules/parse-details.ts'
import type { Violation } from './rules/parse-fields.ts'
import { identityKeyOf } from './rules/personal.ts'
import type { NewBusiness, ProfileBody } from './schemas.ts'
import * as store from './store.ts'
import { verifyByPartner } from './verify-profiles.ts'

type CreationContext = {
  readonly caller: Pick<UserCaller, 'userId' | 'applicationId'>
  readonly now: Temporal.Instant
  readonly random: { uuid(): string }
}

/**
 * Creates a personal or a business profile of the caller. Refuses with ProfileTypeInvalid, DetailsMissing, an error of a
 * field, PersonalRequired or ProfileDuplicate.
 */
export async function createProfile(
  tx: Tx,
  { type, details }: ProfileBody,
  context: CreationContext,
): Promise<store.ProfileRow> {
  const profileType = parseType(type)
  if (details === undefined) refuse(DetailsMissing)
  const parsed = parseDetails(profileType, details, { today: dayOf(context.now) })
  const { primaryAddress } = details
  // A new profile has no address yet, so the id in `primaryAddress` is never the id of one of its addresses.
  const foreign = primaryAddress === undefined ? [] : [foreignAddressViolation(primaryAddress)]
  refuseAll(faultsOf([...parsed.violations, ...foreign], v1Names))
  return insertProfile(tx, parsed.details, [], context)
}

/**
 * Creates a business profile with its addresses (version 2). Refuses with an error of a field of the business or of an
 * address, or with PersonalRequired.
 */
export async function createBusinessProfile(
  tx: Tx,
  body: NewBusiness,
  context: CreationContext,
): Promise<store.ProfileRow> {
  const today = dayOf(context.now)
  const primary = body.address && parseAddressV2(body.address, 'address', today)
  const operational = (body.operationalAddresses ?? []).map((address, index) =>
    parseAddressV2(address, `operationalAddresses.${index}`, today),
  )
  // The country of an address is empty when its code is missing or unknown.
  const country = primary?.address.country || undefined
  const { details, violations } = parseBusiness(businessInputOf(body), { today, country })
  refuseAll([
    ...faultsOf(violations, businessV2Names),
    ...[primary, ...operational].flatMap((address) => address?.faults ?? []),
  ])
  const addresses: store.NewAddress[] = operational.map(({ address }) => ({
    ...address,
    role: 'OPERATIONAL',
  }))
  if (primary !== undefined) addresses.unshift({ ...primary.address, role: 'PRIMARY' })
  return insertProfile(tx, { type: 'BUSINESS', details }, addresses, context)
}

function businessInputOf(body: NewBusiness): BusinessInput {
  return {
    ...body,
    name: body.businessName,
    nameInKatakana: body.businessNameInKatakana,
    descriptionOfBusiness: body.businessFreeFormDescription,
    businessCategory: body.firstLevelCategory,
    businessSubCategory: body.secondLevelCategory,
  }
}

type AddressV2Input = NonNullable<NewBusiness['address']>

function parseAddressV2(input: AddressV2Input, path: string, today: Temporal.PlainDate) {
  const { countryIso2Code, countryIso3Code } = input
  const address: AddressInput = {
    country: countryIso2Code ?? countryIso3Code,
    firstLine: input.addressFirstLine,
    city: input.city,
    postCode: input.postCode,
    state: input.stateCode,
  }
  const { details, violations } = parseAddress(address, { today })
  const hasOnlyIso3 = countryIso2Code === undefined && Boolean(countryIso3Code?.trim())
  const names = addressV2Names(path, hasOnlyIso3)
  const countryViolations = differingCountries(details.country, countryIso2Code, countryIso3Code)
  return { address: details, faults: faultsOf([...violations, ...countryViolations], names) }
}

/** A violation when both country codes were sent and are not of the same country. */
function differingCountries(country: string, iso2?: string, iso3?: string): Violation[] {
  if (iso2 === undefined || iso3 === undefined || country === '') return []
  if (alpha2(iso3) === country) return []
  const message = 'must be the country of countryIso2Code'
  return [{ kind: FieldInvalid, field: 'countryIso3Code', message, value: iso3 }]
}

/** Refuses with PersonalRequired or ProfileDuplicate. */
async function insertProfile(
  tx: Tx,
  details: Details,
  addresses: readonly store.NewAddress[],
  { caller, now, random }: CreationContext,
): Promise<store.ProfileRow> {
  const { userId } = caller
  const user = await findUser(tx, userId)
  if (user === undefined) throw new Error(`there is no user ${userId}`)
  if (details.type === 'BUSINESS' && !(await store.hasPersonalProfile(tx, userId)))
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
  await verifyByPartner(tx, profileId, { caller, user, now })
  return store.getProfile(tx, profileId)
}
