// The catalogue entry of a currency. Amounts, rates and fractions are decimal text, because a floating-point number
// could differ from the value written here.

import type { Currency } from '../../../kernel/money.ts'
import type { Rail } from './rails.ts'

export type Address = {
  readonly firstLine: string
  readonly postCode: string
  readonly city: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly stateCode?: string
}

/** ISO weekday: 1 is Monday, 7 is Sunday. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7

/** When banks of the currency are closed. */
export type Calendar = {
  /**
   * Region whose public holidays apply: a country, a country and its state (`GB-ENG`), or `TARGET`, the settlement
   * system of the euro. The main country when `holidays` and `closedOn` are absent.
   */
  readonly holidays?: string
  /** Saturday and Sunday when absent. */
  readonly weekend?: readonly Weekday[]
  /** Closed days, as rules in the grammar of `date-holidays`. They replace the holidays that this library has for the country. */
  readonly closedOn?: readonly string[]
}

/** The bank account that a customer pays into. A field is present only when payments in the country need it. */
export type PayInAccount = {
  readonly bankName: string
  readonly bankAddress: Address
  /** The country's name for `bankCode`; `Bank code` when absent. */
  readonly codeLabel?: string
  readonly bankCode?: string
  /** The country's name for `accountNumber`; `Account number` when absent. */
  readonly accountLabel?: string
  readonly accountNumber?: string
  readonly iban?: string
  readonly bban?: string
  readonly branchName?: string
  readonly accountType?: string
  readonly institutionNumber?: string
  readonly transitNumber?: string
  readonly beneficiaryBankBIC?: string
  readonly intermediaryBankBIC?: string
  readonly fpsIdentifier?: string
  readonly clearingNumber?: string
  /** The payer's bank requires the addresses of the bank and of the account holder (A 2.5). */
  readonly showAddresses?: true
}

/** Replaces the general price on one corridor. `variable` is the whole variable fee, not an addition. */
export type CorridorPrice = {
  readonly fixed?: string
  readonly variable?: string
  readonly minimum?: string
}

/** The currency as the source of a transfer. */
export type Send = {
  /** Fee in the source currency for each transfer to another currency. */
  readonly fixed: string
  /** The whole fee of a transfer within the currency, in that currency. */
  readonly sameCurrency: string
  /** Minimum of the fixed and the variable fee together, in the source currency. */
  readonly minimum: string
  /** Variable fee: a fraction of the source amount, added to the target's `variable`. */
  readonly variable?: string
  readonly corridors?: Readonly<Record<Currency, CorridorPrice>>
  /** How a bank transfer reaches the provider. */
  readonly rail: Rail
  readonly cards?: true
  readonly directDebit?: true
  /** Where a bank transfer is paid to; the multi-currency account when absent. */
  readonly account?: PayInAccount
}

/** The fields that the form of a transfer to the currency has in addition to the reference (A 4.1, Facts 5.5). */
type FormFields = {
  /** The form has `sourceOfFunds` above this amount of the target currency. */
  readonly sourceOfFundsAbove?: string
  readonly purpose?: true
  /** The form has this field once a purpose is chosen. */
  readonly subPurpose?: true
  readonly nature?: true
}

/** The currency as the target of a transfer. */
export type Receive = {
  /** Bank: recipients have a bank form. Email: the recipient enters the bank account later (D19). */
  readonly form: 'bank' | 'email'
  /** Variable fee: a fraction of the source amount. */
  readonly variable: string
  /** How a bank transfer reaches the recipient. */
  readonly rail: Rail
  /** `from` and `to` in the target currency; `sourceFrom` is a minimum in units of any source currency. */
  readonly amounts?: { readonly from: string; readonly to: string; readonly sourceFrom?: string }
  /** The limits of the text that the recipient's bank statement shows; `DEFAULT_LENGTH_MAX` in `references.ts` when absent. */
  readonly reference?: { readonly lengthMax: number; readonly pattern?: string } | 'not-allowed'
  readonly formFields?: FormFields
}

export type CurrencyEntry = {
  readonly name: string
  readonly symbol: string
  /** ISO 3166-1 alpha-2 codes of the countries that use the currency, the main country first, separated by spaces. */
  readonly countries: string
  /** Mid-market price of one US dollar, at least six significant digits. */
  readonly perUsd: string
  readonly calendar?: Calendar
  /** Absent when transfers from the currency are not offered. */
  readonly send?: Send
  /** Absent when transfers to the currency are not offered. */
  readonly receive?: Receive
}

/** The entries of one world region. */
export type Region = Readonly<Record<Currency, CurrencyEntry>>
