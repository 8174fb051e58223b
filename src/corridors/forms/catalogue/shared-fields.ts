// Fields and forms that many currencies share.

import * as check from '../checks.ts'
import {
  choices,
  type Field,
  type FieldOptions,
  type Form,
  form,
  radio,
  select,
  text,
} from '../field.ts'
import type { Choice } from '../wire.ts'
import { bic, type IbanCurrency, iban } from './iban-fields.ts'
import { countries, languages } from './lists.ts'
import { NAME_CHARACTERS } from './names.ts'

const PERSON = { PRIVATE: 'Person' }
const BUSINESS = { BUSINESS: 'Business' }

const WRONG_LEGAL_TYPE = 'Recipient type is not valid for this type of account'

const legalTypeField = (names: Readonly<Record<string, string>>, refresh = true): Field =>
  select('legalType', 'Recipient type', choices(names), { refresh, message: WRONG_LEGAL_TYPE })

// Choosing a value of a field whose name ends in `Fixed` does not change the form.
export const anyLegalType = legalTypeField({ ...PERSON, ...BUSINESS })
export const personOnly = legalTypeField(PERSON)
export const personOnlyFixed = legalTypeField(PERSON, false)
export const businessOnly = legalTypeField(BUSINESS)
export const businessOnlyFixed = legalTypeField(BUSINESS, false)

// A plain string, because a raw template cannot contain the backtick.
const EMAIL_LOCAL = "\\s*[a-zA-Z0-9.!#$%&'*+\\/=?^_`{|}~-]+@"
const EMAIL_LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?'
const EMAIL_PATTERN = `${EMAIL_LOCAL}${EMAIL_LABEL}(?:\\.${EMAIL_LABEL})+\\s*`

const EMAIL: FieldOptions = {
  example: 'example@example.ex',
  max: 255,
  pattern: EMAIL_PATTERN,
  message: 'Please enter a valid email address',
}

// Facts 10.5 has this label for the required field, too.
export const emailRequired = text('email', 'Email (Optional)', EMAIL)
export const emailOptional = text('email', 'Email (Optional)', { ...EMAIL, required: false })

const HOLDER = 'Full name of the account holder'

/** The holder's name under A 2.2. */
export const holder = (options: FieldOptions = {}, label = HOLDER): Field =>
  text('accountHolderName', label, {
    min: 2,
    max: 140,
    pattern: NAME_CHARACTERS,
    isLatinName: true,
    ...options,
  })

/** The holder's name under the pattern of the currency, which D17 leaves unchanged. */
export const holderWithPattern = (pattern: string, options: FieldOptions = {}): Field =>
  text('accountHolderName', HOLDER, { min: 2, max: 140, pattern, ...options })

/** The three fields that most forms begin with. */
export const recipient = (name: FieldOptions = {}): readonly Field[] => [
  anyLegalType,
  emailOptional,
  holder(name),
]

export const personRecipient = (name: FieldOptions = {}): readonly Field[] => [
  personOnly,
  emailOptional,
  holder(name),
]

export const country = select('address.country', 'Country', countries, {
  refresh: true,
  example: 'Choose a country',
})
export const city = text('address.city', 'City', { min: 1, max: 255, pattern: '^.{1,255}$' })
export const firstLine = text('address.firstLine', 'Recipient address', {
  min: 1,
  max: 255,
  pattern: '^.{1,255}$',
})
export const postCode = text('address.postCode', 'Post code', {
  min: 1,
  max: 32,
  pattern: '^.{1,32}$',
})

/** A complete address. The route decides whether its fields are required (D17). */
export const address: readonly Field[] = [country, city, firstLine, postCode]

/** The state of an address, added to the form when its country has a list of states. */
export const state = (values: readonly Choice[], required: boolean): Field =>
  select('address.state', 'State', () => values, { required, message: 'Please enter a state.' })

export const swiftCode = (options: FieldOptions = {}): Field =>
  text('swiftCode', 'SWIFT / BIC code', {
    example: 'BUKBGB22',
    min: 8,
    max: 11,
    pattern: '^[a-zA-Z]{6}(([a-zA-Z0-9]{2})|([a-zA-Z0-9]{5}))$',
    canonical: check.bicText,
    check: check.bic,
    message: 'Please enter a valid SWIFT code',
    ...options,
  })

export const swiftAccount = text('accountNumber', 'IBAN / Account number', {
  min: 4,
  max: 34,
  pattern: String.raw`^[a-zA-Z0-9\s]{4,34}$`,
  canonical: check.ibanOrNumberText,
  check: check.accountAtSwiftBank,
  furtherChecks: [
    {
      check: check.ibanAtSwiftBank,
      message: 'Please enter an account in the country of the SWIFT code',
    },
  ],
})

const CHECKING_OR_SAVINGS = { CHECKING: 'Checking', SAVINGS: 'Savings' }

export const accountType = (
  names: Readonly<Record<string, string>> = CHECKING_OR_SAVINGS,
  options: FieldOptions = {},
): Field => radio('accountType', 'Account type', choices(names), options)

export const accountTypeList = (
  names: Readonly<Record<string, string>>,
  options: FieldOptions = {},
): Field => select('accountType', 'Account type', choices(names), options)

const CHOOSE_BANK = "Please choose recipient's bank"
export const ENTER_BANK = 'Please enter bank name'

/** The bank, by its code in the list. A code is accepted in every spelling of a BIC, because the codes of some lists are BICs. */
export const bank = (values: () => readonly Choice[], options: FieldOptions = {}): Field =>
  select('bankCode', 'Bank name', values, {
    example: CHOOSE_BANK,
    canonical: check.bicText,
    ...options,
  })

export const bankBySwift = (
  label: string,
  values: () => readonly Choice[],
  options: FieldOptions = {},
): Field =>
  select('swiftCode', label, values, {
    example: CHOOSE_BANK,
    canonical: check.bicText,
    ...options,
  })

/** The branch of the chosen bank. The list is filled when the form is refreshed. */
export const branch = (currency: string, options: FieldOptions = {}): Field =>
  select('branchCode', 'Branch name', null, {
    isOpenList: true,
    check: check.branchIn(currency),
    message: 'Please enter a valid branch code',
    ...options,
  })

export const account = (label: string, options: FieldOptions): Field =>
  text('accountNumber', label, { ...options, check: check.accountNumber(options.check) })

export const phone = (
  label: string,
  countryCode: Parameters<typeof check.phoneIn>[0],
  options: FieldOptions,
): Field =>
  text('phoneNumber', label, {
    canonical: check.phoneText,
    check: check.phoneIn(countryCode),
    message: 'Please enter a valid phone number',
    ...options,
  })

const language = select('language', "Recipient's preferred language", languages, {
  required: false,
})

/** The recipient fills in the account later, through a link in an e-mail (D19). */
export const emailForm = form('email', 'Email', emailRequired, holder({ max: 255 }), language)

/** The e-mail form of currencies whose name patterns D17 leaves unchanged: it accepts a name of any characters. */
export const emailFormAnyName = form(
  'email',
  'Email',
  emailRequired,
  text('accountHolderName', HOLDER, { min: 2, max: 255 }),
  language,
)

/** The form of a currency that is paid to an IBAN. */
export const ibanForm = (currency: IbanCurrency): Form =>
  form('iban', 'IBAN', recipient(), bic(currency), iban(currency))
