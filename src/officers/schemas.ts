// Request and reply shapes of directors and owners. Bodies are arrays.

import Type, { type Static } from 'typebox'
import { idOut } from '../kernel/ids.ts'
import { amountIn, idIn, input, nullable, text } from '../kernel/wire.ts'
import { OFFICERS_MAX } from './errors.ts'
import {
  ADDRESS_LINE_CHARACTERS_MAX,
  ageYears,
  NAME_CHARACTERS_MAX,
  type Owner,
  POST_CODE_CHARACTERS_MAX,
} from './model.ts'
import type { DirectorRow, OwnerRow } from './store.ts'

export const BusinessParams = Type.Object({
  profileId: idIn('profile', 'Id of a business profile', { examples: [2] }),
})

// The rules check the contents and return all violations together, so the schemas accept any text.
const personIn = {
  dateOfBirth: text(
    `YYYY-MM-DD; an age from ${ageYears.min} to ${ageYears.max} years`,
    '1980-04-12',
  ),
  countryOfResidenceIso3Code: text('ISO 3166-1 alpha-3, in either case', 'gbr'),
}

const DirectorIn = input(
  {
    firstName: text(
      `First name, with middle names; up to ${NAME_CHARACTERS_MAX} characters`,
      'Robin',
    ),
    lastName: text(`Last name; up to ${NAME_CHARACTERS_MAX} characters`, 'Godwit'),
    ...personIn,
  },
  { title: 'DirectorInput' },
)

const OwnerIn = input(
  {
    name: text(`Full name; up to ${NAME_CHARACTERS_MAX} characters`, 'Robin Godwit'),
    ...personIn,
    addressFirstLine: text(
      `Street and number; up to ${ADDRESS_LINE_CHARACTERS_MAX} characters`,
      '1 High Street',
    ),
    postCode: Type.Optional(
      text(
        `Post code, up to ${POST_CODE_CHARACTERS_MAX} characters; absent when the address has none`,
        'SW1A 1AA',
      ),
    ),
    ownershipPercentage: Type.Optional(
      nullable(
        amountIn(
          'The percentage of the business that the owner holds: more than 0 and at most 100, with up to two decimal places. It may be null or absent.',
          { examples: [100] },
        ),
      ),
    ),
  },
  { title: 'BeneficialOwnerInput' },
)

const directorExamples = [
  {
    firstName: 'Robin',
    lastName: 'Godwit',
    dateOfBirth: '1990-01-31',
    countryOfResidenceIso3Code: 'gbr',
  },
]

const ownerExamples = [
  {
    name: 'Nora Sample',
    dateOfBirth: '1975-09-02',
    countryOfResidenceIso3Code: 'gbr',
    addressFirstLine: '2 High Street',
    postCode: 'SW1A 1AA',
  },
]

export const NewDirectors = Type.Array(DirectorIn, {
  title: 'AddDirectorsRequest',
  minItems: 1,
  maxItems: OFFICERS_MAX,
  examples: [directorExamples],
})
export const AllDirectors = Type.Array(DirectorIn, {
  title: 'ReplaceDirectorsRequest',
  maxItems: OFFICERS_MAX,
  examples: [directorExamples],
})
export const NewOwners = Type.Array(OwnerIn, {
  title: 'AddBeneficialOwnersRequest',
  minItems: 1,
  maxItems: OFFICERS_MAX,
  examples: [ownerExamples],
})
export const AllOwners = Type.Array(OwnerIn, {
  title: 'ReplaceBeneficialOwnersRequest',
  maxItems: OFFICERS_MAX,
  examples: [ownerExamples],
})

/** A field that was sent as `null` is dropped from a body, so it is absent here. */
export function ownersOf(body: Static<typeof AllOwners>): readonly Owner[] {
  return body.map(({ postCode, ownershipPercentage, ...owner }) => ({
    ...owner,
    postCode: postCode?.trim() || null,
    ownershipPercentage: ownershipPercentage ?? null,
  }))
}

const personOut = {
  dateOfBirth: Type.String({
    description: 'Date of birth, YYYY-MM-DD',
    format: 'date',
    examples: ['1980-04-12'],
  }),
  countryOfResidenceIso3Code: text('ISO 3166-1 alpha-3, in lower case', 'gbr'),
}

const DirectorOut = Type.Object(
  {
    id: idOut('director'),
    firstName: text('First name, with middle names', 'Robin'),
    lastName: text('Last name', 'Godwit'),
    ...personOut,
  },
  { title: 'Director' },
)

const OwnerOut = Type.Object(
  {
    id: text('Id of the owner: 32 hexadecimal digits', '9ba2a5e7d0c94fd1a3f9a1f2b5c6d7e8'),
    name: text('Full name', 'Robin Godwit'),
    ...personOut,
    addressFirstLine: text('Street and number', '1 High Street'),
    postCode: nullable(text('Post code; null when the address has none', 'SW1A 1AA')),
    ownershipPercentage: nullable(
      Type.Number({
        description:
          'The percentage of the business that the owner holds; null when it was not sent',
        examples: [100],
      }),
    ),
  },
  { title: 'BeneficialOwner' },
)

export const Directors = Type.Array(DirectorOut, { title: 'DirectorList' })
export const Owners = Type.Array(OwnerOut, { title: 'BeneficialOwnerList' })

export function showDirectors(rows: readonly DirectorRow[]): Static<typeof Directors> {
  return [...rows]
}

export function showOwners(rows: readonly OwnerRow[]): Static<typeof Owners> {
  return rows.map(({ ownershipPercentage, ...owner }) => ({
    ...owner,
    ownershipPercentage: ownershipPercentage === null ? null : Number(ownershipPercentage),
  }))
}
