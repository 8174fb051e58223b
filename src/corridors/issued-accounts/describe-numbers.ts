// How an issued account is shown to people: the titles and texts of its rows, and the masked example of an account that
// is not issued yet.

import type { Currency } from '../../kernel/money.ts'
import { spacedIban } from '../routes/pay-in-accounts.ts'
import { type AccountNumbers, composeNumbers, type NumberKey } from './compose-numbers.ts'
import {
  type AccountRowType,
  type IssuedBank,
  issuedBank,
  type ReceiveType,
  receiveTypes,
  rowsByCurrency,
} from './issued-currencies.ts'

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

/** The rows of an account that is not issued. Most digits are hidden, so that no one can pay into the account. */
export function exampleRows(currency: Currency, holder: string) {
  return accountRows(currency, composeNumbers(currency, 0, 0), holder).map(({ type, rows }) => ({
    type,
    rows: rows.map((row) => (texts[row.type].numberKey ? { ...row, body: mask(row.body) } : row)),
  }))
}

const LETTER_OR_DIGIT = /[\p{L}\d]/gu
const SHOWN_DIVISOR = 3

/** Replaces all letters and digits after the first third by x. Separators stay, and do not count. */
export function mask(text: string): string {
  const count = text.match(LETTER_OR_DIGIT)?.length ?? 0
  const shownCount = Math.floor(count / SHOWN_DIVISOR)
  let index = 0
  return text.replace(LETTER_OR_DIGIT, (character) => {
    index += 1
    return index <= shownCount ? character : 'x'
  })
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
    explanation: 'The code that identifies the bank for payments within the country.',
    numberKey: 'bankCode',
  },
  ROUTING_NUMBER: {
    title: 'Routing number',
    explanation: 'The number that identifies the bank for payments within the United States.',
    numberKey: 'bankCode',
  },
  BSB_CODE: {
    title: 'BSB code',
    explanation: 'The code that identifies the bank and the branch for payments within Australia.',
    numberKey: 'bankCode',
  },
  INSTITUTION_NUMBER: {
    title: 'Institution number',
    explanation: 'The number that identifies the bank for payments within Canada.',
    numberKey: 'institutionNumber',
  },
  TRANSIT_NUMBER: {
    title: 'Transit number',
    explanation: 'The number that identifies the branch for payments within Canada.',
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
    explanation: 'The international code of the bank (ISO 9362).',
    numberKey: 'swiftCode',
  },
  BANK_NAME: { title: 'Bank name' },
  ADDRESS: { title: 'Bank address' },
}

function isSortCode(type: AccountRowType, currency: Currency): boolean {
  return type === 'BANK_CODE' && currency === 'GBP'
}

function titleOf(type: AccountRowType, currency: Currency): string {
  return isSortCode(type, currency) ? 'Sort code' : texts[type].title
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
  if (isSortCode(type, currency)) return inGroups(value, 2)
  return type === 'BSB_CODE' ? inGroups(value, 3) : value
}

function inGroups(digits: string, length: number): string {
  return (digits.match(new RegExp(`.{${length}}`, 'g')) ?? []).join('-')
}

function addressText({ name, address }: IssuedBank): string {
  const { firstLine, postCode, city, country } = address
  return [name, firstLine, `${postCode} ${city}`, country].join(', ')
}
