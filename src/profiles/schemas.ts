// Request shapes of profiles, and the profile in events. show-profile.ts and show-profile-v2.ts have the reply shapes.

import Type, { type Static } from 'typebox'
import { idOut } from '../kernel/ids.ts'
import { described, idIn, input, oneOf, optionalText } from '../kernel/wire.ts'
import { categories, companyRoles, companyTypes, unregisteredTypes } from './rules/categories.ts'
import { NAME_CHARACTERS_MAX } from './rules/personal.ts'

// Which fields are required, and their allowed values, depend on the type, the country and on other fields. The rules
// in rules/ check them and return all violations together, so the schemas accept any text.
const oneOfText = (values: Iterable<string>, about: string, example: string) =>
  optionalText(`${about} One of: ${[...values].join(', ')}.`, example)

const cutNote = `longer ones are cut to ${NAME_CHARACTERS_MAX} characters`

const australian = {
  acn: optionalText('Australian company number, for Australian businesses only', '004085616'),
  abn: optionalText('Australian business number, for Australian businesses only', '51824753556'),
  arbn: optionalText(
    'Australian registered body number, for Australian businesses only',
    '004085616',
  ),
}

const company = {
  registrationNumber: optionalText(
    `Required unless companyType is one of: ${unregisteredTypes.join(', ')}`,
    '12345678',
  ),
  ...australian,
  companyType: oneOfText(companyTypes, 'Legal form; required.', 'LIMITED'),
  companyRole: oneOfText(companyRoles, 'The role of the user in the business; required.', 'OWNER'),
  webpage: optionalText('Required when companyType is OTHER', 'https://example.com'),
}

const CATEGORY = 'The category of the activity of the business; required.'
const SUB_CATEGORY = 'A sub-category of the category; required'

const ProfileDetailsIn = input(
  {
    firstName: optionalText(
      `The first name and the middle names; ${cutNote}. Required of a person.`,
      'Ann',
    ),
    lastName: optionalText(`The last name; ${cutNote}. Required of a person.`, 'Sample'),
    dateOfBirth: optionalText('YYYY-MM-DD. Required of a person.', '1990-01-31'),
    phoneNumber: optionalText('With the country code. Required of a person.', '+447700900123'),
    firstNameInKana: optionalText('In katakana; needed for transfers from JPY', 'アン'),
    lastNameInKana: optionalText('In katakana; needed for transfers from JPY', 'サンプル'),
    avatar: optionalText('Link to a picture', 'https://example.com/ann.png'),
    occupation: optionalText(
      'Required of people who live in US, CA or JP, unless occupations or the primary address has an occupation',
      'Engineer',
    ),
    occupations: Type.Optional(
      Type.Array(
        input({
          code: Type.String({ description: 'One line of text', examples: ['Software Engineer'] }),
          format: optionalText('Always FREE_FORM', 'FREE_FORM'),
        }),
        { description: 'The occupation of the person; at most one entry' },
      ),
    ),
    primaryAddress: Type.Optional(
      idIn(
        'address',
        'One of the addresses of this profile. A new profile has no address, so send this field in updates only.',
      ),
    ),
    name: optionalText('Required of a business', 'Sample Ltd'),
    ...company,
    businessCategory: oneOfText(categories.keys(), CATEGORY, 'CONSULTING_IT_BUSINESS_SERVICES'),
    businessSubCategory: optionalText(SUB_CATEGORY, 'DESIGN'),
    descriptionOfBusiness: optionalText(
      'In words. Without it a business of type OTHER cannot create transfers.',
      'We restore old pianos.',
    ),
  },
  { title: 'ProfileDetailsInput' },
)

const profileFields = {
  type: optionalText('The type of the profile: personal or business', 'personal'),
  details: Type.Optional(described(ProfileDetailsIn, 'The details of the person or the business')),
}

export const ProfileBody = input(profileFields, {
  title: 'CreateProfileRequest',
  examples: [
    {
      type: 'business',
      details: {
        name: 'Sample Ltd',
        registrationNumber: '87654321',
        companyType: 'LIMITED',
        companyRole: 'OWNER',
        businessCategory: 'CONSULTING_IT_BUSINESS_SERVICES',
        businessSubCategory: 'DESIGN',
        webpage: 'https://example.com',
      },
    },
  ],
})
export type ProfileBody = Static<typeof ProfileBody>

export const ProfileChange = input(
  { id: idIn('profile'), ...profileFields },
  {
    title: 'UpdateProfileRequest',
    examples: [
      {
        id: 1,
        type: 'personal',
        details: {
          firstName: 'Robin',
          lastName: 'Godwit',
          dateOfBirth: '1990-01-31',
          phoneNumber: '+447700900124',
        },
      },
    ],
  },
)
export type ProfileChange = Static<typeof ProfileChange>

export const ProfileParams = Type.Object({ profileId: idIn('profile') })

const AddressIn = input(
  {
    addressFirstLine: optionalText('Required', '1 High Street'),
    city: optionalText('Required', 'London'),
    countryIso2Code: optionalText('ISO 3166-1 alpha-2; this or countryIso3Code is required', 'GB'),
    countryIso3Code: optionalText('ISO 3166-1 alpha-3', 'gbr'),
    postCode: optionalText('Post code', 'SW1A 1AA'),
    stateCode: optionalText('Required in US, CA, AU and BR', 'CA'),
  },
  { title: 'BusinessAddressInput' },
)

/** A choice of this project. */
const OPERATIONAL_ADDRESSES_MAX = 20

export const NewBusiness = input(
  {
    businessName: optionalText('Required', 'Sample Ltd'),
    businessNameInKatakana: optionalText('For Japanese businesses only', 'サンプル'),
    businessFreeFormDescription: optionalText(
      'The activity of the business, in words. Without it a business of type OTHER cannot create transfers.',
      'We restore old pianos.',
    ),
    ...company,
    address: Type.Optional(described(AddressIn, 'The registered address')),
    actorEmail: optionalText(
      'E-mail address of the person who acts for the business',
      'ann@example.com',
    ),
    firstLevelCategory: oneOfText(categories.keys(), CATEGORY, 'CONSULTING_IT_BUSINESS_SERVICES'),
    secondLevelCategory: optionalText(SUB_CATEGORY, 'DESIGN'),
    operationalAddresses: Type.Optional(
      Type.Array(AddressIn, {
        description: `Further addresses at which the business works; at most ${OPERATIONAL_ADDRESSES_MAX}`,
        maxItems: OPERATIONAL_ADDRESSES_MAX,
      }),
    ),
  },
  {
    title: 'CreateBusinessProfileRequest',
    examples: [
      {
        businessName: 'Sample Ltd',
        registrationNumber: '87654321',
        companyType: 'LIMITED',
        companyRole: 'OWNER',
        webpage: 'https://example.com',
        firstLevelCategory: 'CONSULTING_IT_BUSINESS_SERVICES',
        secondLevelCategory: 'DESIGN',
        address: {
          addressFirstLine: '1 High Street',
          city: 'London',
          countryIso2Code: 'GB',
          postCode: 'SW1A 1AA',
        },
      },
    ],
  },
)
export type NewBusiness = Static<typeof NewBusiness>

/** The profile that an event is about. */
export const ProfileResource = Type.Object(
  { type: oneOf(['profile'], 'Always profile'), id: idOut('profile') },
  { title: 'ProfileResource', description: 'The profile' },
)
