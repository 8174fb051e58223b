// The replies for a profile in both versions of the interface (D35, Facts 9.1).

import Type, { type Static } from 'typebox'
import { inForm } from '../kernel/dialect.ts'
import { idOut } from '../kernel/ids.ts'
import { described, instantOut, nullable, oneOf, toMillisecond, uuid } from '../kernel/wire.ts'
import type { UserRow } from '../users/index.ts'
import { fullName, primaryAddress } from './model.ts'
import { alpha3 } from './rules/address.ts'
import type { Address, BusinessDetails, PersonalDetails } from './rules/details.ts'
import type { ProfileRow } from './store.ts'

declare module '../kernel/dialect.ts' {
  interface DialectOptions {
    readonly v2ProfileType: readonly ['lower', 'upper']
  }
}

const text = (example: string, description?: string) =>
  Type.String({ examples: [example], ...(description && { description }) })
const nullableText = (example: string, description?: string) => nullable(text(example, description))

const person = {
  firstName: text('Ann', 'First and middle names'),
  lastName: text('Sample', 'Last name'),
  dateOfBirth: Type.String({
    description: 'Date of birth, YYYY-MM-DD',
    format: 'date',
    examples: ['1990-01-31'],
  }),
  phoneNumber: text('+447700900123', 'Phone number with the country code'),
}

const registration = {
  registrationNumber: nullableText(
    '12345678',
    'Number in the register of companies; null for types without an entry in a register',
  ),
  acn: nullableText('004085616', 'Australian company number; null elsewhere'),
  abn: nullableText('51824753556', 'Australian business number; null elsewhere'),
  arbn: nullableText('004085616', 'Australian registered body number; null elsewhere'),
}

const descriptionOfBusiness = text(
  'DESIGN',
  'What the business does, in words; the sub-category when there is no description',
)

/** The fields of a person, then the fields of a business, each in the order of Spec B 2.1. */
const details = {
  ...person,
  avatar: nullableText('https://example.com/ann.png', 'Link to a picture'),
  occupation: nullableText('Engineer', 'What the person does for a living, in a word'),
  occupations: nullable(
    Type.Array(
      Type.Object({
        code: text('Software Engineer', 'The name of the occupation'),
        format: oneOf(['FREE_FORM'], 'Always FREE_FORM'),
      }),
      { description: 'What the person does for a living' },
    ),
  ),
  name: text('Sample Ltd', 'Name of the business'),
  ...registration,
  companyType: text('LIMITED', 'Legal form of the business'),
  companyRole: text('OWNER', 'The role of the user in the business'),
  descriptionOfBusiness,
  webpage: nullableText('https://example.com', 'Web page of the business'),
  primaryAddress: nullable(idOut('address')),
  firstNameInKana: nullableText('アン', 'First name in katakana'),
  lastNameInKana: nullableText('サンプル', 'Last name in katakana'),
  businessCategory: text('CONSULTING_IT_BUSINESS_SERVICES', 'What the business does'),
  businessSubCategory: text('DESIGN', 'What the business does, within its category'),
  localizedInformation: Type.Array(Type.Object({}), { description: 'Always empty' }),
}

const DetailsOut = Type.Object(optional(details), {
  title: 'ProfileDetails',
  description: 'The fields of a person, or the fields of a business',
})

