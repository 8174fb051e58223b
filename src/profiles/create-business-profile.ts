// The second version of a business's creation: other names for the fields, and addresses with it.

import type { Tx } from '../kernel/database/db.ts'
import { refuseAll } from '../kernel/refusal.ts'
import { dayOf } from '../kernel/wire.ts'
import { insertProfile, type Making } from './create-profile.ts'
import { Invalid } from './errors.ts'
import { faultsOf } from './field-names.ts'
import { alpha2, type GivenAddress, readAddress } from './rules/address.ts'
import { type GivenBusiness, readBusiness } from './rules/business.ts'
import type { AddressRole } from './rules/details.ts'
import type { Violation } from './rules/parse-fields.ts'
import type { NewBusiness } from './schemas.ts'
import { addressSpelling, businessV2Spelling } from './spellings.ts'
import type { ProfileRow } from './store.ts'

/** Makes a business profile with its addresses; refuses as `createProfile` does. */
export async function createBusinessProfile(
  tx: Tx,
  body: NewBusiness,
  making: Making,
): Promise<ProfileRow> {
  const today = dayOf(making.now)
  const primary = body.address && readGivenAddress(body.address, 'address', today)
  const operational = (body.operationalAddresses ?? []).map((address, at) =>
    readGivenAddress(address, `operationalAddresses.${at}`, today),
  )
  const country = primary?.address.country || undefined
  const { details, violations } = readBusiness(givenBusiness(body), { today, country })
  refuseAll([
    ...faultsOf(violations, businessV2Spelling),
    ...[primary, ...operational].flatMap((read) => read?.faults ?? []),
  ])
  const addresses = [
    ...(primary ? [{ ...primary.address, role: 'PRIMARY' as AddressRole }] : []),
    ...operational.map(({ address }) => ({ ...address, role: 'OPERATIONAL' as AddressRole })),
  ]
  return insertProfile(tx, { type: 'BUSINESS', details }, addresses, making)
}

function givenBusiness(body: NewBusiness): GivenBusiness {
  return {
    ...body,
    name: body.businessName,
    nameInKatakana: body.businessNameInKatakana,
    descriptionOfBusiness: body.businessFreeFormDescription,
    businessCategory: body.firstLevelCategory,
    businessSubCategory: body.secondLevelCategory,
  }
}

type GivenV2Address = NonNullable<NewBusiness['address']>

function readGivenAddress(given: GivenV2Address, path: string, today: Temporal.PlainDate) {
  const { countryIso2Code, countryIso3Code } = given
  const address: GivenAddress = {
    country: countryIso2Code ?? countryIso3Code,
    firstLine: given.addressFirstLine,
    city: given.city,
    postCode: given.postCode,
    state: given.stateCode,
  }
  const { details, violations } = readAddress(address, { today })
  const iso3Only = countryIso2Code === undefined && countryIso3Code !== undefined
  const spelling = addressSpelling(path, iso3Only)
  const both = countriesDiffer(details.country, countryIso2Code, countryIso3Code)
  return { address: details, faults: faultsOf([...violations, ...both], spelling) }
}

function countriesDiffer(country: string, iso2?: string, iso3?: string): Violation[] {
  if (iso2 === undefined || iso3 === undefined || country === '') return []
  if (alpha2(iso3) === country) return []
  const message = 'must name the country of countryIso2Code'
  return [{ kind: Invalid, field: 'countryIso3Code', message, given: iso3 }]
}
