// The rows, the fee and the bank of an issued account, for each currency in which accounts are issued.

import type { Currency } from '../../kernel/money.ts'
import type { Address } from '../routes/catalogue/entry.ts'
import { entryOf } from '../routes/catalogue/index.ts'
import { payInAccount } from '../routes/pay-in-accounts.ts'

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
export type AccountRowType = (typeof accountRowTypes)[number]

export const receiveTypes = ['LOCAL', 'INTERNATIONAL'] as const
export type ReceiveType = (typeof receiveTypes)[number]

/** B 2.8 lists the rows of EUR and GBP, D52 those of USD and AUD. Other currencies have the rows that a payment needs. */
export const rowsByCurrency: Readonly<
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

/** The fee of the currency in major units, as decimal text. Throws for a currency in which no accounts are issued. */
export function accountFee(currency: Currency): string {
  const fee = fees[currency]
  if (fee === undefined) throw new RangeError(`no accounts are issued in ${currency}`)
  return fee
}

export type IssuedBank = { readonly name: string; readonly address: Address }

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
export function receivesSwift(currency: Currency): boolean {
  return rowsByCurrency[currency]?.INTERNATIONAL !== undefined
}