/** Makes every field optional: a person has no fields of a business, and the reverse. */
function optional<P extends Record<string, Type.TSchema>>(properties: P) {
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
function descriptionOf({ descriptionOfBusiness, businessSubCategory }: BusinessDetails): string {
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

const AddressOut = Type.Object(
  {
    id: idOut('address'),
    addressFirstLine: text('1 High Street', 'Street and number'),
    city: text('London', 'City'),
    countryIso2Code: text('GB', 'ISO 3166-1 alpha-2'),
    countryIso3Code: text('gbr', 'ISO 3166-1 alpha-3, in lower case'),
    postCode: nullableText('SW1A 1AA', 'Post code; null when the address has none'),
    stateCode: nullableText('CA', 'State code, where the country has states'),
  },
  { title: 'ProfileAddress' },
)

const PersonV2 = {
  firstName: person.firstName,
  lastName: person.lastName,
  preferredName: nullableText('Ann', 'Always null'),
  dateOfBirth: person.dateOfBirth,
  phoneNumber: person.phoneNumber,
  secondaryAddresses: Type.Array(AddressOut, {
    description: 'The addresses of the person besides the primary one',
  }),
}

const BusinessV2 = {
  businessName: text('Sample Ltd', 'Name of the business'),
  businessNameInKatakana: nullableText('サンプル', 'Name in katakana, of Japanese businesses'),
  ...registration,
  descriptionOfBusiness,
  webpage: nullableText('https://example.com', 'Web page of the business'),
  companyType: text('LIMITED', 'Legal form of the business'),
  companyRole: text('OWNER', 'The role of the user in the business'),
  businessFreeFormDescription: nullableText(
    'We restore old pianos.',
    'What the business does, in words; null when there is no description',
  ),
  firstLevelCategory: text('CONSULTING_IT_BUSINESS_SERVICES', 'What the business does'),
  secondLevelCategory: text('DESIGN', 'What the business does, within its category'),
  actorEmail: nullableText(
    'ann@example.com',
    'E-mail address of the person who acts for the business',
  ),
  operationalAddresses: Type.Array(AddressOut, {
    description: 'The addresses of the business besides the primary one',
  }),
}

export const ProfileV2 = Type.Object(
  {
    id: idOut('profile'),
    publicId: uuid('An id that may be shown to other people'),
    userId: idOut('user'),
    type: inForm(
      'v2ProfileType',
      oneOf(['personal', 'business'], 'Whether the profile is of a person or of a business'),
    ),
    details: DetailsOut,
    address: nullable(described(AddressOut, 'The primary address; null when there is none')),
    email: text('ann@example.com', 'E-mail address of the login'),
    createdAt: instantOut('When the profile was created'),
    updatedAt: instantOut('When the profile was last changed'),
    obfuscated: Type.Boolean({ description: 'Always false', examples: [false] }),
    dataObfuscated: Type.Boolean({ description: 'Always false', examples: [false] }),
    currentState: oneOf(
      ['VISIBLE', 'HIDDEN', 'DEACTIVATED'],
      'Whether the profile is shown, hidden or deactivated',
    ),
    contactDetails: Type.Object(
      {
        email: text(
          'ann@example.com',
          'The contact e-mail address of the user, else the address of the login',
        ),
        phoneNumber: nullableText(
          '+447700900123',
          'The phone number of a person; null for a business',
        ),
      },
      { description: 'Contact details of the user' },
    ),
    ...optional({ ...PersonV2, ...BusinessV2 }),
    fullName: text('Ann Sample', 'Name of the person or of the business'),
  },
  { title: 'Profile' },
)
export type ProfileV2 = Static<typeof ProfileV2>

export const ProfilesV2 = Type.Array(ProfileV2, { title: 'ProfileList' })

/** `user` is the owner of the profile. */
export function showV2(profile: ProfileRow, user: UserRow): ProfileV2 {
  const primary = primaryAddress(profile)
  const others = profile.addresses.filter((address) => address !== primary).map(showAddress)
  const contact = user.contactEmail ?? user.email
  const phone = profile.type === 'PERSONAL' ? profile.details.phoneNumber : null
  return {
    ...showV1(profile),
    publicId: profile.publicId,
    userId: profile.userId,
    address: primary ? showAddress(primary) : null,
    email: user.email,
    createdAt: toMillisecond(profile.createdAt),
    updatedAt: toMillisecond(profile.updatedAt),
    obfuscated: false,
    dataObfuscated: false,
    currentState: profile.state,
    contactDetails: { email: contact, phoneNumber: phone },
    fullName: fullName(profile),
    ...(profile.type === 'PERSONAL'
      ? showPersonV2(profile.details, others)
      : showBusinessV2(profile.details, others)),
  }
}

type AddressReply = Static<typeof AddressOut>

function showAddress(address: Address): AddressReply {
  return {
    id: address.id,
    addressFirstLine: address.firstLine,
    city: address.city,
    countryIso2Code: address.country,
    countryIso3Code: alpha3(address.country),
    postCode: address.postCode ?? null,
    stateCode: address.state ?? null,
  }
}

function showPersonV2(details: PersonalDetails, secondaryAddresses: AddressReply[]) {
  const { firstName, lastName, dateOfBirth, phoneNumber } = details
  return { firstName, lastName, dateOfBirth, phoneNumber, preferredName: null, secondaryAddresses }
}

function showBusinessV2(details: BusinessDetails, operationalAddresses: AddressReply[]) {
  return {
    businessName: details.name,
    businessNameInKatakana: details.nameInKatakana ?? null,
    registrationNumber: details.registrationNumber ?? null,
    acn: details.acn ?? null,
    abn: details.abn ?? null,
    arbn: details.arbn ?? null,
    descriptionOfBusiness: descriptionOf(details),
    webpage: details.webpage ?? null,
    companyType: details.companyType,
    companyRole: details.companyRole,
    businessFreeFormDescription: details.descriptionOfBusiness ?? null,
    firstLevelCategory: details.businessCategory,
    secondLevelCategory: details.businessSubCategory,
    actorEmail: details.actorEmail ?? null,
    operationalAddresses,
  }
}
