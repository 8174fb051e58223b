// The rules of the address of a card order (C 4.2, Facts 12, D76). One table per address format: Brazil
// has fields that other countries do not have.

import isoCountries from 'i18n-iso-countries'
import { stateCodesOf } from '../../corridors/index.ts'
import { isPlainText } from '../../kernel/wire.ts'

const addressFields = [
  'firstLine',
  'secondLine',
  'thirdLine',
  'city',
  'postCode',
  'state',
  'country',
  'addressNumber',
  'address',
  'district',
  'complement',
] as const
type AddressField = (typeof addressFields)[number]
export type AddressInput = { readonly [_ in AddressField]?: string | undefined }

/** An address as it is stored: without leading or trailing whitespace or blank fields, and with codes in capitals. */
export type Address = { readonly [_ in AddressField]?: string } & { readonly country: string }

type AddressFault = {
  readonly field: AddressField
  readonly kind: 'REQUIRED' | 'NOT_VALID'
  readonly message: string
}

type Rule = {
  readonly field: AddressField
  readonly isRequired: boolean
  readonly charactersMax: number
}

const required = (field: AddressField, charactersMax: number): Rule => ({
  field,
  charactersMax,
  isRequired: true,
})

const optional = (field: AddressField, charactersMax: number): Rule => ({
  field,
  charactersMax,
  isRequired: false,
})

const COUNTRY = required('country', 2)

const commonRules: readonly Rule[] = [
  required('firstLine', 30),
  optional('secondLine', 30),
  optional('thirdLine', 30),
  required('city', 30),
  required('postCode', 10),
  optional('state', 30),
]

const brazilianRules: readonly Rule[] = [
  required('address', 100),
  required('addressNumber', 6),
  required('district', 80),
  optional('complement', 28),
  required('city', 30),
  required('postCode', 8),
  required('state', 2),
]

/** Patterns of post codes, in capitals and with single spaces. Other countries have `ANY_POST_CODE`. */
const postCodes: Readonly<Record<string, RegExp>> = {
  GB: /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/,
  US: /^\d{5}(?:-\d{4})?$/,
  CA: /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/,
  AU: /^\d{4}$/,
  NZ: /^\d{4}$/,
  CH: /^\d{4}$/,
  SG: /^\d{6}$/,
  MY: /^\d{5}$/,
  JP: /^\d{3}-?\d{4}$/,
  BR: /^\d{8}$/,
}
const ANY_POST_CODE = /^[A-Z\d](?:[A-Z\d -]*[A-Z\d])?$/

/** Cards are not delivered to post-office boxes (Facts 12). */
const POST_OFFICE_BOX = /\bp\W{0,2}o\W{0,3}box\b|\bpost(?: ?office)? ?box\b|\bpostfach\b/i

/** Returns the address as it is stored, and every violation of the rules of its country. */
export function checkAddress(input: AddressInput): {
  readonly address: Address
  readonly faults: readonly AddressFault[]
} {
  const country = input.country?.trim().toUpperCase() ?? ''
  const rules = country === 'BR' ? brazilianRules : commonRules
  const values = valuesOf(input, rules, country)
  const faults = [COUNTRY, ...rules].flatMap((rule) => faultOf(rule, { ...values, country }) ?? [])
  return { address: { ...withLines(values), country }, faults }
}

/** The values of the fields that `rules` has, as they are stored, without blank ones; other fields are ignored. */
function valuesOf(input: AddressInput, rules: readonly Rule[], country: string): Partial<Address> {
  const present = rules.flatMap(({ field }) => {
    const text = input[field]?.trim().replace(/ +/g, ' ') ?? ''
    return text === '' ? [] : [[field, text] as const]
  })
  const fields: Partial<Address> = Object.fromEntries(present)
  const { state, postCode, ...others } = fields
  return {
    ...others,
    ...(state !== undefined && { state: stateOf(country, state) }),
    ...(postCode !== undefined && { postCode: postCodeOf(country, postCode) }),
  }
}

/** Returns the code of a state in capitals, or the text as sent where the country has no list of states. */
function stateOf(country: string, state: string): string {
  return stateCodesOf(country) === undefined ? state : state.toUpperCase()
}

/** Brazilian post codes are stored without the hyphen that people write. */
function postCodeOf(country: string, postCode: string): string {
  const code = postCode.toUpperCase()
  return country === 'BR' ? code.replace('-', '') : code
}

function faultOf(
  { field, isRequired, charactersMax }: Rule,
  values: AddressInput,
): AddressFault | undefined {
  const text = values[field] ?? ''
  if (text === '')
    return isRequired || (field === 'state' && stateCodesOf(values.country ?? '') !== undefined)
      ? { field, kind: 'REQUIRED', message: 'Required Field' }
      : undefined
  const message = messageOf(field, text, charactersMax, values.country ?? '')
  return message === undefined ? undefined : { field, kind: 'NOT_VALID', message }
}

/** The message of a violation; undefined when the text is valid. Facts 12 records the messages for post codes and long texts. */
function messageOf(
  field: AddressField,
  text: string,
  charactersMax: number,
  country: string,
): string | undefined {
  if (field === 'country')
    return isoCountries.isValid(text) && text.length === 2
      ? undefined
      : 'Please enter a 2-letter country code'
  if (field === 'postCode')
    return text.length <= charactersMax && (postCodes[country] ?? ANY_POST_CODE).test(text)
      ? undefined
      : 'Please enter a valid postcode'
  if ([...text].length > charactersMax) return `Must be less than ${charactersMax + 1} characters`
  if (!isPlainText(text)) return 'Please enter one line of text'
  if (POST_OFFICE_BOX.test(text))
    return 'Please enter a street address: cards are not delivered to post-office boxes'
  const codes = field === 'state' ? stateCodesOf(country) : undefined
  return codes === undefined || codes.includes(text)
    ? undefined
    : `Must be one of: ${codes.join(', ')}`
}

/** Fills `firstLine`, `secondLine` and `thirdLine` of a Brazilian address, because every reply has these lines. */
function withLines(values: Partial<Address>): Partial<Address> {
  const { address, addressNumber, complement, district } = values
  if (address === undefined) return values
  return {
    ...values,
    firstLine: [address, addressNumber].filter(Boolean).join(', '),
    ...(complement !== undefined && { secondLine: complement }),
    ...(district !== undefined && { thirdLine: district }),
  }
}
