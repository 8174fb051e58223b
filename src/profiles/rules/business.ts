// The rules of a business's details (Spec B 2.1, 2.2, 4.1).

import { isAbn, isAcn } from '../../corridors/index.ts'
import { isEmail } from '../../users/index.ts'
import { Invalid, NotAllowed } from '../errors.ts'
import {
  categories,
  companyRoles,
  companyTypes,
  isSector,
  unregisteredTypes,
} from './categories.ts'
import type { BusinessDetails } from './details.ts'
import {
  type About,
  always,
  type FieldRule,
  type Given,
  linesUpTo,
  type Reading,
  readFields,
  readWebAddress,
  textUpTo,
  type Wrong,
} from './parse-fields.ts'

const NAME_CHARACTERS_MAX = 255
const REGISTRATION_CHARACTERS_MAX = 50
const DESCRIPTION_CHARACTERS_MAX = 4000

type Field = keyof BusinessDetails
export type GivenBusiness = Given<Field>

const rules: Readonly<Record<Field, FieldRule<Field>>> = {
  name: { required: always, read: textUpTo(NAME_CHARACTERS_MAX) },
  registrationNumber: {
    required: ({ companyType = '' }) => !unregisteredTypes.includes(companyType),
    read: textUpTo(REGISTRATION_CHARACTERS_MAX),
  },
  acn: { unexpected: unlessAustralian, read: checkDigits(isAcn, 'an ACN: nine digits') },
  abn: { unexpected: unlessAustralian, read: checkDigits(isAbn, 'an ABN: eleven digits') },
  arbn: { unexpected: unlessAustralian, read: checkDigits(isAcn, 'an ARBN: nine digits') },
  companyType: { required: always, read: among(companyTypes) },
  companyRole: { required: always, read: among(companyRoles) },
  webpage: { required: ({ companyType }) => companyType === 'OTHER', read: readWebAddress },
  businessCategory: { required: always, read: among([...categories.keys()]) },
  businessSubCategory: { required: always, read: readSubCategory },
  // Not required here even of OTHER: what follows from its lack is that no transfer can be created.
  descriptionOfBusiness: { read: linesUpTo(DESCRIPTION_CHARACTERS_MAX) },
  nameInKatakana: { unexpected: unlessJapanese, read: readKatakana },
  actorEmail: { read: readEmail },
}

/** `about.country` is that of the business's address, when it is known. */
export function readBusiness(given: GivenBusiness, about: About): Reading<BusinessDetails> {
  const { details, violations } = readFields(rules, withoutSector(given), about)
  const kept = {
    name: '',
    companyType: '',
    companyRole: '',
    businessCategory: '',
    businessSubCategory: '',
    ...details,
  }
  return { details: kept, violations }
}

/**
 * Drops a description that is the name of a sector: the field once held one, and readers see the
 * sub-category in it where there is no description, so what they send back must not pass for one.
 */
export function withoutSector<G extends GivenBusiness>(given: G): G {
  const { descriptionOfBusiness } = given
  if (descriptionOfBusiness === undefined || !isSector(descriptionOfBusiness.trim())) return given
  return { ...given, descriptionOfBusiness: undefined }
}

function among(allowed: readonly string[]) {
  return (text: string): string | Wrong =>
    allowed.includes(text)
      ? text
      : { kind: NotAllowed, message: `must be one of: ${allowed.join(', ')}` }
}

function readSubCategory(
  text: string,
  _: About,
  { businessCategory }: GivenBusiness,
): string | Wrong {
  const allowed = categories.get(businessCategory?.trim() ?? '')
  // Without a category there is no saying which sub-categories it has; that is told at its field.
  return allowed === undefined ? text : among(allowed)(text)
}

function checkDigits(isRight: (digits: string) => boolean, what: string) {
  return (text: string): string | Wrong => {
    // The number is customarily written in groups.
    const digits = text.replace(/[\s-]/g, '')
    return isRight(digits)
      ? digits
      : { kind: Invalid, message: `must be ${what} with their check digits` }
  }
}

function unlessAustralian({ country }: About): string | undefined {
  if (country === undefined || country === 'AU') return undefined
  return 'is for Australian businesses only'
}

/** Why a business at this address has no name in katakana. */
export function unlessJapanese({ country }: About): string | undefined {
  if (country === undefined || country === 'JP') return undefined
  return 'is for Japanese businesses only'
}

// Company names carry digits, Latin letters and marks beside katakana.
const KATAKANA_NAME = /^(?=.*\p{Script=Katakana})[\p{Script=Katakana}ー・\dA-Za-z .,&()'-]+$/u

function readKatakana(text: string): string | Wrong {
  const wide = text.normalize('NFKC')
  if (!KATAKANA_NAME.test(wide)) return { kind: Invalid, message: 'must be written in katakana' }
  return textUpTo(NAME_CHARACTERS_MAX)(wide)
}

function readEmail(text: string): string | Wrong {
  return isEmail(text) ? text : { kind: Invalid, message: 'must be an e-mail address' }
}
