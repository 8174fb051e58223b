// How an issued account is shown to people: the rows of each currency, their titles, and the masked example of an
// account that is not issued yet.

import type { Currency } from '../../kernel/money.ts'
import type { Address } from '../routes/catalogue/entry.ts'
import { entryOf } from '../routes/catalogue/index.ts'
import { countryOf, currencies } from '../routes/currencies.ts'
import { payInAccount, spacedIban } from '../routes/pay-in-accounts.ts'
import { type AccountNumbers, composeNumbers, type NumberKey } from './compose-numbers.ts'

export const accountRowTypes = [
  'ACCOUNT_HOLDER',
  'BANK_CODE',
  'ROUTING_NUMBER',
  'BSB_CODE',
  'INSTITUTION_NUMBER',
  'TRANSIT_NUMBER',
  'ACCOUNT_NUMBER',
  'IBAN',
  'SWIFT_CODE',
  'BANK_NAME',
  'ADDRESS',
] as const
type AccountRowType = (typeof accountRowTypes)[number]

export const receiveTypes = ['LOCAL', 'INTERNATIONAL'] as const
export type ReceiveType = (typeof receiveTypes)[number]

/** B 2.8 has the rows of EUR and GBP, D52 those of USD and AUD; the others are what banks there require. */
const rowsByCurrency: Readonly<
  Record<Currency, { readonly [K in ReceiveType]?: readonly AccountRowType[] }>
> = {
  AUD: { LOCAL: ['ACCOUNT_HOLDER', 'BSB_CODE', 'ACCOUNT_NUMBER', 'ADDRESS'] },
  CAD: {
    LOCAL: ['ACCOUNT_HOLDER', 'INSTITUTION_NUMBER', 'TRANSIT_NUMBER', 'ACCOUNT_NUMBER', 'ADDRESS'],
  },
  EUR: {
    LOCAL: ['ACCOUNT_HOLDER', 'SWIFT_CODE', 'IBAN', 'ADDRESS'],
    INTERNATIONAL: ['ACCOUNT_HOLDER', 'SWIFT_CODE', 'IBAN', 'ADDRESS'],
  },
  GBP: {
    LOCAL: ['ACCOUNT_HOLDER', 'BANK_CODE', 'ACCOUNT_NUMBER', 'IBAN', 'ADDRESS'],
    INTERNATIONAL: ['ACCOUNT_HOLDER', 'SWIFT_CODE', 'IBAN', 'ADDRESS'],
  },
  HUF: { LOCAL: ['ACCOUNT_HOLDER', 'ACCOUNT_NUMBER', 'IBAN', 'ADDRESS'] },
  MYR: { LOCAL: ['ACCOUNT_HOLDER', 'ACCOUNT_NUMBER', 'SWIFT_CODE', 'BANK_NAME', 'ADDRESS'] },
  NZD: { LOCAL: ['ACCOUNT_HOLDER', 'ACCOUNT_NUMBER', 'ADDRESS'] },
  RON: { LOCAL: ['ACCOUNT_HOLDER', 'SWIFT_CODE', 'IBAN', 'ADDRESS'] },
  SGD: { LOCAL: ['ACCOUNT_HOLDER', 'BANK_CODE', 'ACCOUNT_NUMBER', 'BANK_NAME', 'ADDRESS'] },
  TRY: { LOCAL: ['ACCOUNT_HOLDER', 'IBAN', 'BANK_NAME', 'ADDRESS'] },
  USD: {
    LOCAL: ['ACCOUNT_HOLDER', 'ROUTING_NUMBER', 'ACCOUNT_NUMBER', 'ADDRESS'],
    INTERNATIONAL: ['ACCOUNT_HOLDER', 'SWIFT_CODE', 'ACCOUNT_NUMBER', 'ADDRESS'],
  },
}

/** The one-time fee of a business for account details in the currency, in major units of the currency (D54a). */
const fees: Readonly<Record<Currency, string>> = {
  AUD: '45',
  CAD: '42',
  EUR: '20',
  GBP: '16',
  HUF: '7700',
  MYR: '135',
  NZD: '50',
  RON: '95',
  SGD: '40',
  TRY: '1050',
  USD: '31',
}

/** Throws for a currency in which no accounts are issued. */
export function accountFee(currency: Currency): string {
  const fee = fees[currency]
  if (fee === undefined) throw new RangeError(`no accounts are issued in ${currency}`)
  return fee
}

type IssuedBank = { readonly name: string; readonly address: Address }

/** The bank that keeps the issued accounts of a currency. */
export function issuedBank(currency: Currency): IssuedBank {
  const { bankName, bankAddress } = payInAccount(currency)
  return { name: bankName, address: bankAddress }
}

/** Whether accounts are issued in a currency of the country (ISO 3166-1 alpha-2). */
export function hasIssuedAccounts(country: string): boolean {
  return Object.keys(rowsByCurrency).some((currency) =>
    entryOf(currency).countries.split(' ').includes(country),
  )
}

