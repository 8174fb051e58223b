// The rules of a business's details (B 2.1, B 2.2, B 4.1).

import { isAbn, isAcn } from '../../corridors/index.ts'
import { isEmail } from '../../users/index.ts'
import { FieldInvalid, FieldNotAllowed } from '../errors.ts'
import {
  categories,
  companyRoles,
  companyTypes,
  isSector,
  unregisteredTypes,
} from './categories.ts'
import type { BusinessDetails } from './details.ts'
import {
  always,
  type FieldRule,
  type Input,
  linesUpTo,
  lineUpTo,
  type Parsed,
  type Problem,
  parseFields,
  parseWebAddress,
  type RuleContext,
} from './parse-fields.ts'

// Choices of this project: the specification limits no field of a business.
const NAME_CHARACTERS_MAX = 255
const REGISTRATION_CHARACTERS_MAX = 50
const DESCRIPTION_CHARACTERS_MAX = 4000

type Field = keyof BusinessDetails
export type BusinessInput = Input<Field>

const rules: Readonly<Record<Field, FieldRule<Field>>> = {
  name: { required: always, parse: lineUpTo(NAME_CHARACTERS_MAX) },
  registrationNumber: {
    required: ({ companyType = '' }) => !unregisteredTypes.includes(companyType),
    parse: lineUpTo(REGISTRATION_CHARACTERS_MAX),
  },
  acn: { unexpected: unlessAustralian, parse: digitsOf(isAcn, 'an ACN: nine digits') },
  abn: { unexpected: unlessAustralian, parse: digitsOf(isAbn, 'an ABN: eleven digits') },
  arbn: { unexpected: unlessAustralian, parse: digitsOf(isAcn, 'an ARBN: nine digits') },
  companyType: { required: always, parse: oneOfTexts(companyTypes) },
  companyRole: { required: always, parse: oneOfTexts(companyRoles) },
  webpage: { required: ({ companyType }) => companyType === 'OTHER', parse: parseWebAddress },
  businessCategory: { required: always, parse: oneOfTexts([...categories.keys()]) },
  businessSubCategory: { required: always, parse: parseSubCategory },
  // A business of type OTHER without a description is created, but cannot create transfers (`transferProblem`).
  descriptionOfBusiness: { parse: linesUpTo(DESCRIPTION_CHARACTERS_MAX) },
  nameInKatakana: { unexpected: unlessJapanese, parse: parseKatakana },
  actorEmail: { parse: parseEmail },
}

/** `context.country` is the country of the business's address, when it is known. */
export function parseBusiness(input: BusinessInput, context: RuleContext): Parsed<BusinessDetails> {
  const { details, violations } = parseFields(rules, withoutSector(input), context)
  const complete = {
    name: '',
    companyType: '',
    companyRole: '',
    businessCategory: '',
    businessSubCategory: '',
    ...details,
  }
  return { details: complete, violations }
}

/**
 * Removes a description that is the name of a category or sub-category. Replies show the sub-category of a business
 * without a description, so a client that sends a reply back would otherwise store it as the description.
 */
export function withoutSector<I extends BusinessInput>(input: I): I {
  const { descriptionOfBusiness } = input
  if (descriptionOfBusiness === undefined || !isSector(descriptionOfBusiness.trim())) return input
  return { ...input, descriptionOfBusiness: undefined }
}

function oneOfTexts(allowed: readonly string[]) {
  return (text: string): string | Problem =>
    allowed.includes(text)
      ? text
      : { kind: FieldNotAllowed, message: `must be one of: ${allowed.join(', ')}` }
}

function parseSubCategory(
  text: string,
  _: RuleContext,
  { businessCategory }: BusinessInput,
): string | Problem {
  const allowed = categories.get(businessCategory?.trim() ?? '')
  // An unknown category is refused already, so its sub-category is not checked.
  return allowed === undefined ? text : oneOfTexts(allowed)(text)
}

function digitsOf(isValid: (digits: string) => boolean, description: string) {
  return (text: string): string | Problem => {
    // These numbers are usually written in groups.
    const digits = text.replace(/[\s-]/g, '')
    return isValid(digits)
      ? digits
      : { kind: FieldInvalid, message: `must be ${description} with valid check digits` }
  }
}

/** The reason why a business in this country must not have an Australian number; undefined if it may have one. */
function unlessAustralian({ country }: RuleContext): string | undefined {
  if (country === undefined || country === 'AU') return undefined
  return 'is for Australian businesses only'
}

/** The reason why a business in this country must not have a name in katakana; undefined if it may have one. */
export function unlessJapanese({ country }: RuleContext): string | undefined {
  if (country === undefined || country === 'JP') return undefined
  return 'is for Japanese businesses only'
}

// Company names may contain digits, Latin letters and punctuation besides katakana.
const KATAKANA_NAME = /^(?=.*\p{Script=Katakana})[\p{Script=Katakana}ー・\dA-Za-z .,&()'-]+$/u

function parseKatakana(text: string): string | Problem {
  const wide = text.normalize('NFKC')
  if (!KATAKANA_NAME.test(wide))
    return { kind: FieldInvalid, message: 'must be written in katakana' }
  return lineUpTo(NAME_CHARACTERS_MAX)(wide)
}

function parseEmail(text: string): string | Problem {
  return isEmail(text) ? text : { kind: FieldInvalid, message: 'must be an e-mail address' }
}
