// The numbers of accounts that the sandbox issues, one for each sequence number of a currency. They have valid check
// digits and belong to the fictional banks that customers pay into, but to other branches or to another range of account
// numbers, so that an issued number never equals a pay-in account. Each number is computed from the cell of the
// installation and the sequence number, so that two cells cannot issue the same number (D128).

import { composeIBAN } from 'ibantools'
import type { Currency } from '../../kernel/money.ts'
import { hungarianCheckDigit } from '../forms/checksums.ts'
import { isNewZealandAccount } from '../forms/new-zealand.ts'
import { payInAccount } from '../routes/pay-in-accounts.ts'

/** The numbers by which an account receives money, without separators. */
export type AccountNumbers = {
  readonly accountNumber?: string
  /** Sort code, routing number, BSB code or bank code. */
  readonly bankCode?: string
  readonly iban?: string
  readonly swiftCode?: string
  readonly institutionNumber?: string
  readonly transitNumber?: string
}
export type NumberKey = keyof AccountNumbers

const BANK = 'GDWT'
/** Digits of a cell, which is at most `CELL_MAX`. */
const CELL_DIGITS = 4
/**
 * Digits of the sequence number in an account number. HUF, RON and TRY have more. `newZealandNumber` computes the digits from
 * the cell and the sequence number together.
 */
const SEQUENCE_DIGITS = 8

/** Pads a number with zeros. Throws for a number with more digits: the cell has then issued all numbers of the currency. */
function digits(value: number, length: number): string {
  const text = String(value).padStart(length, '0')
  if (text.length > length) throw new RangeError(`${value} has more than ${length} digits`)
  return text
}

/** The number of a cell's branch. Each cell has one branch of the bank; that of cell 0 is `first`. */
const branch = (first: number, cell: number) => digits(first + cell, CELL_DIGITS)

/** An account number that begins with 9, because no account that customers pay into at these banks begins with 9. */
const longNumber = (cell: number, sequence: number, sequenceDigits = SEQUENCE_DIGITS) =>
  `9${digits(cell, CELL_DIGITS)}${digits(sequence, sequenceDigits)}`

function ibanOf(countryCode: string, bban: string): string {
  const iban = composeIBAN({ countryCode, bban })
  if (iban === null) throw new Error(`${countryCode} has no IBAN with ${bban}`)
  return iban
}

const bicOf = (currency: Currency) => payInAccount(currency).beneficiaryBankBIC ?? ''
const bankCodeOf = (currency: Currency) => payInAccount(currency).bankCode ?? ''

type Compose = (cell: number, sequence: number) => AccountNumbers

// The fixed digits are the codes of the banks that customers pay into.
const composers: Readonly<Record<Currency, Compose>> = {
  AUD: (cell, sequence) => ({
    bankCode: `99${branch(200, cell)}`,
    accountNumber: `9${digits(sequence, SEQUENCE_DIGITS)}`,
  }),
  CAD: (cell, sequence) => ({
    institutionNumber: payInAccount('CAD').institutionNumber ?? '',
    transitNumber: payInAccount('CAD').transitNumber ?? '',
    accountNumber: `${digits(cell, CELL_DIGITS)}${digits(sequence, SEQUENCE_DIGITS)}`,
  }),
  EUR: (cell, sequence) => ({
    iban: ibanOf('IE', `${BANK}99${branch(200, cell)}${digits(sequence, SEQUENCE_DIGITS)}`),
    swiftCode: bicOf('EUR'),
  }),
  GBP: (cell, sequence) => {
    const bankCode = `09${branch(300, cell)}`
    const accountNumber = digits(sequence, SEQUENCE_DIGITS)
    const iban = ibanOf('GB', `${BANK}${bankCode}${accountNumber}`)
    return { bankCode, accountNumber, iban, swiftCode: 'GDWTGB2LXXX' }
  },
  HUF: (cell, sequence) => {
    const account = longNumber(cell, sequence, 10)
    const accountNumber = `99010005${account}${hungarianCheckDigit(account)}`
    return { accountNumber, iban: ibanOf('HU', accountNumber) }
  },
  MYR: (cell, sequence) => ({
    accountNumber: longNumber(cell, sequence),
    swiftCode: bicOf('MYR'),
  }),
  NZD: (cell, sequence) => ({ accountNumber: newZealandNumber(cell, sequence) }),
  RON: (cell, sequence) => ({
    iban: ibanOf('RO', `${BANK}${longNumber(cell, sequence, 11)}`),
    swiftCode: 'GDWTROBUXXX',
  }),
  SGD: (cell, sequence) => ({
    bankCode: bankCodeOf('SGD'),
    accountNumber: longNumber(cell, sequence),
  }),
  TRY: (cell, sequence) => ({ iban: ibanOf('TR', `990100${longNumber(cell, sequence, 11)}`) }),
  USD: (cell, sequence) => ({
    bankCode: bankCodeOf('USD'),
    accountNumber: longNumber(cell, sequence),
    swiftCode: 'GDWTUS33XXX',
  }),
}