/** Whether an account of the currency receives payments over SWIFT. */
export function receivesAbroad(currency: Currency): boolean {
  return rowsByCurrency[currency]?.INTERNATIONAL !== undefined
}

export type AccountRow = {
  readonly type: AccountRowType
  readonly title: string
  readonly body: string
  /** Explains the title to people who do not know the term. */
  readonly explanation: string | undefined
}

/** The rows of an account, separately for local and international payments. */
export function accountRows(
  currency: Currency,
  numbers: AccountNumbers,
  holder: string,
): { readonly type: ReceiveType; readonly rows: AccountRow[] }[] {
  const typesByReceiveType = rowsByCurrency[currency] ?? {}
  return receiveTypes.flatMap((type) => {
    const types = typesByReceiveType[type]
    if (types === undefined) return []
    const rows = types.map((rowType) => ({
      type: rowType,
      title: titleOf(rowType, currency),
      body: bodyOf(rowType, currency, numbers, holder),
      explanation: texts[rowType].explanation,
    }))
    return [{ type, rows }]
  })
}

/** The rows of an account that is not issued. Most digits are hidden, so that no one can pay to its numbers. */
export function exampleRows(currency: Currency, holder: string) {
  return accountRows(currency, composeNumbers(currency, 0, 0), holder).map(({ type, rows }) => ({
    type,
    rows: rows.map((row) => (texts[row.type].numberKey ? { ...row, body: mask(row.body) } : row)),
  }))
}

const LETTER_OR_DIGIT = /[\p{L}\d]/gu
const SHOWN_DIVISOR = 3

/** Replaces all letters and digits after the first third by x. */
export function mask(text: string): string {
  const characters = text.match(LETTER_OR_DIGIT) ?? []
  let shown = Math.floor(characters.length / SHOWN_DIVISOR)
  return text.replace(LETTER_OR_DIGIT, (character) => (shown-- > 0 ? character : 'x'))
}

/** The English name of a currency. */
export function currencyName(currency: Currency): string {
  return currencies.find(({ code }) => code === currency)?.name ?? currency
}

type RowTexts = {
  readonly title: string
  readonly explanation?: string
  readonly numberKey?: NumberKey
}

const texts: Readonly<Record<AccountRowType, RowTexts>> = {
  ACCOUNT_HOLDER: { title: 'Account holder' },
  BANK_CODE: {
    title: 'Bank code',
    explanation: 'It identifies the bank for payments within the country.',
    numberKey: 'bankCode',
  },
  ROUTING_NUMBER: {
    title: 'Routing number',
    explanation: 'It identifies the bank for payments within the United States.',
    numberKey: 'bankCode',
  },
  BSB_CODE: {
    title: 'BSB code',
    explanation: 'It identifies the bank and the branch for payments within Australia.',
    numberKey: 'bankCode',
  },
  INSTITUTION_NUMBER: {
    title: 'Institution number',
    explanation: 'It identifies the bank for payments within Canada.',
    numberKey: 'institutionNumber',
  },
  TRANSIT_NUMBER: {
    title: 'Transit number',
    explanation: 'It identifies the branch for payments within Canada.',
    numberKey: 'transitNumber',
  },
  ACCOUNT_NUMBER: { title: 'Account number', numberKey: 'accountNumber' },
  IBAN: {
    title: 'IBAN',
    explanation: 'The International Bank Account Number, which contains the bank and the account.',
    numberKey: 'iban',
  },
  SWIFT_CODE: {
    title: 'SWIFT/BIC code',
    explanation: 'It identifies the bank for payments from abroad.',
    numberKey: 'swiftCode',
  },
  BANK_NAME: { title: 'Bank name' },
  ADDRESS: { title: 'Bank address' },
}

function titleOf(type: AccountRowType, currency: Currency): string {
  return type === 'BANK_CODE' && countryOf(currency) === 'GB' ? 'Sort code' : texts[type].title
}

function bodyOf(
  type: AccountRowType,
  currency: Currency,
  numbers: AccountNumbers,
  holder: string,
): string {
  if (type === 'ACCOUNT_HOLDER') return holder
  const bank = issuedBank(currency)
  if (type === 'BANK_NAME') return bank.name
  if (type === 'ADDRESS') return addressText(bank)
  const key = texts[type].numberKey
  const value = (key && numbers[key]) ?? ''
  if (type === 'IBAN') return spacedIban(value)
  if (type === 'BANK_CODE' && currency === 'GBP') return inGroups(value, 2)
  return type === 'BSB_CODE' ? inGroups(value, 3) : value
}

function inGroups(digits: string, length: number): string {
  return (digits.match(new RegExp(`.{${length}}`, 'g')) ?? []).join('-')
}

function addressText({ name, address }: IssuedBank): string {
  const { firstLine, postCode, city, country } = address
  return [name, firstLine, `${postCode} ${city}`, country].join(', ')
}
