// The fields of people and of businesses in the forms that create and change them.

import type { Profile } from '@godwit/sdk'
import { categories, companyRoles, companyTypes } from '../../../src/profiles/rules/categories.ts'
import { choiceField, optional, textField } from '../forms/fields.ts'
import type { FormField, Values } from '../forms/form-values.ts'

export type ProfileType = 'personal' | 'business'

/** A dialect (docs/dialect.md) may print the type in capitals. */
export const typeOf = ({ type }: Profile) => type.toLowerCase() as ProfileType

const personFields = [
  textField('firstName', 'First name'),
  textField('lastName', 'Last name'),
  textField('dateOfBirth', 'Date of birth', { type: 'date' }),
  textField('phoneNumber', 'Phone number', { example: '+447700900123' }),
  textField('occupation', 'Occupation', optional),
  textField('firstNameInKana', 'First name in katakana', optional),
  textField('lastNameInKana', 'Last name in katakana', optional),
]

const CATEGORY = 'businessCategory'

const businessFields = (category: string) => [
  textField('name', 'Name'),
  choiceField('companyType', 'Legal form', companyTypes),
  choiceField('companyRole', 'Your role', companyRoles),
  textField('registrationNumber', 'Number in the register', optional),
  choiceField(CATEGORY, 'Category', [...categories.keys()], { refreshRequirementsOnChange: true }),
  choiceField('businessSubCategory', 'Sub-category', categories.get(category) ?? []),
  textField('webpage', 'Web page', { ...optional, example: 'https://example.com' }),
  textField('descriptionOfBusiness', 'Description', optional),
  textField('acn', 'ACN, in Australia', optional),
  textField('abn', 'ABN, in Australia', optional),
  textField('arbn', 'ARBN, in Australia', optional),
]

/** The sub-categories depend on the category that is chosen. */
export const profileFields = (type: ProfileType, values: Values): readonly FormField[] =>
  type === 'personal' ? personFields : businessFields(values[CATEGORY] ?? '')

/**
 * The values of a profile, by the keys of its fields. The description is read from `businessFreeFormDescription`, because
 * `details.descriptionOfBusiness` contains the sub-category of a business without a description.
 */
export function valuesOf({ details, businessFreeFormDescription }: Profile): Values {
  const { primaryAddress } = details
  const texts = Object.entries(details).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return {
    ...Object.fromEntries(texts),
    descriptionOfBusiness: businessFreeFormDescription ?? '',
    ...(primaryAddress && { primaryAddress: String(primaryAddress) }),
  }
}