/** The codes of the currencies in which accounts are issued (Facts 9.4), in alphabetical order. */
export const issuedCurrencies: readonly Currency[] = Object.keys(composers).sort()

/** The numbers of the account with this sequence number in a cell. Throws for a currency without accounts. */
export function composeNumbers(currency: Currency, cell: number, sequence: number): AccountNumbers {
  const compose = composers[currency]
  if (compose === undefined) throw new RangeError(`no accounts are issued in ${currency}`)
  return compose(cell, sequence)
}

/**
 * Every text by which a payment may name the account: the IBAN, and the number with the bank's code before it. The texts have
 * no separators and are in capitals.
 */
export function payableNumbers(numbers: AccountNumbers): string[] {
  const { bankCode = '', institutionNumber = '', transitNumber = '' } = numbers
  const { accountNumber, iban } = numbers
  return [
    ...(iban === undefined ? [] : [iban]),
    ...(accountNumber === undefined
      ? []
      : [`${bankCode}${institutionNumber}${transitNumber}${accountNumber}`]),
  ]
}

const NEW_ZEALAND_BANK = '04'
const NEW_ZEALAND_BRANCH = 2020
const NEW_ZEALAND_BRANCHES = 5
/**
 * The lowest value of the first five of the seven digits of a base number. All base numbers are then above 990,000, below which the
 * check digit depends on the branch too (`BASE_WITHOUT_BRANCH` in `corridors/forms/new-zealand.ts`).
 */
const BASE_FIRST = 10_000
/** The values from `BASE_FIRST` to 99,999. */
const BASE_COUNT = 90_000
/** At least nine of the hundred endings of a base number have a valid check digit. */
const ENDINGS = 9
/** With suffixes of three digits, the bank has enough numbers for every cell up to `CELL_MAX`. */
const NEW_ZEALAND_PER_CELL = 490_000

/**
 * The account numbers of the bank are too short for a cell next to a sequence number. So the accounts of all cells are counted
 * together: through the endings of a base number first, then through the base numbers, the branches and the suffixes.
 */
function newZealandNumber(cell: number, sequence: number): string {
  if (sequence >= NEW_ZEALAND_PER_CELL)
    throw new RangeError(`${sequence} is not below ${NEW_ZEALAND_PER_CELL}`)
  const index = cell * NEW_ZEALAND_PER_CELL + sequence
  const base = Math.floor(index / ENDINGS)
  const block = Math.floor(base / BASE_COUNT)
  const bank = NEW_ZEALAND_BANK + String(NEW_ZEALAND_BRANCH + (block % NEW_ZEALAND_BRANCHES))
  const start = `${bank}${BASE_FIRST + (base % BASE_COUNT)}`
  const suffix = digits(1 + Math.floor(block / NEW_ZEALAND_BRANCHES), 3)
  const valid = Array.from({ length: 100 }, (_, ending) => `${start}${digits(ending, 2)}${suffix}`)
    .filter(isNewZealandAccount)
    .at(index % ENDINGS)
  if (valid === undefined)
    throw new Error(`fewer than ${ENDINGS} endings of ${start} have a valid check digit`)
  return valid
}
