// The stored fields of a profile and of its addresses (B 2.1, B 2.4), as
// `parseDetails` and `parseAddress` return them.

import type { Id } from '../../kernel/ids.ts'

export type Occupation = { code: string; format: 'FREE_FORM' }

export type PersonalDetails = {
  firstName: string
  lastName: string
  /** YYYY-MM-DD */
  dateOfBirth: string
  /** E.164 */
  phoneNumber: string
  firstNameInKana?: string | undefined
  lastNameInKana?: string | undefined
  avatar?: string | undefined
  occupation?: string | undefined
  occupations?: Occupation[] | undefined
}

export type BusinessDetails = {
  name: string
  registrationNumber?: string | undefined
  /** The Australian company number: nine digits. */
  acn?: string | undefined
  /** The Australian business number: eleven digits. */
  abn?: string | undefined
  /** The Australian registered body number: nine digits. */
  arbn?: string | undefined
  companyType: string
  companyRole: string
  webpage?: string | undefined
  businessCategory: string
  businessSubCategory: string
  /** The activity of the business, in words. */
  descriptionOfBusiness?: string | undefined
  nameInKatakana?: string | undefined
  actorEmail?: string | undefined
}

export type AddressDetails = {
  /** ISO 3166-1 alpha-2 */
  country: string
  firstLine: string
  city: string
  postCode?: string | undefined
  state?: string | undefined
  /** The occupations of the person, which some countries require. */
  occupations?: Occupation[] | undefined
}

export type AddressRole = 'PRIMARY' | 'OPERATIONAL'

export type Address = AddressDetails & { id: Id<'address'>; role: AddressRole | null }

export type Details =
  | { readonly type: 'PERSONAL'; readonly details: PersonalDetails }
  | { readonly type: 'BUSINESS'; readonly details: BusinessDetails }
