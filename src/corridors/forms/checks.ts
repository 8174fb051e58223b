// Checks that the pattern of a field does not state, such as check digits, calendar dates and telephone numbers, and the
// spellings that are stored. Accounts and validators share the checks, so a check has the same result in both.

import { getCountrySpecifications, isValidBIC, isValidIBAN } from 'ibantools'
import {
  type CountryCode,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'
import { lazy } from '../../kernel/lazy.ts'
import { readDay } from '../../kernel/wire.ts'
import { isBranchCode } from './branches.ts'
import * as checksums from './checksums.ts'
import { type Check, canonicalNumber, type Normaliser } from './field.ts'
import { isNewZealandAccount } from './new-zealand.ts'

/** A check of the number in its canonical spelling, because validators receive any spelling. */
const numberCheck =
  (isValid: (number: string) => boolean): Check =>
  (value) =>
    isValid(canonicalNumber(value))

/** Check digits, length and national structure of the IBAN's country. */
export const iban = numberCheck(isValidIBAN)

export const ibanOfCountry = (country: string): Check =>
  numberCheck((number) => number.startsWith(country) && isValidIBAN(number))

/** Whether the country code of the IBAN is one of `countries`. */
export const ibanAmong = (countries: () => ReadonlySet<string>): Check =>
  numberCheck((number) => countries().has(countryOfIban(number)))

const countryOfIban = (canonicalIban: string): string => canonicalIban.slice(0, 2)

/**
 * Removes spaces, which people write in a BIC, but not dashes: a BIC with a dash is refused. The other codes in lists of banks
 * are in the same spelling.
 */
export const bicText: Normaliser = (text) => text.replace(/\s/g, '').toUpperCase()

export const bic: Check = (value) => isValidBIC(value.toUpperCase())

/** The country of a valid BIC. */
export function bicCountry(value: string): string | undefined {
  const code = value.toUpperCase()
  return isValidBIC(code) ? code.slice(4, 6) : undefined
}

// Territories with their own country code in BICs, whose IBANs have the code of the country they belong to.
const IBAN_COUNTRY_OF_BIC: Readonly<Record<string, string>> = {
  GG: 'GB',
  IM: 'GB',
  JE: 'GB',
  BL: 'FR',
  GF: 'FR',
  GP: 'FR',
  MF: 'FR',
  MQ: 'FR',
  NC: 'FR',
  PF: 'FR',
  PM: 'FR',
  RE: 'FR',
  WF: 'FR',
  YT: 'FR',
}

/**
 * Whether a bank with this BIC can keep the account of this IBAN. True for an invalid BIC or IBAN, because other checks
 * refuse it.
 */
export function bicFitsIban(bicValue: string, ibanValue: string): boolean {
  const country = bicCountry(bicValue)
  const number = canonicalNumber(ibanValue)
  if (country === undefined || !isValidIBAN(number)) return true
  const ibanCountry = countryOfIban(number)
  return country === ibanCountry || IBAN_COUNTRY_OF_BIC[country] === ibanCountry
}

/** The BIC must fit the IBAN of the account. */
export const bicAtIban: Check = (value, other) => bicFitsIban(value, other('IBAN') ?? '')

const ibanCountries = getCountrySpecifications()

/** The countries of the Single Euro Payments Area. */
export const sepaCountries = lazy(
  (): ReadonlySet<string> =>
    new Set(Object.keys(ibanCountries).filter((code) => ibanCountries[code]?.SEPA === true)),
)

/** Only an IBAN is changed to upper case, because the case of another account number may matter. */
export const ibanOrNumberText: Normaliser = (text) => {
  const number = canonicalNumber(text)
  return isValidIBAN(number) ? number : text.replace(/\s/g, '')
}

/**
 * A number that begins with the country code of the bank and two digits must be a valid IBAN, if that country issues
 * IBANs. Other account numbers are accepted.
 */
export const accountAtSwiftBank: Check = (value, other) => {
  const country = bicCountry(other('swiftCode') ?? '')
  if (country === undefined || ibanCountries[country]?.IBANRegistry !== true) return true
  const number = canonicalNumber(value)
  return !new RegExp(`^${country}\\d{2}`).test(number) || isValidIBAN(number)
}

/** An IBAN must fit the BIC of the bank. */
export const ibanAtSwiftBank: Check = (value, other) => bicFitsIban(other('swiftCode') ?? '', value)

// Facts 4.3 documents 231471 as unassigned. Gap 38 adds 000000, because there is no public directory.
const SORT_CODES_WITHOUT_BANK = new Set(['231471', '000000'])

/** United Kingdom: six digits, except known unassigned codes. */
export const sortCode = numberCheck(
  (number) => /^\d{6}$/.test(number) && !SORT_CODES_WITHOUT_BANK.has(number),
)

// A sample in Facts 17 has this account, although its check digits are wrong.
const HUNGARIAN_SAMPLE = '120000001234567800000000'

export const hungarianAccount = numberCheck(
  (number) => checksums.isHungarianAccount(number) || number === HUNGARIAN_SAMPLE,
)

export const polishAccount = numberCheck((number) => isValidIBAN(`PL${number}`))

/** A Czech account number or its prefix. */
export const czechNumber = numberCheck(checksums.isCzechNumber)

export const aba: Check = checksums.isAbaRoutingNumber

export const clabe = numberCheck(checksums.isClabe)

export const cbu = numberCheck(checksums.isCbu)

export const cuit = numberCheck(checksums.isCuit)

export const cpf = numberCheck(checksums.isCpf)

export const cnpj = numberCheck(checksums.isCnpj)

export const rut = numberCheck(checksums.isRut)

export const moroccanRib = numberCheck(checksums.isMoroccanRib)

export const mozambicanNib = numberCheck(checksums.isMozambicanNib)

export const newZealand = numberCheck(isNewZealandAccount)

/** Brazil: a branch code of four to six characters. The last character may be the check digit X. */
export const brazilianBranch = numberCheck((number) => /^\d{3,5}[\dX]$/.test(number))

/** Removes the dash before the check digit. `brazilianAccount` refuses a dash anywhere else. */
export const brazilianAccountText: Normaliser = (text) =>
  text.replace(/-(?=[\dx]$)/i, '').toUpperCase()

export const brazilianAccount: Check = (value) => /^\d{1,19}-?[\dxX]$/.test(value)

/** Australian business, company or registered body number. */
export const australianBusinessNumber = numberCheck(
  (number) => checksums.isAbn(number) || checksums.isAcn(number),
)

/**
 * Refuses a text without letters and digits, such as "--": some account numbers have no pattern that refuses it. `isValid`
 * checks everything else.
 */
export const accountNumber =
  (isValid?: Check): Check =>
  (value, other) =>
    /[\p{L}\p{Nd}]/u.test(value) && isValid?.(value, other) !== false

export const branchIn =
  (currency: string): Check =>
  (value, other) =>
    isBranchCode(currency, value, other('bankCode'))

/** A day of the calendar, `yyyy-mm-dd`. */
export const calendarDate: Check = (value) => readDay(value) !== undefined

/** A telephone number without separators. */
export const phoneText: Normaliser = (text) => text.replace(/[\s().-]/g, '')

/** An e-mail address as it is, or a telephone number without separators. */
export const phoneOrEmailText: Normaliser = (text) => (text.includes('@') ? text : phoneText(text))

/** A telephone number or the number of a document, without separators and in capitals. */
export const phoneOrNumberText: Normaliser = (text) => canonicalNumber(phoneText(text))

/**
 * `phoneOrNumberText` for DuitNow. A business registration number of seven digits and a letter has a dash before the letter:
 * the minimum length of the form counts the dash.
 */
export const duitNowText: Normaliser = (text) =>
  phoneOrNumberText(text).replace(/^(\d{7})([A-Z])$/, '$1-$2')

/**
 * A telephone number of a length that the numbering plan allows. A number without a country calling code is read as a number
 * of `country`.
 */
export const phoneIn =
  (country: CountryCode): Check =>
  (value) => {
    const digits = phoneText(value)
    if (!/^\+?\d+$/.test(digits)) return false
    if (digits.startsWith('+')) return isPossiblePhone(digits)
    if (digits.startsWith('00')) return isPossiblePhone(`+${digits.slice(2)}`)
    return (
      isPossiblePhone(digits, country) ||
      (digits.startsWith(getCountryCallingCode(country)) && isPossiblePhone(`+${digits}`))
    )
  }

function isPossiblePhone(value: string, country?: CountryCode): boolean {
  return parsePhoneNumberFromString(value, country)?.isPossible() ?? false
}

const EMAIL_SHAPE = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/

export const email: Check = (value) => EMAIL_SHAPE.test(value)

const either =
  (...checks: readonly Check[]): Check =>
  (value, other) =>
    checks.some((check) => check(value, other))

export const matches =
  (pattern: RegExp): Check =>
  (value) =>
    pattern.test(value)

/** A number that matches in its canonical spelling. */
export const numberMatches = (pattern: RegExp): Check =>
  numberCheck((number) => pattern.test(number))

/** Alipay: an e-mail address or a mobile number. */
export const alipayId = either(email, phoneIn('CN'))

/** Hong Kong FPS: an e-mail address, an identifier of digits or a mobile number. */
export const fpsId = either(email, matches(/^\d{6,9}$/), phoneIn('HK'))

/** India UPI: a name, an at sign and the payment provider. */
export const upiId = matches(/^[\w.-]+@[\w.-]+$/)

/** Singapore PayNow: a mobile number or the number of a registered entity. */
export const payNowId = either(
  phoneIn('SG'),
  matches(/^(?:\d{8,9}[A-Z]|[TSR]\d{2}[A-Z]{2}\d{4}[A-Z])$/),
)

/** Malaysia DuitNow: a mobile number or a document's number, depending on `accountType`. */
export const duitNowId: Check = (value, other) =>
  other('accountType') === 'MOBILE_NUMBER'
    ? phoneIn('MY')(value, other)
    : /^\+?[0-9A-Z-]+$/.test(value)
