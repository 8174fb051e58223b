// What no pattern can say of a value: check digits, calendar dates, telephone numbers. The forms,
// the account layer and the validators share these functions.

import { getCountrySpecifications, isValidBIC, isValidIBAN } from 'ibantools'
import {
  type CountryCode,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'
import { readDay } from '../../kernel/wire.ts'
import { branchFits } from './branches.ts'
import * as sums from './checksums.ts'
import { inCapitals as bare, type Check, type Spell } from './field.ts'
import { once } from './lists.ts'
import { newZealandAccount } from './new-zealand.ts'

export { bare }

/** Check digits, length and national structure of the IBAN's country. */
export const iban: Check = (value) => isValidIBAN(bare(value))

export const ibanOf =
  (country: string): Check =>
  (value) =>
    bare(value).startsWith(country) && isValidIBAN(bare(value))

/** Whether a sound IBAN is of one of these countries. */
export const ibanAmong =
  (countries: () => ReadonlySet<string>): Check =>
  (value) =>
    countries().has(bare(value).slice(0, 2))

/** A BIC has blanks for the eye at most; a dash is a mistake in it. */
export const bicText: Spell = (text) => text.replace(/\s/g, '').toUpperCase()

export const bic: Check = (value) => isValidBIC(value.toUpperCase())

/** The country that a BIC names, when it is one. */
export function bicCountry(value: string): string | undefined {
  return bic(value, () => undefined) ? value.slice(4, 6).toUpperCase() : undefined
}

// Territories whose banks have BICs of their own and IBANs of the country they belong to.
const IBAN_COUNTRY_OF_BIC: Readonly<Record<string, string>> = {
  ...{ GG: 'GB', IM: 'GB', JE: 'GB' },
  ...{ BL: 'FR', GF: 'FR', GP: 'FR', MF: 'FR', MQ: 'FR', NC: 'FR', PF: 'FR', PM: 'FR', RE: 'FR' },
  ...{ WF: 'FR', YT: 'FR' },
}

/** Whether a bank with this BIC can keep the account of this IBAN. What is neither is refused elsewhere. */
export function bicFitsIban(bicOf: string, ibanOfAccount: string): boolean {
  const country = bicCountry(bicOf)
  if (country === undefined || !isValidIBAN(bare(ibanOfAccount))) return true
  const ibanCountry = bare(ibanOfAccount).slice(0, 2)
  return country === ibanCountry || IBAN_COUNTRY_OF_BIC[country] === ibanCountry
}

export const bicOfIban: Check = (value, other) => bicFitsIban(value, other('IBAN') ?? '')

const ibanCountries = getCountrySpecifications()

/** The countries of the Single Euro Payments Area. */
export const sepaCountries = once(
  (): ReadonlySet<string> =>
    new Set(Object.keys(ibanCountries).filter((code) => ibanCountries[code]?.SEPA === true)),
)

/** An account number is written in either case only where it is an IBAN. */
export const ibanOrNumber: Spell = (text) =>
  isValidIBAN(bare(text)) ? bare(text) : text.replace(/\s/g, '')

/** At a bank in a country of IBANs, a number that begins like that country's IBAN must be one. */
export const accountAtSwiftBank: Check = (value, other) => {
  const country = bicCountry(other('swiftCode') ?? '')
  if (country === undefined || ibanCountries[country]?.IBANRegistry !== true) return true
  return !new RegExp(`^${country}\\d{2}`).test(bare(value)) || isValidIBAN(bare(value))
}

/** And an IBAN must be of the bank's country. */
export const ibanAtSwiftBank: Check = (value, other) => bicFitsIban(other('swiftCode') ?? '', value)

// Facts 4.3 gives this code as the one that no bank has; there is no directory of all the others.
const SORT_CODES_WITHOUT_BANK = new Set(['231471', '000000'])

/** United Kingdom: six digits that are not known to be unassigned. */
export const sortCode: Check = (value) =>
  /^\d{6}$/.test(bare(value)) && !SORT_CODES_WITHOUT_BANK.has(bare(value))

// Facts 17 sends this account as its sample, though its check digits are not computed.
const HUNGARIAN_SAMPLE = '120000001234567800000000'

export const hungarianAccount: Check = (value) =>
  sums.hungarianAccount(bare(value)) || bare(value) === HUNGARIAN_SAMPLE

export const polishAccount: Check = (value) => isValidIBAN(`PL${bare(value)}`)

export const czechPrefix: Check = (value) => sums.czechNumber(bare(value))

export const czechAccount: Check = (value) => sums.czechNumber(bare(value))

export const aba: Check = sums.abaRouting

export const clabe: Check = (value) => sums.clabe(bare(value))

export const cbu: Check = (value) => sums.cbu(bare(value))

export const cuit: Check = (value) => sums.cuit(bare(value))

export const cpf: Check = (value) => sums.cpf(bare(value))

export const cnpj: Check = (value) => sums.cnpj(bare(value))

export const rut: Check = (value) => sums.rut(bare(value))

export const moroccanRib: Check = (value) => sums.moroccanRib(bare(value))

export const mozambicanNib: Check = (value) => sums.mozambicanNib(bare(value))

export const newZealand: Check = (value) => newZealandAccount(bare(value))

/** The dash stands before the check digit and nowhere else. */
export const brazilianAccountText: Spell = (text) => text.replace(/-(?=[\dx]$)/i, '').toUpperCase()

export const brazilianAccount: Check = (value) => /^\d{1,19}-?[\dxX]$/.test(value)

/** Australian business, company or registered body number. */
export const australianBusinessNumber: Check = (value) =>
  sums.isAbn(bare(value)) || sums.isAcn(bare(value))

export const branchIn =
  (currency: string): Check =>
  (value, other) =>
    branchFits(currency, value, other('bankCode'))

/** A day of the calendar, `yyyy-mm-dd`. */
export const calendarDate: Check = (value) => readDay(value) !== undefined

/** A telephone number without what helps the eye only. */
export const phoneText: Spell = (text) => text.replace(/[\s().-]/g, '')

/** An e-mail address is as it is written, unlike the number that may stand in its place. */
const orEmail =
  (spell: Spell): Spell =>
  (text) =>
    text.includes('@') ? text : spell(text)

export const phoneOrEmail = orEmail(phoneText)

/**
 * A telephone number that the numbering plan allows, with or without its country calling code; a
 * number that names no country is read as one of `country`.
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

const matches =
  (pattern: RegExp): Check =>
  (value) =>
    pattern.test(value)

/** Alipay: an e-mail address or a mobile number. */
export const alipayId = either(email, phoneIn('CN'))

/** Hong Kong FPS: an e-mail address, an identifier of digits or a mobile number. */
export const fpsId = either(email, matches(/^\d{6,9}$/), phoneIn('HK'))

/** India UPI: a name, an at sign and the payment provider. */
export const upiId = matches(/^[\w.-]+@[\w.-]+$/)

/** Singapore PayNow: a mobile number or the number of a registered entity. */
export const payNowId = either(
  phoneIn('SG'),
  matches(/^(?:\d{8,9}[A-Z]|[TSR]\d{2}[A-Z]{2}\d{4}[A-Z])$/i),
)

/** Malaysia DuitNow: what `accountType` names, a mobile number or a document's number. */
export const duitNowId: Check = (value, other) =>
  other('accountType') === 'MOBILE_NUMBER'
    ? phoneIn('MY')(value, other)
    : /^\+?[0-9A-Za-z -]+$/.test(value)
