// A profile in the replies of version 2: flat fields in addition to the details (D35, Facts 9.1).

import Type, { type Static } from 'typebox'
import { inForm } from '../kernel/dialect.ts'
import { idOut } from '../kernel/ids.ts'
import {
  described,
  instantOut,
  nullable,
  nullableText,
  oneOf,
  text,
  toMillisecond,
  uuid,
} from '../kernel/wire.ts'
import type { UserRow } from '../users/index.ts'
import { fullName, primaryAddress } from './model.ts'
import { alpha3 } from './rules/address.ts'
import type { Address, BusinessDetails, PersonalDetails } from './rules/details.ts'
import {
  DetailsOut,
  descriptionOf,
  descriptionOfBusiness,
  optionalFields,
  personFields,
  registrationFields,
  showV1,
} from './show-profile.ts'
import type { ProfileRow } from './store.ts'

declare module '../kernel/dialect.ts' {
  interface DialectOptions {
    readonly v2ProfileType: readonly ['lower', 'upper']
  }
}

const AddressOut = Type.Object(
  {
    id: idOut('address'),
    addressFirstLine: text('Street and number', '1 High Street'),
    city: text('City', 'London'),
    countryIso2Code: text('ISO 3166-1 alpha-2', 'GB'),
    countryIso3Code: text('ISO 3166-1 alpha-3, in lower case', 'gbr'),
    postCode: nullableText('Post code; null when the address has none', 'SW1A 1AA'),
    stateCode: nullableText(
      'A state code in US, CA, AU and BR, otherwise the state as it was sent; null when the address has none',
      'CA',
    ),
  },
  { title: 'ProfileAddress' },
)

const personV2Fields = {
  firstName: personFields.firstName,
  lastName: personFields.lastName,
  preferredName: nullable(Type.String({ description: 'Always null' })),
  dateOfBirth: personFields.dateOfBirth,
  phoneNumber: personFields.phoneNumber,
  secondaryAddresses: Type.Array(AddressOut, {
    description: 'The addresses of the person besides the primary one',
  }),
}

const businessV2Fields = {
  businessName: text('Name of the business', 'Sample Ltd'),
  businessNameInKatakana: nullableText(
    'Name in katakana; null when the business has none',
    'サンプル',
  ),
  ...registrationFields,
  descriptionOfBusiness,
  webpage: nullableText('Web page of the business', 'https://example.com'),
  companyType: text('Legal form of the business', 'LIMITED'),
  companyRole: text('The role of the user in the business', 'OWNER'),
  businessFreeFormDescription: nullableText(
    'The activity of the business, in words; null when there is no description',
    'We restore old pianos.',
  ),
  firstLevelCategory: text(
    'The category of the activity of the business',
    'CONSULTING_IT_BUSINESS_SERVICES',
  ),
  secondLevelCategory: text('The activity of the business, within its category', 'DESIGN'),
  actorEmail: nullableText(
    'E-mail address of the person who acts for the business',
    'ann@example.com',
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
    email: text('E-mail address of the login', 'ann@example.com'),
    createdAt: instantOut('When the profile was created'),
    updatedAt: instantOut('When the details or the verification of the profile last changed'),
    obfuscated: Type.Boolean({ description: 'Always false', examples: [false] }),
    dataObfuscated: Type.Boolean({ description: 'Always false', examples: [false] }),
    currentState: oneOf(
      ['VISIBLE', 'HIDDEN', 'DEACTIVATED'],
      'Whether the profile is shown, hidden or deactivated',
    ),
    contactDetails: Type.Object(
      {
        email: text(
          'The contact e-mail address of the user, else the address of the login',
          'ann@example.com',
        ),
        phoneNumber: nullableText(
          'The phone number of a person; null for a business',
          '+447700900123',
        ),
      },
      { description: 'Contact details of the user' },
    ),
    ...optionalFields({ ...personV2Fields, ...businessV2Fields }),
    fullName: text('Name of the person or of the business', 'Ann Sample'),
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
