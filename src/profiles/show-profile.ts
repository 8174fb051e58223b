// A profile in the replies of version 1, and the fields that version 2 shares with it (D35, Facts 9.1).

import Type, { type Static } from 'typebox'
import { idOut } from '../kernel/ids.ts'
import { nullable, nullableText, oneOf, text } from '../kernel/wire.ts'
import { primaryAddress } from './model.ts'
import type { Address, BusinessDetails, PersonalDetails } from './rules/details.ts'
import type { ProfileRow } from './store.ts'

export const personFields = {
  firstName: text('First and middle names', 'Ann'),
  lastName: text('Last name', 'Sample'),
  dateOfBirth: Type.String({
    description: 'Date of birth, YYYY-MM-DD',
    format: 'date',
    examples: ['1990-01-31'],
  }),
  phoneNumber: text('Phone number with the country code', '+447700900123'),
}

export const registrationFields = {
  registrationNumber: nullableText(
    'Number in the register of companies; null when the business has none',
    '12345678',
  ),
  acn: nullableText('Australian company number; null when the business has none', '004085616'),
  abn: nullableText('Australian business number; null when the business has none', '51824753556'),
  arbn: nullableText(
    'Australian registered body number; null when the business has none',
    '004085616',
  ),
}

export const descriptionOfBusiness = text(
  'The activity of the business, in words; the sub-category when there is no description',
  'DESIGN',
)

/** The fields of people and of businesses in one list, in which the fields of each type keep the order of B 2.1. */
const detailsFields = {
  ...personFields,
  avatar: nullableText('Link to a picture', 'https://example.com/ann.png'),
  occupation: nullableText('The occupation of the person', 'Engineer'),
  occupations: nullable(
    Type.Array(
      Type.Object({
        code: text('The name of the occupation', 'Software Engineer'),
        format: oneOf(['FREE_FORM'], 'Always FREE_FORM'),
      }),
      { description: 'The occupations of the person' },
    ),
  ),
  name: text('Name of the business', 'Sample Ltd'),
  ...registrationFields,
  companyType: text('Legal form of the business', 'LIMITED'),
  companyRole: text('The role of the user in the business', 'OWNER'),
  descriptionOfBusiness,
  webpage: nullableText('Web page of the business', 'https://example.com'),
  primaryAddress: nullable(idOut('address')),
  firstNameInKana: nullableText('First name in katakana', 'アン'),
  lastNameInKana: nullableText('Last name in katakana', 'サンプル'),
  businessCategory: text(
    'The category of the activity of the business',
    'CONSULTING_IT_BUSINESS_SERVICES',
  ),
  businessSubCategory: text('The activity of the business, within its category', 'DESIGN'),
  localizedInformation: Type.Array(Type.Object({}), { description: 'Always empty' }),
}

export const DetailsOut = Type.Object(optionalFields(detailsFields), {
  title: 'ProfileDetails',
  description: 'The fields of a person, or the fields of a business',
})

/** Makes every field optional: a person has no fields of a business, and a business has no fields of a person. */
export function optionalFields<P extends Record<string, Type.TSchema>>(properties: P) {
  const entries = Object.entries(properties).map(([name, schema]) => [name, Type.Optional(schema)])
  return Object.fromEntries(entries) as { [K in keyof P]: Type.TOptional<P[K]> }
}

export const ProfileV1 = Type.Object(
  {
    id: idOut('profile'),
    type: oneOf(['personal', 'business'], 'Whether the profile is of a person or of a business'),
    details: DetailsOut,
  },
  { title: 'ProfileV1' },
)
export type ProfileV1 = Static<typeof ProfileV1>

export const ProfilesV1 = Type.Array(ProfileV1, { title: 'ProfileV1List' })

export function showV1(profile: ProfileRow): ProfileV1 {
  const primary = primaryAddress(profile)?.id ?? null
  return profile.type === 'PERSONAL'
    ? { id: profile.id, type: 'personal', details: showPersonal(profile.details, primary) }
    : { id: profile.id, type: 'business', details: showBusiness(profile.details, primary) }
}

function showPersonal(details: PersonalDetails, primaryAddress: Address['id'] | null) {
  return {
    firstName: details.firstName,
    lastName: details.lastName,
    dateOfBirth: details.dateOfBirth,
    phoneNumber: details.phoneNumber,
    avatar: details.avatar ?? null,
    occupation: details.occupation ?? null,
    occupations: details.occupations ?? null,
    primaryAddress,
    firstNameInKana: details.firstNameInKana ?? null,
    lastNameInKana: details.lastNameInKana ?? null,
    localizedInformation: [],
  }
}

/** The description, or the sub-category when there is no description; the same in both versions (D100). */
export function descriptionOf({
  descriptionOfBusiness,
  businessSubCategory,
}: BusinessDetails): string {
  return descriptionOfBusiness ?? businessSubCategory
}

function showBusiness(details: BusinessDetails, primaryAddress: Address['id'] | null) {
  return {
    name: details.name,
    registrationNumber: details.registrationNumber ?? null,
    acn: details.acn ?? null,
    abn: details.abn ?? null,
    arbn: details.arbn ?? null,
    companyType: details.companyType,
    companyRole: details.companyRole,
    descriptionOfBusiness: descriptionOf(details),
    webpage: details.webpage ?? null,
    primaryAddress,
    businessCategory: details.businessCategory,
    businessSubCategory: details.businessSubCategory,
    localizedInformation: [],
  }
}
